//! Commands over packages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use bpx_formats::bpx::container::{ContainerBuilder, SectionOptions};
use common::{Run, command, files, names, package, run_in, tree};
use std::fs;
use std::path::Path;

/// Makes files of several sizes, one larger than a section that is stored as it is.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let numbers: String = (0..40_000).map(|number| format!("{number}\n")).collect();
    files(
        folder.path(),
        &[
            ("in/readme.txt", b"read me\n"),
            ("in/bin/app", b"\x7fapp"),
            ("in/data/numbers.csv", numbers.as_bytes()),
            ("in/data/deep/er/empty", b""),
            ("in/data/noise.bin", &[0x1b, 0, 255]),
        ],
    );
    folder
}

/// Packs `in` with options.
#[track_caller]
fn pack(folder: &Path, output: &str, options: &[&str]) -> Run {
    let mut args = vec!["pack", "in", "-o", output, "--ignore-metadata"];
    args.extend(options);
    run_in(folder, &args).fine()
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

#[test]
fn packed_files_come_out_again() {
    let folder = folder();
    let root = folder.path();
    let cases: &[&[&str]] = &[
        &[],
        &["--compression", "none", "--check", "none"],
        &["--compression", "zlib:9", "--check", "crc32"],
        &["--compression", "xz:0", "--check", "crc32-legacy"],
        &["--revision", "1", "--compression", "zlib"],
        &["--revision", "1", "--check", "weak"],
        &["--compat", "bpx-4", "--check", "crc32-legacy"],
        &["--threads", "1", "--generator", "BP"],
        &["--compression", "xz:max"],
    ];
    for (number, options) in cases.iter().enumerate() {
        pack(root, "a.bpx", options);
        let bytes = fs::read(root.join("a.bpx")).unwrap();
        assert_eq!(&bytes[..4], b"BPXP");
        assert_eq!(u32_at(&bytes, 20), if options.contains(&"1") && options[0] == "--revision" { 1 } else { 2 });
        let verdict = run_in(root, &["verify", "a.bpx"]);
        assert_eq!(verdict.code, 0, "{options:?}: {verdict:?}");
        let out = format!("out{number}");
        run_in(root, &["unpack", "a.bpx", "-o", &out]).fine();
        assert_eq!(tree(&root.join(&out)), tree(&root.join("in")), "{options:?}");
        // The same again, the same bytes.
        pack(root, "b.bpx", options);
        assert_eq!(fs::read(root.join("b.bpx")).unwrap(), bytes, "{options:?}");
    }
    run_in(root, &["pack", "in", "-o", "a.bpx", "--compat", "bpx-4", "--compression", "zlib"]).failed(3, "zlib");
    run_in(root, &["pack", "in", "-o", "a.bpx", "--compression", "xz:10"]).failed(2, "0 to 9");
    run_in(root, &["pack", "in", "-o", "a.bpx", "--compression", "none:1"]).failed(2, "none");
    run_in(root, &["pack", "in", "-o", "a.bpx", "--generator", "PKG"]).failed(2, "two ASCII");
    run_in(root, &["pack", "in", "-o", "a.bpx", "--revision", "3"]).failed(2, "1..=2");
}

#[test]
fn the_header_says_what_the_command_line_does() {
    let folder = folder();
    let root = folder.path();
    fs::write(root.join("about.json"), r#"{"Name": "demo", "Version": "1.2", "parts": [1, {"x": true}]}"#).unwrap();
    let about = ["--architecture", "aarch64", "--platform", "android", "--generator", "zZ", "--metadata", "about.json"];
    pack(root, "a.bpx", &about);
    assert_eq!(fs::read(root.join("a.bpx")).unwrap()[24..28], [1, 3, b'z', b'Z']);
    let info = run_in(root, &["info", "--json", "a.bpx"]).fine().json();
    let metadata: serde_json::Value = serde_json::from_slice(&fs::read(root.join("about.json")).unwrap()).unwrap();
    assert_eq!(info["package"]["metadata"], metadata);
    assert_eq!((&info["package"]["architecture"], &info["package"]["count"]), (&"aarch64".into(), &5.into()));
    let text = run_in(root, &["info", "a.bpx"]).fine();
    assert!(text.text().contains("for aarch64 on Android, by zZ, 5 objects"), "{}", text.text());
    let mut stdin = command(root);
    stdin.args(["pack", "in", "-o", "b.bpx", "--ignore-metadata"]).args(&about[..6]).args(["--metadata", "-"]);
    let output = stdin.write_stdin(metadata.to_string()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read(root.join("b.bpx")).unwrap(), fs::read(root.join("a.bpx")).unwrap());

    fs::write(root.join("bad.json"), "[1]").unwrap();
    run_in(root, &["pack", "in", "-o", "c.bpx", "--metadata", "bad.json"]).failed(1, "object");
    run_in(root, &["pack", "in", "-o", "c.bpx", "--metadata", "none.json"]).failed(4, "none.json");
    assert!(!root.join("c.bpx").exists());
}

#[test]
fn names_can_be_chosen() {
    let folder = folder();
    let root = folder.path();
    pack(root, "a.bpx", &["--prefix", "./", "--include", "data", "--include", "*.txt", "--exclude", "deep"]);
    let listed = run_in(root, &["ls", "a.bpx"]).fine();
    assert_eq!(listed.text(), "./data/noise.bin\n./data/numbers.csv\n./readme.txt\n");
    assert_eq!(run_in(root, &["ls", "a.bpx", "*.csv"]).fine().text(), "./data/numbers.csv\n");
    run_in(root, &["ls", "a.bpx", "*.png"]).failed(1, "no object matches");
    run_in(root, &["ls", "a.bpx", "["]).failed(2, "glob");
    let long = run_in(root, &["ls", "-l", "a.bpx"]).fine();
    assert!(long.text().ends_with("      228901  3 objects\n"), "{}", long.text());
    let tree = run_in(root, &["ls", "--tree", "a.bpx"]).fine();
    assert_eq!(tree.text(), "data/\n  noise.bin (3)\n  numbers.csv (228890)\nreadme.txt (8)\n");
    let json = run_in(root, &["ls", "--json", "a.bpx", "readme.txt"]).fine().json();
    assert_eq!((&json["objects"][0]["name"], &json["objects"][0]["size"]), (&"./readme.txt".into(), &"8".into()));

    run_in(root, &["unpack", "a.bpx", "-o", "some", "*.txt", "data/no*"]).fine();
    assert_eq!(names(&root.join("some")), ["data/noise.bin", "readme.txt"]);
    run_in(root, &["unpack", "a.bpx", "-o", "none", "*.png"]).failed(1, "no object matches");
    // The package itself is left out.
    let all = run_in(root, &["pack", ".", "-o", "a.bpx", "--ignore-metadata"]);
    assert!(all.err.contains("a.bpx: the command does not pack its own output file"), "{all:?}");
    assert!(!run_in(root, &["ls", "a.bpx"]).fine().text().contains("a.bpx"));
}

#[test]
fn properties_that_packages_lose_are_reported() {
    let folder = folder();
    let root = folder.path();
    fs::create_dir(root.join("in/nothing")).unwrap();
    let output = run_in(root, &["pack", "in", "-o", "a.bpx"]);
    assert_eq!(output.code, 0);
    assert!(
        output.err.contains("packages cannot hold empty folders; left out: `nothing/`")
            && output.err.contains("do not store the times"),
        "{output:?}"
    );
    assert!(!output.err.contains("execute"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(root.join("in/bin/app"), fs::Permissions::from_mode(0o755)).unwrap();
        let output = run_in(root, &["pack", "in", "-o", "a.bpx"]);
        assert!(output.err.contains("times of files or execute permissions: bin/app"), "{output:?}");
        std::os::unix::fs::symlink("readme.txt", root.join("in/link")).unwrap();
        run_in(root, &["pack", "in", "-o", "b.bpx"]).failed(1, "in/link: is a symbolic link");
        assert!(!root.join("b.bpx").exists());
        let followed = run_in(root, &["pack", "in", "-o", "b.bpx", "--follow-links"]);
        assert_eq!(followed.code, 0);
        assert_eq!(run_in(root, &["cat", "b.bpx", "link"]).fine().out, b"read me\n");
        fs::write(root.join("in/ab:c"), "").unwrap();
        run_in(root, &["pack", "in", "-o", "b.bpx", "--follow-links"]).failed(1, "colon");
    }
}

#[test]
fn cat_prints_bytes() {
    let folder = folder();
    let root = folder.path();
    pack(root, "a.bpx", &["--compression", "xz:1"]);
    let numbers = fs::read(root.join("in/data/numbers.csv")).unwrap();
    for args in [&["cat", "a.bpx", "data/numbers.csv"][..], &["cat", "a.bpx", "./data/numbers.csv", "--check"]] {
        assert_eq!(run_in(root, args).fine().out, numbers);
    }
    assert_eq!(run_in(root, &["cat", "a.bpx", "--index", "0"]).fine().out, b"\x7fapp");
    assert!(run_in(root, &["cat", "a.bpx", "data/deep/er/empty"]).fine().out.is_empty());
    run_in(root, &["cat", "a.bpx", "nothing"]).failed(2, "no such object");
    run_in(root, &["cat", "a.bpx", "--index", "99"]).failed(2, "no such object");
    let bytes = fs::read(root.join("a.bpx")).unwrap();
    let piped = command(root).args(["cat", "-", "readme.txt"]).write_stdin(bytes.clone()).output().unwrap();
    assert_eq!(piped.stdout, b"read me\n");
    let unpacked = command(root).args(["unpack", "-", "-o", "piped"]).write_stdin(bytes).output().unwrap();
    assert_eq!(unpacked.status.code(), Some(0));
    assert_eq!(tree(&root.join("piped")), tree(&root.join("in")));
    // Written to a pipe.
    let piped = run_in(root, &["pack", "in", "-o", "-", "--compression", "xz:1", "--ignore-metadata"]).fine();
    assert_eq!(piped.out, fs::read(root.join("a.bpx")).unwrap());
}

#[test]
fn files_are_replaced_only_by_force() {
    let folder = folder();
    let root = folder.path();
    pack(root, "a.bpx", &[]);
    files(root, &[("out/readme.txt", b"mine")]);
    run_in(root, &["unpack", "a.bpx", "-o", "out"]).failed(4, "files exist already: readme.txt; --force");
    assert_eq!(tree(&root.join("out")), [("readme.txt".to_owned(), b"mine".to_vec())]);
    let json = run_in(root, &["unpack", "a.bpx", "-o", "out", "--force", "--json"]).fine().json();
    assert_eq!((&json["files"], &json["bytes"]), (&5.into(), &"228905".into()));
    assert_eq!(tree(&root.join("out")), tree(&root.join("in")));
    run_in(root, &["unpack", "a.bpx", "-o", "small", "--max-size", "1000"]).failed(1, "limit is 1000");
    assert!(!root.join("small").exists());
}

#[test]
fn unsafe_names_write_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let bad: &[&[u8]] =
        &[b"../out", b"/tmp/out", b"C:\\out", b"a\\..\\b", b"nul.txt", b"a/../../b", b"x\x1b[31m", b"dot.", b"\xff"];
    for name in bad {
        fs::write(root.join("a.bpx"), package(&[b"fine", name])).unwrap();
        let refused = run_in(root, &["unpack", "a.bpx", "-o", "out"]).failed(1, "names are unsafe");
        assert_eq!(refused.err.matches("(at offset 0x").count(), 1, "{refused:?}");
        assert_eq!(names(root), ["a.bpx"]);
        let skipped = run_in(root, &["unpack", "a.bpx", "-o", "out", "--skip-unsafe", "--json"]);
        assert_eq!(skipped.code, 0, "{skipped:?}");
        assert!(skipped.err.contains("is left out"), "{skipped:?}");
        let refused = &skipped.json()["refused"][0];
        assert_eq!(refused["path"], "sections[0].object_table.objects[1].name", "{refused}");
        // After the header, three headers of sections, the first object, and the size of the second.
        assert_eq!(refused["offset"], (40 + 3 * 24 + 20 + 8).to_string(), "{refused}");
        assert_eq!(names(root), ["a.bpx", "out/fine"]);
        fs::remove_dir_all(root.join("out")).unwrap();
        // Listed without control characters for terminals.
        let listed = run_in(root, &["ls", "--json", "a.bpx"]).fine().json();
        assert!(listed["objects"][1]["unsafe"].is_string(), "{listed}");
        run_in(root, &["ls", "-l", "a.bpx"]).fine();
    }
    for clash in [&[&b"Same"[..], b"same"], &[b"a", b"a/b"], &[b"x", b"x"]] {
        fs::write(root.join("a.bpx"), package(clash)).unwrap();
        run_in(root, &["unpack", "a.bpx", "-o", "out"]).failed(1, "names are unsafe");
        assert_eq!(names(root), ["a.bpx"]);
    }
}

#[test]
fn long_unsafe_names_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.bpx"), package(&["a/".repeat(2000).as_bytes()])).unwrap();
    let refused = run_in(root, &["unpack", "a.bpx", "-o", "out"]).failed(1, "names are unsafe");
    assert!(refused.err.lines().all(|line| line.len() < 300), "{refused:?}");
    let skipped = run_in(root, &["unpack", "a.bpx", "-o", "out", "--skip-unsafe"]);
    assert!(skipped.err.lines().all(|line| line.len() < 300), "{skipped:?}");
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.bpx"), package(&[b"dir/file", b"top"])).unwrap();
    files(root, &[("elsewhere/victim", b"mine")]);
    fs::create_dir(root.join("out")).unwrap();
    symlink("../elsewhere", root.join("out/dir")).unwrap();
    symlink("../elsewhere/victim", root.join("out/top")).unwrap();
    run_in(root, &["unpack", "a.bpx", "-o", "out", "--force"]).failed(4, "symbolic link");
    fs::remove_file(root.join("out/dir")).unwrap();
    run_in(root, &["unpack", "a.bpx", "-o", "out", "--force"]).fine();
    assert_eq!(tree(&root.join("elsewhere")), [("victim".to_owned(), b"mine".to_vec())]);
    assert_eq!(fs::read(root.join("out/top")).unwrap(), b"top");
    // The folder that is named may be one.
    symlink("out", root.join("way")).unwrap();
    run_in(root, &["unpack", "a.bpx", "-o", "way", "--force"]).fine();
}

#[test]
fn broken_packages_are_reported_and_the_rest_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let mut bytes = package(&[b"first", b"second"]);
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(root.join("a.bpx"), &bytes).unwrap();
    run_in(root, &["unpack", "a.bpx", "-o", "out"]).failed(1, "first");
    assert_eq!(names(root), ["a.bpx"], "nothing is complete, so that nothing is seen");
    let output = run_in(root, &["unpack", "a.bpx", "-o", "out", "--keep-going"]).failed(1, "second");
    assert!(output.err.contains("first"), "{output:?}");
    run_in(root, &["cat", "--check", "a.bpx", "first"]).failed(1, "check");
    // `info` shows what there is.
    let mut bytes = package(&[b"first"]);
    bytes[3] = b'P';
    bytes.truncate(bytes.len() - 20);
    fs::write(root.join("cut.bpx"), &bytes).unwrap();
    let info = run_in(root, &["info", "cut.bpx"]);
    assert!(info.text().contains("sections: 3"), "{info:?}");
}

