//! Commands that read files, and the exit codes of all commands.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{command, example, examples, run, run_in, run_with};
use std::fs;

#[test]
fn identify_shows_format_type_and_version() {
    let found = run(&["identify", "layout.bpx", "sd.bpx"]).fine();
    let lines: Vec<_> = found.text().lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("layout.bpx: BPX version 2"), "{lines:?}");
    let bytes = example("layout.bpx");
    let json = run_with(&bytes, &["identify", "--json", "-"]).fine().json();
    assert_eq!(json[0]["format"], "bpx");
    assert_eq!(json[0]["version"], u32::from_le_bytes(bytes[20..24].try_into().unwrap()));
    run_with(b"PNG", &["identify", "-"]).failed(3, "unknown-format");
    run_with(b"", &["identify", "-"]).failed(1, "empty");
    // The other files are still identified.
    let mixed = run(&["identify", "none.bpx", "layout.bpx"]).failed(4, "none.bpx");
    assert!(mixed.text().contains("layout.bpx: BPX"));
}

#[test]
fn info_shows_header_and_sections() {
    let bytes = example("zlib.bpx");
    let count = u32::from_le_bytes(bytes[16..20].try_into().unwrap());
    let json = run(&["info", "--json", "zlib.bpx"]).fine().json();
    assert_eq!(json["sections"].as_array().unwrap().len(), count as usize);
    assert_eq!(json["checksum"], u32::from_le_bytes(bytes[4..8].try_into().unwrap()));
    let compressed = json["sections"].as_array().unwrap().iter().any(|section| section["compression"] == "zlib");
    assert!(compressed);
    let text = run(&["info", "zlib.bpx"]).fine();
    assert!(text.text().contains(&format!("sections: {count}\n")), "{}", text.text());
    let stdin = run_with(&bytes, &["info", "-"]).fine();
    assert_eq!(stdin.text().replace("<stdin>", "zlib.bpx"), text.text());
}

#[test]
fn verify_judges() {
    for name in ["layout.bpx", "sd.bpx", "strings.bpx", "xz.bpx", "zlib.bpx"] {
        let verdict = run(&["verify", name]);
        assert_eq!(verdict.code, 0, "{verdict:?}");
        assert!(verdict.text().starts_with(&format!("{name}: valid")), "{verdict:?}");
    }
    let mut broken = example("layout.bpx");
    broken[4] ^= 1;
    let verdict = run_with(&broken, &["verify", "--short", "-"]).failed(1, "error[layout.checksum]: header.checksum");
    assert_eq!(verdict.text(), "<stdin>: invalid (1 error)\n");
    let json = run_with(&broken, &["verify", "--json", "-"]).json();
    let findings = json[0]["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["code"] == "layout.checksum").unwrap();
    assert_eq!((json[0]["verdict"].as_str(), finding["offset"].as_str()), (Some("invalid"), Some("4")));

    let mut newer = example("layout.bpx");
    newer[20] = 9;
    let verdict = run_with(&newer, &["verify", "--json", "-"]);
    assert_eq!((verdict.code, verdict.json()[0]["verdict"].as_str()), (3, Some("unsupported")));
    // Cut inside of the section table.
    let cut = run_with(&example("layout.bpx")[..50], &["verify", "-"]).failed(1, "truncated");
    assert!(cut.text().contains("malformed"));
    let explained = run(&["verify", "--explain", "layout.bpx"]);
    assert!(explained.text().contains("header.version") || explained.text().contains("version"), "{explained:?}");
    // The worst exit code counts.
    run(&["verify", "layout.bpx", "none.bpx"]).failed(4, "none.bpx");
}

#[test]
fn decode_and_encode_are_inverse() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["layout.bpx", "sd.bpx", "strings.bpx"] {
        let (source, model) = (examples().join(name), folder.path().join("model.json"));
        let (source, model) = (source.to_str().unwrap(), model.to_str().unwrap());
        assert!(run(&["decode", source, "-o", model]).fine().out.is_empty());
        let encoded = run(&["encode", model, "-o", "-"]).fine();
        assert_eq!(encoded.out, example(name), "{name}");
        let printed = run_with(&example(name), &["decode", "-"]).fine();
        assert_eq!(printed.out, fs::read(model).unwrap());
        assert_eq!(run_with(&printed.out, &["encode", "-", "-o", "-"]).fine().out, example(name));
    }
    run_with(b"{", &["encode", "-", "-o", "-"]).failed(1, "not JSON");
    run_with(b"{}", &["encode", "-", "-o", "-"]).failed(1, "");
    let brief = run(&["decode", "--brief", "zlib.bpx"]).fine();
    brief.json();
}

