//! BLK files in all their forms.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use bpx_formats::blk::NameMap;
use common::run_in;
use std::fs;

const TEXT: &str = "a:i=1\nt:t=\"x\"\nc:c=1, 2, 3, 4\n\nb{\n  a:i64=5\n}\n";

#[test]
fn every_form_leads_back_to_the_text() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path();
    let names = NameMap::new([&b"a"[..], b"b"], None).unwrap();
    fs::write(path.join("shared.nm"), names.to_vec(3).unwrap()).unwrap();
    fs::write(path.join("shared.dict"), b"a:i = 1; a dictionary of any bytes").unwrap();
    fs::write(path.join("a.txt"), TEXT).unwrap();
    let convert = |from: &str, to: &str, more: &[&str]| {
        let args = [&["convert", from, "-o", to, "--names", "shared.nm", "--dict", "shared.dict"][..], more].concat();
        run_in(path, &args)
    };
    for (byte, kind) in
        [(1, "FAT"), (2, "FAT_ZST"), (3, "SLIM"), (4, "SLIM_ZST"), (5, "slim_zst_dict"), (6, "FAT_DEDUP")]
    {
        convert("a.txt", "a.blk", &["--kind", kind]).fine();
        assert_eq!(fs::read(path.join("a.blk")).unwrap()[0], byte);
        convert("a.blk", "b.txt", &[]).fine();
        assert_eq!(fs::read_to_string(path.join("b.txt")).unwrap(), TEXT, "{kind}");
        convert("a.blk", "a.json", &[]).fine();
        convert("a.json", "b.blk", &[]).fine();
        assert_eq!(fs::read(path.join("b.blk")).unwrap(), fs::read(path.join("a.blk")).unwrap(), "{kind}");
    }
    convert("a.txt", "a.json", &["--friendly"]).fine();
    let json: serde_json::Value = serde_json::from_slice(&fs::read(path.join("a.json")).unwrap()).unwrap();
    assert_eq!(json, serde_json::json!({"a": 1, "t": "x", "c": [1, 2, 3, 4], "b": {"a": 5}}));
    convert("a.json", "b.txt", &["--friendly"]).fine();
    // Types are guessed: a colour looks like four integers, and a small number like one of 32 bits.
    let guessed = TEXT.replace("c:c=1, 2, 3, 4", "c:ip4=1, 2, 3, 4").replace("i64", "i");
    assert_eq!(fs::read_to_string(path.join("b.txt")).unwrap(), guessed);
}

#[test]
fn what_cannot_be_converted() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path();
    fs::write(path.join("a.txt"), TEXT).unwrap();
    fs::write(path.join("bad.txt"), "a:i = x\n").unwrap();
    fs::write(path.join("bbf.blk"), b"\0BBF\x03\0\0\0").unwrap();
    run_in(path, &["convert", "a.txt", "-o", "a.png"]).failed(2, ".blk, .txt or .json");
    run_in(path, &["convert", "a.txt", "-o", "a.blk", "--kind", "THIN"]).failed(2, "THIN");
    run_in(path, &["convert", "a.txt", "-o", "a.blk", "--kind", "SLIM"]).failed(1, "--names");
    run_in(path, &["convert", "bad.txt", "-o", "a.blk"]).failed(1, "line 1: expected a value of type `i`");
    run_in(path, &["convert", "bbf.blk", "-o", "a.txt"]).failed(3, "legacy");
    assert!(!path.join("a.blk").exists());
}