#[test]
fn edit_changes_packages() {
    let folder = folder();
    let root = folder.path();
    pack(root, "a.bpx", &[]);
    files(root, &[("more/readme.txt", b"changed\n"), ("more/new.txt", b"new\n")]);
    run_in(root, &["edit", "add", "a.bpx", "more", "--ignore-metadata"])
        .failed(1, "already in the package: readme.txt");
    run_in(root, &["edit", "add", "a.bpx", "more", "--ignore-metadata", "--force"]).fine();
    assert_eq!(run_in(root, &["cat", "a.bpx", "readme.txt"]).fine().out, b"changed\n");
    run_in(root, &["edit", "add", "a.bpx", "more/new.txt", "--name", "other/name", "--ignore-metadata"]).fine();
    run_in(root, &["edit", "mv", "a.bpx", "data/", "moved/"]).fine();
    run_in(root, &["edit", "mv", "a.bpx", "new.txt", "newer.txt"]).fine();
    run_in(root, &["edit", "rm", "a.bpx", "deep", "bin/*"]).fine();
    let listed = run_in(root, &["ls", "--tree", "a.bpx"]).fine();
    let expected =
        "moved/\n  noise.bin (3)\n  numbers.csv (228890)\nnewer.txt (4)\nother/\n  name (4)\nreadme.txt (8)\n";
    assert_eq!(listed.text(), expected);
    fs::write(root.join("about.json"), r#"{"Name": "x"}"#).unwrap();
    run_in(root, &["edit", "set", "a.bpx", "--platform", "windows", "--metadata", "about.json", "-o", "b.bpx"]).fine();
    let info = run_in(root, &["info", "--json", "b.bpx"]).fine().json();
    assert_eq!((&info["package"]["platform"], &info["package"]["metadata"]["Name"]), (&"Windows".into(), &"x".into()));
    assert_eq!(run_in(root, &["verify", "b.bpx"]).code, 0);
    run_in(root, &["unpack", "b.bpx", "-o", "out"]).fine();
    assert_eq!(
        fs::read(root.join("out/moved/numbers.csv")).unwrap(),
        fs::read(root.join("in/data/numbers.csv")).unwrap()
    );

    let before = fs::read(root.join("a.bpx")).unwrap();
    run_in(root, &["edit", "mv", "a.bpx", "nothing", "x"]).failed(1, "no object has the name");
    run_in(root, &["edit", "mv", "a.bpx", "newer.txt", "../x"]).failed(1, "cannot be unpacked safely");
    run_in(root, &["edit", "mv", "a.bpx", "newer.txt", "readme.txt"]).failed(1, "exists already");
    run_in(root, &["edit", "mv", "a.bpx", "moved/", "x"]).failed(2, "end both names");
    run_in(root, &["edit", "rm", "a.bpx", "nothing"]).failed(1, "no object matches");
    assert_eq!(fs::read(root.join("a.bpx")).unwrap(), before);
}

#[test]
fn compact_drops_what_nothing_uses() {
    let folder = folder();
    let root = folder.path();
    pack(root, "a.bpx", &["--compression", "none"]);
    run_in(root, &["edit", "rm", "a.bpx", "numbers.csv"]).fine();
    let before = fs::metadata(root.join("a.bpx")).unwrap().len();
    assert!(before > 228_890);
    run_in(root, &["compact", "a.bpx", "-o", "b.bpx", "--compression", "none"]).fine();
    assert_eq!(fs::metadata(root.join("a.bpx")).unwrap().len(), before);
    run_in(root, &["compact", "a.bpx"]).fine();
    for name in ["a.bpx", "b.bpx"] {
        assert!(fs::metadata(root.join(name)).unwrap().len() < 1000);
        assert_eq!(run_in(root, &["verify", name]).code, 0);
        let listed = run_in(root, &["ls", name]).fine();
        assert_eq!(listed.text(), "bin/app\ndata/deep/er/empty\ndata/noise.bin\nreadme.txt\n");
    }
}

#[cfg(unix)]
#[test]
fn fpkg_makes_programs_executable() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.bpx"), package(&[b"./bin/app", b"./doc"])).unwrap();
    let mode = |path: &str| fs::metadata(root.join(path)).unwrap().permissions().mode() & 0o111;
    run_in(root, &["unpack", "a.bpx", "-o", "plain"]).fine();
    run_in(root, &["unpack", "a.bpx", "-o", "fpkg", "--fpkg"]).fine();
    assert_eq!((mode("plain/bin/app"), mode("fpkg/doc")), (0, 0));
    assert_ne!(mode("fpkg/bin/app"), 0);
}