#[test]
fn roundtrip_keeps_or_rebuilds() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("copy.bpx");
    let to = target.to_str().unwrap();
    for name in ["layout.bpx", "xz.bpx", "zlib.bpx"] {
        run(&["roundtrip", name, "-o", to]).fine();
        assert_eq!(fs::read(&target).unwrap(), example(name));
        run(&["roundtrip", "--mode", "model", name, "-o", to]).fine();
        assert_eq!(run(&["verify", to]).code, 0);
        assert_eq!(run_with(&example(name), &["roundtrip", "-", "-o", "-"]).fine().out, example(name));
    }
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["copy.bpx"]);
}

#[test]
fn dump_lists_every_byte() {
    let bytes = example("layout.bpx");
    let entries = run(&["dump", "--json", "--full", "layout.bpx"]).fine().json();
    let version = entries.as_array().unwrap().iter().find(|entry| entry["path"] == "header.version").unwrap();
    assert_eq!((version["offset"].as_str(), version["size"].as_str()), (Some("20"), Some("4")));
    let stdin = run_with(&bytes, &["dump", "-"]).fine();
    assert_eq!(stdin.out, run(&["dump", "layout.bpx"]).fine().out);
    assert!(stdin.text().len() > 200);
    let one = run(&["dump", "--docs", "layout.bpx", "header"]).fine();
    assert!(one.text().len() < run(&["dump", "--docs", "layout.bpx"]).text().len());
    run(&["dump", "layout.bpx", "nothing.here"]).failed(2, "no value at `nothing.here`");
    run(&["dump", "layout.bpx", "a["]).failed(2, "not a path");
}

#[test]
fn query_prints_one_value() {
    let bytes = example("layout.bpx");
    assert_eq!(run(&["query", "layout.bpx", "header.version"]).fine().json(), 2);
    assert_eq!(run_with(&bytes, &["query", "-", "header.section_count"]).fine().json(), bytes[16]);
    assert_eq!(run(&["query", "layout.bpx", "header.nothing"]).failed(2, "no value at `header.nothing`").out, b"");
    let table = run(&["query", "layout.bpx", "table"]).fine().json();
    assert_eq!(table.as_array().unwrap().len(), bytes[16] as usize);
}

#[test]
fn hash_knows_the_values_of_the_specification() {
    let text = run(&["hash", "Name", "__debug__", ""]).fine();
    let expected = "0x000000017c898026  Name\n0x0377beb4dd4088e8  __debug__\n0x0000000000001505  \n";
    assert_eq!(text.text(), expected);
    assert_eq!(run(&["hash", "--json", "a"]).fine().json()[0]["hash"], "0x000000000002b606");
}

#[test]
fn schema_exports() {
    let export =
        |format: &str, target: &str| run(&["schema", "export", format, "--target", target]).fine().text().to_owned();
    assert!(export("bpx@2", "c").contains("bpx_section_header_validate"));
    assert!(export("bpx@0", "c").contains("bpx_v0_section_header_validate"));
    assert!(export("gpb@1.5", "python").contains("class Mesh(Structure):"));
    assert!(export("blk", "ksy").contains("id: blk"));
    assert!(export("bpat", "markdown").contains("## Header"));
    let part = ["schema", "export", "bpx", "--target", "json", "--structure", "Table"];
    let part = run(&part).fine().json();
    assert_eq!(part["root"], "Table");
    let names: Vec<_> = part["structures"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Column", "Table", "TableHeader"]);
    run(&["schema", "export", "bpx", "--target", "c", "--bundle"])
        .failed(2, "expected `--bundle` only with `--target python`");
    run(&["schema", "export", "bpx@7", "--target", "c"]).failed(2, "found `bpx@7`");
    run(&["schema", "export", "bpx", "--target", "cobol"]).failed(2, "cobol");
    run(&["schema", "export", "bpx", "--target", "c", "--structure", "No"]).failed(2, "no structure `No`");
}

#[test]
fn a_reference_has_pictures_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let export = ["schema", "export", "bpat", "--target", "markdown"];
    run_in(folder.path(), &[&export[..], &["-o", "bpat.md", "--pictures", "drawn/bpat"]].concat()).fine();
    let page = fs::read_to_string(folder.path().join("bpat.md")).unwrap();
    assert!(!page.contains("```text"), "pictures take the place of diagrams as text");
    let addresses = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures: Vec<_> = addresses.filter(|address| address.ends_with(".svg")).collect();
    assert_eq!(pictures.len(), page.matches("\n## ").count() - usize::from(page.contains("\n## Codes")));
    for picture in &pictures {
        let text = fs::read_to_string(folder.path().join(picture)).unwrap();
        assert!(text.starts_with("<svg "), "{picture}");
    }
    let header = fs::read_to_string(folder.path().join("drawn/bpat/header.svg")).unwrap();
    assert!(header.contains("species_id") && !header.contains("fps"), "one structure each");
    run(&[&export[..], &["--pictures", "drawn"]].concat()).failed(2, "--output");
    run(&["schema", "export", "bpat", "--target", "c", "-o", "x", "--pictures", "drawn"])
        .failed(2, "expected `--pictures` only with `--target markdown`, found `c`");
    run(&[&export[..], &["-o", "x", "--pictures", "/drawn"]].concat()).failed(2, "a relative folder");
}

