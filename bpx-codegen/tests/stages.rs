//! The stages of the generator name only those before them.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

/// Folders and files of `src`, in their order; all after the stages are their users.
const ORDER: [&str; 8] = ["words", "parse", "check", "emit", "macros", "stub", "twin", "generate"];
const STAGES: usize = 4;

#[test]
fn a_stage_names_only_those_before_it() {
    for (index, stage) in ORDER.iter().enumerate().take(STAGES) {
        let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(stage));
        assert!(!files.is_empty(), "{stage} has no files");
        for file in files {
            let text = read_to_string(&file).unwrap();
            let higher = ORDER.iter().skip(index + 1).map(|higher| format!("crate::{higher}"));
            for path in higher.chain(["crate::{".to_owned(), "super::super".to_owned()]) {
                assert!(!text.contains(&path), "{}: expected only earlier stages, found `{path}`", file.display());
            }
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
