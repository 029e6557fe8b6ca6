//! The commands on BPAT, BLK and GPB, with the goldens of the conformance suite.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::run_in;
use conformance::source::Source;
use std::path::{Path, PathBuf};

/// Builds every golden of a format into a folder.
fn goldens(format: &str, folder: &Path) -> Vec<PathBuf> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/golden").join(format);
    let sources = sources.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let sources = sources.filter(|path| path.extension().is_some_and(|extension| extension == "src"));
    let files = sources.map(|path| {
        let built = Source::parse(&std::fs::read_to_string(&path).unwrap()).unwrap().build().unwrap();
        let file = folder.join(path.with_extension(format.split('/').next().unwrap()).file_name().unwrap());
        std::fs::write(&file, built.bytes).unwrap();
        file
    });
    files.collect()
}

#[test]
fn every_command_knows_every_format() {
    for format in ["bpat", "blk", "gpb"] {
        let folder = tempfile::tempdir().unwrap();
        let files = goldens(format, folder.path());
        assert!(!files.is_empty(), "{format}");
        // What files of BLK share: the names of the commands' options are those of the goldens.
        let shared = folder.path().join("shared");
        std::fs::create_dir(&shared).unwrap();
        let mut given = Vec::new();
        for path in if format == "blk" { goldens("blk/shared", &shared) } else { Vec::new() } {
            given.push(format!("--{}", path.file_stem().unwrap().to_str().unwrap()));
            given.push(path.display().to_string());
        }
        let run = |args: &[&str]| {
            let given = given.iter().map(String::as_str);
            run_in(folder.path(), &args.iter().copied().chain(given).collect::<Vec<_>>())
        };
        for file in &files {
            let name = file.file_name().unwrap().to_str().unwrap();
            assert!(run(&["identify", name]).fine().text().contains(&format.to_uppercase()), "{name}");
            run(&["roundtrip", name, "-o", "same"]).fine();
            let before = std::fs::read(file).unwrap();
            assert_eq!(std::fs::read(folder.path().join("same")).unwrap(), before, "{name}");
            run(&["verify", name]).fine();
            let about = run(&["info", "--json", name]).fine().json();
            assert_eq!((&about["format"], &about["size"]), (&format.into(), &before.len().to_string().into()));
            assert!(run(&["info", name]).fine().text().lines().count() > 3, "{name}");
            let listed = run(&["ls", "--json", name]).fine().json();
            let long = run(&["ls", "-l", name]).fine();
            assert_eq!(listed["entries"].as_array().unwrap().len(), long.text().lines().count(), "{name}");
            run(&["ls", name, "no such name"]).failed(1, "nothing matches");
            run(&["decode", name, "-o", "model.json"]).fine();
            run(&["encode", "model.json", "-o", "again"]).fine();
            assert_eq!(run(&["diff", "--format", format, name, "again"]).fine().text(), "", "{name}");
            // BPAT has an upgrade of its own.
            let upgrade: &[&str] = if format == "bpat" { &["cat", name, "a"] } else { &["upgrade", name, "-o", "new"] };
            for command in [&["cat", name, "a"][..], &["unpack", name, "-o", "out"], upgrade] {
                let message = format!("expected BPX, found {}", format.to_uppercase());
                run(command).failed(3, &message);
            }
            for command in [&["compact", name][..], &["edit", "rm", name, "a"]] {
                let message = format!("expected BPX, found {}", format.to_uppercase());
                run_in(folder.path(), command).failed(3, &message);
            }
            assert!(run(&["dump", name]).fine().text().lines().count() > 5, "{name}");
        }
    }
}

/// A part that was not read is not reported as bytes after the end.
#[test]
fn a_version_that_is_not_read_is_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    let file = goldens("bpat", folder.path()).into_iter().find(|path| path.ends_with("full.bpat")).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[4] = 4;
    std::fs::write(&file, bytes).unwrap();
    let dump = run_in(folder.path(), &["dump", "full.bpat"]).failed(3, "expected version 1, 2 or 3, found 4");
    assert_eq!(dump.text(), "");
}

