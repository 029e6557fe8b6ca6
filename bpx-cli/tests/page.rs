//! `dump --html`: sound HTML, with all bytes, and with texts of the file as texts.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{example, files, package, run_in};
use html5gum::{Token, Tokenizer};

/// Elements without an end.
const VOID: [&str; 1] = ["meta"];

/// Returns the text of a page, after checking that elements are closed in order, that links lead to places of the page,
/// and that there is no script.
fn text_of(page: &str) -> String {
    let (mut open, mut text) = (Vec::new(), String::new());
    let (mut links, mut ids) = (Vec::new(), Vec::new());
    for token in Tokenizer::new(page) {
        match token.unwrap() {
            Token::StartTag(tag) => {
                let name = String::from_utf8(tag.name.to_vec()).unwrap();
                for (key, value) in &tag.attributes {
                    let value = String::from_utf8(value.to_vec()).unwrap();
                    match &***key {
                        b"href" => links.push(value.strip_prefix('#').expect("a place of the page").to_owned()),
                        b"id" => ids.push(value),
                        key => assert!(!key.starts_with(b"on"), "{key:?}"),
                    }
                }
                assert!(name != "script" && name != "img" && name != "link", "{name}");
                if !VOID.contains(&&*name) {
                    open.push(name);
                }
            }
            Token::EndTag(tag) => assert_eq!(open.pop().unwrap().as_bytes(), &**tag.name),
            Token::String(part) => text.push_str(std::str::from_utf8(&part).unwrap()),
            Token::Comment(_) | Token::Doctype(_) => {}
            Token::Error(error) => panic!("{error:?}"),
        }
    }
    assert_eq!(open, [""; 0]);
    for link in links {
        assert!(ids.contains(&link), "{link} is not a place");
    }
    text
}

/// Returns the page of a file.
fn page(name: &str, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    files(folder.path(), &[(name, bytes)]);
    run_in(folder.path(), &["dump", name, "--html", "-o", "page.html"]).fine();
    std::fs::read_to_string(folder.path().join("page.html")).unwrap()
}

#[test]
fn every_value_has_its_bytes() {
    let bytes = example("layout.bpx");
    let page = page("layout.bpx", &bytes);
    let text = text_of(&page);
    for (row, part) in bytes.chunks(16).enumerate() {
        let pairs = part.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("{:08x}  {pairs}", 16 * row)), "row {row}");
    }
    let folder = tempfile::tempdir().unwrap();
    files(folder.path(), &[("layout.bpx", &bytes)]);
    let list = run_in(folder.path(), &["dump", "layout.bpx", "--json"]).fine().json();
    let values = list.as_array().unwrap().iter().filter(|one| one["kind"] == "value");
    let mut count = 0;
    for value in values.filter(|one| one["content_offset"].is_null()) {
        let digits = |key: &str| value[key].to_string().trim_matches('"').parse::<usize>().unwrap();
        let (offset, size) = (digits("offset"), digits("size"));
        let hex: String = bytes[offset..offset + size].iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(text.contains(&hex), "{value}");
        count += 1;
    }
    assert!(count > 10, "{count}");
}

#[test]
fn names_of_the_file_are_texts() {
    let hostile = "<script>alert(1)</script>&\"'-->";
    let page = page("a.bpx", &package(&[hostile.as_bytes(), b"]]>\x1b[31m"]));
    assert!(!page.contains("<script"), "{page}");
    assert!(!page.contains('\x1b'));
    let text = text_of(&page);
    assert!(text.contains("<script>alert(1)</script>&"), "{text}");
}

#[test]
fn findings_lead_to_their_bytes() {
    let mut broken = example("layout.bpx");
    broken[4] ^= 1;
    let page = page("broken.bpx", &broken);
    let text = text_of(&page);
    assert!(text.contains("error[layout.checksum]") && page.contains("<a href=\"#r0\">offset 0x4"), "{page}");
    assert!(page.contains("<mark>"));
}
