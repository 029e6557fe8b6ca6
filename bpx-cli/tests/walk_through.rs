//! The commands in the pages of the documentation print the shown output.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use conformance::source::Source;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the output of a command line of the page.
fn output(line: &str, folder: &Path) -> String {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("bpx") => {
            let run = Command::new(env!("CARGO_BIN_EXE_bpx")).args(words).current_dir(folder).output().unwrap();
            assert!(matches!(run.status.code(), Some(0 | 1)), "{line}: {}", String::from_utf8_lossy(&run.stderr));
            String::from_utf8([run.stdout, run.stderr].concat()).unwrap()
        }
        Some("cat") => words.map(|name| fs::read_to_string(folder.join(name)).unwrap()).collect(),
        other => panic!("{other:?} is not a command of the page"),
    }
}

/// Returns the page, with what its commands print under each.
fn page(text: &str, folder: &Path) -> String {
    let (mut page, mut inside) = (String::new(), false);
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ => {}
        }
        let command = line.strip_prefix("$ ").filter(|_| inside);
        if command.is_some() || !inside || line == "```console" {
            page.push_str(&format!("{line}\n"));
        }
        if let Some(command) = command {
            page.push_str(&output(command, folder));
        }
    }
    page
}

/// Compares a page with what its commands print, in a folder with these files.
fn compare(page_name: &str, folder: &Path) {
    let path = root().join("docs").join(page_name);
    let text = fs::read_to_string(&path).unwrap();
    let wanted = page(&text, folder);
    if std::env::var_os("WALK_THROUGH").is_some_and(|value| value == "overwrite") {
        fs::write(&path, &wanted).unwrap();
        return;
    }
    let how = "`WALK_THROUGH=overwrite cargo test -p bpx-cli --test walk_through` puts it right";
    assert!(text == wanted, "docs/{page_name} shows something else than its commands print; {how}\n{wanted}");
}

/// Makes a folder with documents of the walk-through.
fn documents(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        fs::copy(root().join("tests/walk-through").join(name), folder.path().join(name)).unwrap();
    }
    folder
}

/// `WALK_THROUGH=overwrite cargo test -p bpx-cli --test walk_through` puts the pages right.
#[test]
fn the_page_shows_what_its_commands_print() {
    compare(
        "from-a-document.md",
        documents(&["lights-1.md", "lights-2.md", "header.json", "sounds.md", "sounds.fix.toml"]).path(),
    );
}

#[test]
fn the_page_of_a_real_change_shows_what_its_commands_print() {
    let folder = documents(&["bpat-1.md", "bpat-2.md", "bpat-3.md"]);
    let golden = fs::read_to_string(root().join("conformance/golden/bpat/full.src")).unwrap();
    let horse = Source::parse(&golden).unwrap().build().unwrap();
    fs::write(folder.path().join("horse.bpat"), horse.bytes).unwrap();
    compare("a-real-change.md", folder.path());
}

#[test]
fn the_readme_shows_what_its_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = fs::read(root().join("examples/sd.bpx")).unwrap();
    // Another checksum than that of the bytes.
    bytes[4] ^= 0x40;
    fs::write(folder.path().join("broken.bpx"), bytes).unwrap();
    compare("../README.md", folder.path());
}