#[test]
fn files_of_bpat_are_upgraded() {
    let folder = tempfile::tempdir().unwrap();
    goldens("bpat", folder.path());
    let run = |args: &[&str]| run_in(folder.path(), args);
    for (old, version) in [("full.bpat", 1), ("markers.bpat", 2)] {
        let upgraded = run(&["upgrade", old, "-o", "new.bpat", "--json"]);
        assert!(upgraded.err.contains("version 3 with poses"), "{upgraded:?}");
        let json = upgraded.json();
        assert_eq!((&json["from"], &json["to"]), (&version.into(), &3.into()));
        run(&["verify", "--strict", "new.bpat"]).fine();
        assert!(run(&["info", "new.bpat"]).fine().text().contains("version: 3\n"));
    }
    for new in ["contacts.bpat", "skins.bpat"] {
        run(&["upgrade", new, "-o", "newer.bpat"]).failed(3, "expected version 1 or 2, found 3");
    }
    assert!(!folder.path().join("newer.bpat").exists());
    assert!(
        run(&["ls", "-l", "contacts.bpat"])
            .fine()
            .text()
            .contains("rest2  clip of 1 frames from frame 2, 24 frames per second, loops, variant 1 of clip 0")
    );
    assert!(run(&["info", "skins.bpat"]).fine().text().contains("skinning matrices"));
}

#[test]
fn names_of_clips_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    goldens("bpat", folder.path());
    let run = |args: &[&str]| run_in(folder.path(), args).fine();
    assert!(run(&["dump", "full.bpat"]).text().contains("name = \"b\u{e9}ta\""));
    assert_eq!(run(&["query", "full.bpat", "clips[1].name"]).json(), "b\u{e9}ta");
    assert_eq!(run(&["decode", "full.bpat"]).json()["clips"][1]["name"], "b\u{e9}ta");
    assert!(run(&["ls", "full.bpat"]).text().contains("b\u{e9}ta\n"));
}

/// Files beside BLK files are identified, and read if they are declared.
#[test]
fn name_maps_dictionaries_and_archives() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let names = bpx_formats::blk::NameMap::new([&b"one"[..], b"two"], None).unwrap();
    std::fs::write(path.join("nm"), names.to_vec(3).unwrap()).unwrap();
    std::fs::write(path.join("a.dict"), b"\x37\xA4\x30\xEC\x01\0\0\0").unwrap();
    std::fs::write(path.join("a.vromfs.bin"), b"VRFx\0\0PC").unwrap();
    let run = |args: &[&str]| run_in(path, args);
    let identified = run(&["identify", "nm", "a.dict", "a.vromfs.bin"]).fine();
    let lines: Vec<_> = identified.text().lines().collect();
    assert_eq!(lines[0], "nm: BLK, name map");
    assert!(lines[1].starts_with("a.dict: zstd-dictionary: ") && lines[1].contains("--dict"), "{lines:?}");
    assert!(
        lines[2].starts_with("a.vromfs.bin: vromfs: ") && lines[2].contains("unpack the archive first"),
        "{lines:?}"
    );
    let json = run(&["identify", "--json", "nm", "a.vromfs.bin"]).fine().json();
    assert_eq!((&json[0]["kind"], &json[0]["evidence"]), (&"name-map".into(), &"content".into()));
    assert_eq!((&json[1]["format"], json[1]["unread"].is_string()), (&"vromfs".into(), true));
    run(&["verify", "a.vromfs.bin"]).failed(3, "unpack the archive first");
    run(&["decode", "a.dict"]).failed(3, "--dict");
    assert_eq!(run(&["info", "--json", "nm"]).fine().json()["names"], 2);
    assert_eq!(run(&["ls", "nm"]).fine().text(), "one\ntwo\n");
    run(&["verify", "nm"]).fine();
    run(&["dump", "nm"]).fine();
    run(&["decode", "nm", "-o", "nm.json"]).fine();
    run(&["encode", "nm.json", "-o", "nm2"]).fine();
    assert_eq!(run(&["diff", "nm", "nm2"]).fine().text(), "");
    run(&["convert", "nm", "-o", "a.txt"]).failed(3, "found a map of names");
}