#[test]
fn a_python_module_comes_with_its_runtime() {
    let folder = tempfile::tempdir().unwrap();
    let names = || {
        let mut names: Vec<_> = folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let export = ["schema", "export", "blk", "--target", "python", "-o"];
    run_in(folder.path(), &[&export[..], &["one.py", "--bundle"]].concat()).fine();
    assert_eq!(names(), ["one.py"]);
    run_in(folder.path(), &[&export[..], &["blk.py"]].concat()).fine();
    assert_eq!(names(), ["blk.py", "bpx_runtime.py", "one.py"]);
    assert!(read("one.py").contains("def read(") && read("bpx_runtime.py").contains("def read("));
    assert!(read("blk.py").contains("from bpx_runtime import") && !read("blk.py").contains("def read("));
}

#[test]
fn schema_lists_and_shows() {
    assert!(run(&["schema", "list"]).fine().text().contains("SectionHeader"));
    assert_eq!(run(&["schema", "list", "--json"]).fine().json()[0]["format"], "bpx");
    assert!(run(&["schema", "show", "bpx", "SectionHeader"]).fine().text().contains("Checksum"));
    run(&["schema", "show", "bpx", "SectionHeader", "--json"]).fine().json();
    run(&["schema", "show", "bpx"]).fine().json();
    run(&["schema", "show", "png"]).failed(2, "one of bpx, bpx-v0, bpat, blk, gpb, found `png`");
    run(&["schema", "show", "bpx", "Nothing"]).failed(2, "no structure `Nothing`");
}

#[test]
fn completions_know_all_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]).fine();
        for command in ["identify", "unpack", "compact"] {
            assert!(script.text().contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn each_command_has_a_man_page() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["man", "-o", "share/man1"]).fine();
    let page = |name: &str| fs::read_to_string(folder.path().join("share/man1").join(name)).unwrap();
    let commands = |args: &[&str]| -> Vec<String> {
        let help = run(args).fine();
        let lines = help.text().lines().skip_while(|line| *line != "Commands:").skip(1);
        let lines = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
        let names = lines.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
        names.filter(|name| *name != "help").map(str::to_owned).collect()
    };
    let mut names = vec!["bpx.1".to_owned()];
    for command in commands(&["--help"]) {
        assert!(page("bpx.1").contains(&format!("bpx\\-{command}(1)")), "{command}");
        assert!(page(&format!("bpx-{command}.1")).contains(&format!("\\fBbpx {command}\\fR")), "{command}");
        names.push(format!("bpx-{command}.1"));
        let nested = commands(&[&command, "--help"]).into_iter();
        names.extend(nested.map(|nested| format!("bpx-{command}-{nested}.1")));
    }
    let found = fs::read_dir(folder.path().join("share/man1")).unwrap();
    let mut found: Vec<_> = found.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    found.sort();
    assert_eq!(found, names);
    assert!(names.len() > 40, "{names:?}");
}

#[test]
fn help_and_usage() {
    let help = run(&["--help"]).fine();
    assert!(help.text().contains("Exit codes"));
    let subcommands = [
        "identify",
        "info",
        "verify",
        "decode",
        "encode",
        "roundtrip",
        "dump",
        "query",
        "hash",
        "schema",
        "completions",
        "pack",
        "unpack",
        "ls",
        "cat",
        "edit",
        "compact",
    ];
    for name in subcommands {
        assert!(help.text().contains(&format!("  {name}")), "{name}");
        assert!(run(&[name, "--help"]).fine().text().contains("Usage:"), "{name}");
    }
    run(&[]).failed(2, "Usage");
    run(&["verify"]).failed(2, "FILE");
    run(&["nothing"]).failed(2, "nothing");
    run(&["info", "layout.bpx", "--format", "png"]).failed(2, "unknown format `png`");
}

