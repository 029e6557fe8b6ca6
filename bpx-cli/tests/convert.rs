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
    run_in(path, &["convert", "a.txt", "-o", "a.json", "--kind", "FAT"])
        .failed(2, "expected no `--kind` for JSON, found `--kind FAT`");
    fs::write(path.join("a.bpat"), b"BPAT\x01\0\0\0").unwrap();
    run_in(path, &["convert", "a.bpat", "-o", "a.txt"]).failed(3, "expected BLK, found BPAT");
    assert!(!path.join("a.blk").exists());
}

#[test]
fn a_text_under_any_name_and_on_stdout() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path();
    fs::write(path.join("a.txt"), TEXT).unwrap();
    run_in(path, &["convert", "a.txt", "-o", "a.blk"]).fine();
    assert_eq!(fs::read(path.join("a.blk")).unwrap()[0], 1);
    run_in(path, &["convert", "a.blk", "-o", "b.blk", "--kind", "text"]).fine();
    assert_eq!(fs::read_to_string(path.join("b.blk")).unwrap(), TEXT);
    assert_eq!(run_in(path, &["convert", "a.blk", "-o", "-"]).fine().text(), TEXT);
    assert_eq!(
        run_in(path, &["convert", "a.blk", "-o", "-", "--kind", "FAT"]).fine().out,
        fs::read(path.join("a.blk")).unwrap()
    );
    assert_eq!(run_in(path, &["convert", "a.blk", "-o", "-", "--friendly"]).fine().json()["b"]["a"], 5);
    // Its own output is known without the name.
    for name in ["a.txt", "b.blk"] {
        assert_eq!(run_in(path, &["identify", name]).fine().text(), format!("{name}: BLK, text\n"));
        run_in(path, &["verify", "--strict", name]).fine();
        run_in(path, &["decode", name]).fine();
    }
}

#[test]
fn a_text_is_not_replaced_by_less() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path();
    let text = "// one\na:i=1 /* two */\nk{\n}\nb:i=2\ninclude x.blk\n";
    fs::write(path.join("a.blk"), text).unwrap();
    let lost = "lost comments: 2; parameters that move before blocks: 2; \
                includes that move before blocks, although their order matters: 1";
    for more in [&[][..], &["--kind", "text"], &["--kind", "SLIM"]] {
        let args = [&["convert", "a.blk", "-o", "a.blk"][..], more].concat();
        run_in(path, &args).failed(2, lost);
        assert_eq!(fs::read_to_string(path.join("a.blk")).unwrap(), text, "as it was");
    }
    // Under another name, losses are reported.
    let run = run_in(path, &["convert", "a.blk", "-o", "b.blk"]);
    assert_eq!((run.code, run.err.lines().count()), (0, 3), "{run:?}");
    run_in(path, &["convert", "a.blk", "-o", "a.blk", "--force"]).failed(0, "warning: a.blk: lost comments: 2");
    assert_eq!(fs::read(path.join("a.blk")).unwrap(), fs::read(path.join("b.blk")).unwrap());
    // Models cannot hold more.
    fs::write(path.join("c.blk"), text).unwrap();
    for args in [&["decode", "c.blk"][..], &["roundtrip", "--mode", "model", "c.blk", "-o", "-"]] {
        run_in(path, args).failed(0, "warning: c.blk: lost comments: 2");
    }
    assert_eq!(run_in(path, &["roundtrip", "c.blk", "-o", "-"]).fine().text(), text);
    // From a binary file on, nothing is lost but its form.
    run_in(path, &["convert", "a.blk", "-o", "a.blk", "--kind", "text"]).fine();
    let text = fs::read_to_string(path.join("a.blk")).unwrap();
    assert_eq!(text, "a:i=1\nb:i=2\ninclude \"x.blk\"\n\nk{}\n");
    run_in(path, &["convert", "a.blk", "-o", "a.blk"])
        .failed(2, "a.blk: the input text would be replaced; use --force");
    run_in(path, &["convert", "a.blk", "-o", "a.blk", "--kind", "text"]).fine();
    assert_eq!(fs::read_to_string(path.join("a.blk")).unwrap(), text);
}

#[test]
fn what_a_text_cannot_hold_is_reported() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path();
    let model = |root: serde_json::Value| {
        let model = serde_json::json!({ "format": "blk", "kind": "FAT", "names": [], "root": root });
        fs::write(path.join("a.json"), model.to_string()).unwrap();
    };
    let param = |name: &str, kind: &str| serde_json::json!({ "name": name, "type": kind, "value": 1 });
    model(serde_json::json!({ "name": "body", "params": [param("a", "i"), param("a", "r")], "blocks": [] }));
    let run = run_in(path, &["convert", "a.json", "-o", "a.txt"]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("a text cannot hold the name of the root, `body`"), "{}", run.err);
    assert!(
        run.err.contains(
            "the engine reads this text differently: line 2: expected type `i`, which an earlier parameter `a` has"
        ),
        "{}",
        run.err
    );
    model(serde_json::json!({ "name": null, "params": [param("@null", "i")], "blocks": [] }));
    run_in(path, &["convert", "a.json", "-o", "a.txt"])
        .failed(0, "the engine reads this text differently: line 1: expected a name for the parameter, found `@null`, which means no name");
    let block = serde_json::json!({ "name": "@null", "params": [], "blocks": [] });
    model(serde_json::json!({ "name": null, "params": [], "blocks": [block] }));
    run_in(path, &["convert", "a.json", "-o", "b.txt"]).failed(0, "which the engine reads as no name");
    assert_eq!(fs::read_to_string(path.join("b.txt")).unwrap(), "\"~@null\"{}\n");
}

#[test]
fn bodies_without_their_first_byte_are_read_on_demand() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path();
    fs::write(path.join("a.txt"), TEXT).unwrap();
    let names = NameMap::new([&b"a"[..], b"b", b"c", b"t"], None).unwrap();
    fs::write(path.join("a.nm"), names.to_vec(3).unwrap()).unwrap();
    run_in(path, &["convert", "a.txt", "-o", "a.blk", "--kind", "SLIM", "--names", "a.nm"]).fine();
    let file = fs::read(path.join("a.blk")).unwrap();
    fs::write(path.join("bare.blk"), &file[1..]).unwrap();
    run_in(path, &["verify", "--names", "a.nm", "bare.blk"]).failed(1, "--bare SLIM");
    let given = ["--names", "a.nm", "--bare", "SLIM"];
    for command in ["verify", "info", "ls", "decode", "dump"] {
        run_in(path, &[&[command, "bare.blk"][..], &given].concat()).fine();
    }
    run_in(path, &[&["roundtrip", "bare.blk", "-o", "same.blk"][..], &given].concat()).fine();
    assert_eq!(fs::read(path.join("same.blk")).unwrap(), file[1..]);
    run_in(path, &[&["convert", "bare.blk", "-o", "whole.blk"][..], &given].concat()).fine();
    assert_eq!(fs::read(path.join("whole.blk")).unwrap(), file);
    run_in(path, &["verify", "bare.blk", "--bare", "THIN"]).failed(2, "`THIN` is not a kind of BLK file");
}
