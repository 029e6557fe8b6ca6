//! Findings of `verify` with their bytes.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{example, run_in, run_with};

/// An example whose checksum is wrong.
fn broken() -> Vec<u8> {
    let mut broken = example("layout.bpx");
    broken[4] ^= 1;
    broken
}

#[test]
fn a_finding_shows_its_bytes() {
    let shown = run_with(&broken(), &["verify", "-"]);
    insta::assert_snapshot!(shown.err);
    assert_eq!((shown.code, shown.text()), (1, "<stdin>: invalid (1 error)\n"));
}

#[test]
fn one_line_for_each_finding() {
    let shown = run_with(&broken(), &["verify", "--short", "-"]);
    insta::assert_snapshot!(shown.err);
    assert_eq!((shown.code, shown.text()), (1, "<stdin>: invalid (1 error)\n"));
    run_with(&broken(), &["verify", "--short", "--json", "-"]).failed(2, "cannot be used with");
}

#[test]
fn json_has_the_bytes_of_the_field() {
    let json = run_with(&broken(), &["verify", "--json", "-"]).json();
    let field = &json[0]["findings"][0]["field"];
    let bytes = example("layout.bpx")[4..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let bytes = format!("{:02x}{}", broken()[4], &bytes[2..]);
    assert_eq!((&field["offset"], &field["size"], &field["type"]), (&"4".into(), &"4".into(), &"u32".into()));
    assert_eq!((&field["bytes"], &field["content_of"]), (&bytes.into(), &serde_json::Value::Null));
}

#[test]
fn a_list_without_room_is_marked_where_it_begins() {
    let shown = run_with(&example("layout.bpx")[..50], &["verify", "-"]);
    insta::assert_snapshot!(shown.err);
}

#[test]
fn many_findings_have_one_line_each() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.blk"), ";\n".repeat(500)).unwrap();
    let shown = run_in(folder.path(), &["verify", "a.blk"]);
    assert_eq!(shown.err.matches("--> a.blk at offset").count(), 10, "{}", shown.err);
    assert!(shown.err.ends_with("a.blk: 490 more findings of blk.text.engine; --json lists them\n"), "{}", shown.err);
}