#[test]
fn failures_of_files_have_different_codes() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["info", "none.bpx"][..],
        &["decode", "none.bpx"],
        &["dump", "none.bpx"],
        &["query", "none.bpx", "header"],
        &["ls", "none.bpx"],
        &["cat", "none.bpx", "a"],
        &["unpack", "none.bpx", "-o", "out"],
        &["compact", "none.bpx"],
        &["edit", "rm", "none.bpx", "a"],
        &["pack", "none", "-o", "out.bpx"],
    ] {
        run_in(folder.path(), args).failed(4, "none");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{args:?}");
    }
    let nowhere = folder.path().join("no/such/folder.bpx");
    run(&["roundtrip", "layout.bpx", "-o", nowhere.to_str().unwrap()]).failed(4, "folder.bpx");
    // A file that is not a package.
    run(&["ls", "layout.bpx"]).failed(1, "");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let big = folder.path().join("big.bpx");
    let content = vec![7_u8; 4 << 20];
    common::files(folder.path(), &[("in/object", &content)]);
    run_in(folder.path(), &["pack", "in", "-o", "big.bpx", "--compression", "none", "--ignore-metadata"]).fine();
    let big = big.to_str().unwrap();
    let cases = [
        &["dump", "--full", big][..],
        &["decode", big],
        &["cat", big, "object"],
        &["cat", big, "object", "--check"],
        &["roundtrip", big, "-o", "-"],
        &["pack", "in", "-o", "-", "--compression", "none", "--ignore-metadata"],
    ];
    for args in cases {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bpx"));
        child.args(args).current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_bpx"))
        .args(["dump", "layout.bpx"])
        .current_dir(examples())
        .stdout(full)
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(4));
}

#[test]
fn colour_is_for_terminals_only() {
    let mut broken = example("layout.bpx");
    broken[4] ^= 1;
    // `run_with` refuses escapes; this one forces them, to see that there are any.
    run_with(&broken, &["verify", "-"]).failed(1, "error[");
    let output = command(&examples()).env("CLICOLOR_FORCE", "1").args(["verify", "-"]).write_stdin(broken).output();
    assert!(output.unwrap().stderr.contains(&0x1b));
}

#[test]
fn json_reports_files_that_cannot_be_read() {
    for command in ["identify", "verify"] {
        let output = run(&[command, "--json", "layout.bpx", "nowhere.bpx"]);
        assert_eq!(output.code, 4);
        let list = output.json();
        let files: Vec<_> = list.as_array().unwrap().iter().map(|one| one["file"].as_str().unwrap()).collect();
        assert_eq!(files.len(), 2, "{command}: {list}");
        assert!(files[1].ends_with("nowhere.bpx"));
        assert!(list[1]["error"].as_str().unwrap().contains("No such file"), "{list}");
    }
}

#[test]
fn differences_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let model = run(&["decode", "strings.bpx"]).fine();
    let new = folder.path().join("new.bpx").display().to_string();
    let changed = model.text().replace("\"birch\"", "\"beech tree\"");
    run_with(changed.as_bytes(), &["encode", "-", "-o", &new]).fine();
    let found = command(&examples()).args(["diff", "strings.bpx", &new]).output().unwrap();
    let said = "sections[0].content.strings[0]: \"birch\" -> \"beech tree\"\n";
    assert_eq!((found.status.code(), &*found.stdout), (Some(1), said.as_bytes()));
    let all = command(&examples()).args(["diff", "--all", "--json", "strings.bpx", &new]).output().unwrap();
    let list: serde_json::Value = serde_json::from_slice(&all.stdout).unwrap();
    assert!(list.as_array().unwrap().iter().any(|one| one["path"] == "sections[0].header.content_size"), "{list}");
    assert_eq!(run(&["diff", "strings.bpx", "strings.bpx"]).fine().text(), "");
    // A missing side has no member, because a value may be null.
    let more = model.text().replace("\"birch\"", "\"birch\", \"beech tree\"");
    run_with(more.as_bytes(), &["encode", "-", "-o", &new]).fine();
    let missing = command(&examples()).args(["diff", "--json", "strings.bpx", &new]).output().unwrap();
    let list: serde_json::Value = serde_json::from_slice(&missing.stdout).unwrap();
    let added = serde_json::json!([{ "path": "sections[0].content.strings[1]", "new": "beech tree" }]);
    assert_eq!(list, added);
}
