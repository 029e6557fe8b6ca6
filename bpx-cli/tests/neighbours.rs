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
            assert!(run(&["dump", name]).fine().text().lines().count() > 5, "{name}");
        }
    }
}