/// Makes a package whose objects all have the same bytes.
fn shared(count: u32, content: &[u8]) -> Vec<u8> {
    named((0..count).map(|number| format!("f{number}")), content)
}

/// Makes a package of objects with these names, which all have the same bytes.
fn named(names: impl Iterator<Item = String>, content: &[u8]) -> Vec<u8> {
    let (mut table, mut strings) = (Vec::new(), Vec::new());
    for name in names {
        table.extend((content.len() as u64).to_le_bytes());
        table.extend((strings.len() as u32).to_le_bytes());
        table.extend(2_u32.to_le_bytes());
        table.extend(0_u32.to_le_bytes());
        strings.extend(name.into_bytes());
        strings.push(0);
    }
    let plain = SectionOptions::default();
    let builder = ContainerBuilder::new(b'P', 2).type_ext([4, 4, b'P', b'K', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    builder.section(2, table, plain).section(255, strings, plain).section(1, content, plain).build().unwrap()
}

#[test]
fn objects_that_share_their_bytes_are_not_written_without_bound() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    files(root, &[("p.bpx", &shared(100, &[7; 100_000]))]);
    let failed = run_in(root, &["unpack", "p.bpx", "-o", "out"]);
    assert_eq!(failed.code, 1);
    let place = "p.bpx: f26: error[package.limit]: sections[0].object_table.objects[26].size: ";
    let reason = "the files up to this object have 2700000 bytes and share 100000 bytes of content; the limit in bytes is 2648576 (at offset 0x278,";
    assert!(
        failed.err.contains(&format!("{place}{reason}")) && failed.err.contains("--max-size BYTES raises the limit"),
        "{}",
        failed.err
    );
    assert_eq!(names(root), ["p.bpx"]);
    run_in(root, &["unpack", "p.bpx", "-o", "out", "--max-size", "10000000"]).fine();
    assert_eq!(names(&root.join("out")).len(), 100);
    run_in(root, &["compact", "p.bpx", "--compression", "none"]).fine();
    let size = fs::metadata(root.join("p.bpx")).unwrap().len();
    assert!(size < 110_000, "{size} bytes");
    assert_eq!(run_in(root, &["cat", "p.bpx", "f99"]).fine().out, [7; 100_000]);
}

#[test]
fn a_tree_of_very_many_folders_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    files(folder.path(), &[("p.bpx", &named(std::iter::once("/".repeat(40_000)), b"x"))]);
    let shown = run_in(folder.path(), &["ls", "p.bpx", "--tree"]).fine();
    let last = shown.out.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty()).unwrap();
    assert!(last.starts_with(&[b' '; 200]) && last.ends_with(b" (1)"));
    assert!(shown.out.len() < 10_000_000, "{} bytes", shown.out.len());
}
