//! What the fuzzer begins with, and what it found once.

use crate::pages;
use std::path::{Path, PathBuf};
use tests::fuzzing::whole_file::{WholeFile, holds_for_one};
use tests::whole_files;

/// The samples, each after the number of its page.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let numbered = |number: u8, page: pages::Page| {
        let samples = (page.samples)().into_iter().enumerate();
        samples.map(move |(at, file)| (format!("{}-{at}", page.name), [&[number][..], &file].concat()))
    };
    (0..).zip(pages::all()).flat_map(|(number, page)| numbered(number, page)).collect()
}

#[test]
fn regressions_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions/gallery");
    let formats: Vec<WholeFile> = gallery::pages!(whole_files);
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let _ = holds_for_one(&formats, &std::fs::read(&path).unwrap());
        count += 1;
    }
    assert!(count > 0, "there are no regressions to replay");
}

#[test]
fn seeds_hold() {
    let formats: Vec<WholeFile> = gallery::pages!(whole_files);
    for (name, seed) in seeds() {
        assert!(holds_for_one(&formats, &seed), "{name}: no header is read");
    }
}

/// Writes the seeds of the fuzzer into a folder.
#[test]
#[ignore = "for the fuzzer, which gives the folder FUZZ_SEEDS"]
fn seeds_are_written() {
    let folder = PathBuf::from(std::env::var_os("FUZZ_SEEDS").unwrap());
    std::fs::create_dir_all(&folder).unwrap();
    for (name, seed) in seeds() {
        std::fs::write(folder.join(name), seed).unwrap();
    }
}