#[test]
fn forms_of_blk_are_identified_by_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let run = |args: &[&str]| run_in(path, args);
    std::fs::write(path.join("a.blkx"), "a:i=1\nk{ b:t=\"x\" }\n").unwrap();
    run(&["convert", "a.blkx", "-o", "fat.blk"]).fine();
    run(&["convert", "a.blkx", "-o", "zst.blk", "--kind", "FAT_ZST"]).fine();
    std::fs::copy(path.join("fat.blk"), path.join("temp.rez")).unwrap();
    std::fs::write(path.join("empty.blk"), "").unwrap();
    std::fs::write(path.join("broken.blk"), "a:i=").unwrap();
    let identified = run(&["identify", "a.blkx", "fat.blk", "zst.blk", "temp.rez", "empty.blk", "broken.blk"]).fine();
    let expected = "a.blkx: BLK, text\nfat.blk: BLK, FAT\nzst.blk: BLK, FAT_ZST\ntemp.rez: BLK, FAT\n\
                    empty.blk: BLK, text\nbroken.blk: BLK, by its name only\n";
    assert_eq!(identified.text(), expected);
    run(&["verify", "--strict", "empty.blk", "temp.rez"]).fine();
    run(&["dump", "a.blkx"]).failed(3, "a text has no layout of bytes");
    assert_eq!(run(&["dump", "a.blkx"]).text(), "");
    // Nor do their forms differ in anything.
    for other in ["fat.blk", "zst.blk", "temp.rez"] {
        assert_eq!(run(&["diff", "a.blkx", other]).fine().text(), "", "{other}");
    }
    assert!(run(&["diff", "--all", "a.blkx", "fat.blk"]).failed(1, "").text().contains("kind: \"text\" -> \"FAT\""));
}

#[test]
fn differences_of_files_with_names_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let run = |args: &[&str]| run_in(path, args);
    for (map, names) in [("old.nm", ["a", "b", "k"]), ("new.nm", ["k", "b", "a"])] {
        let names = bpx_formats::blk::NameMap::new(names.map(str::as_bytes), None).unwrap();
        std::fs::write(path.join(map), names.to_vec(3).unwrap()).unwrap();
    }
    std::fs::write(path.join("old.txt"), "a:i=1\nk{ b:i=1 }\nk{ b:i=2 }\n").unwrap();
    std::fs::write(path.join("new.txt"), "a:i=1\nb{ }\nk{ b:i=1 }\nk{ b:i=3 }\n").unwrap();
    for name in ["old", "new"] {
        let (from, to, map) = (format!("{name}.txt"), format!("{name}.blk"), format!("{name}.nm"));
        run(&["convert", &from, "-o", &to, "--kind", "SLIM", "--names", &map]).fine();
    }
    let found = run(&["diff", "--names", "old.nm", "--new-names", "new.nm", "old.blk", "new.blk"]).failed(1, "");
    let expected = "root.blocks[0]: {\"name\":\"b\",\"params\":[],\"blocks\":[]} is new\n\
                    root.blocks[1].params[0].value: 2 -> 3\n";
    assert_eq!(found.text(), expected);
    run(&["diff", "--names", "old.nm", "old.blk", "old.txt"]).fine();
}

#[test]
fn many_findings_of_one_rule_are_summarised() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.blk"), ";\n".repeat(500)).unwrap();
    let run = run_in(folder.path(), &["verify", "--short", "a.blk"]);
    assert_eq!((run.code, run.err.lines().count()), (0, 11), "{}", run.err);
    assert!(run.err.ends_with("a.blk: 490 more findings of blk.text.engine; --json lists them\n"), "{}", run.err);
    let json = run_in(folder.path(), &["verify", "--json", "a.blk"]).json();
    assert_eq!(json[0]["findings"].as_array().unwrap().len(), 500);
}
