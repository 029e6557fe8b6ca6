//! What is exported of each page: Python reads, checks and writes the files, and compiled Kaitai Struct reads the same values.

use crate::pages::all;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use test_needs::needs;
use tests::programs::{Kaitai, ask_python, found};
use tests::python::{Python, Question};

/// What compiled Kaitai Struct says of the samples of each page: values that are equal, and values that it lacks.
fn noted() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/formats/kaitai.txt")
}

/// The lines of [`noted`], by page.
pub fn said() -> BTreeMap<String, (usize, usize)> {
    let text = std::fs::read_to_string(noted()).unwrap_or_default();
    let line = |line: &str| {
        let [name, equal, lacking] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        (name.to_owned(), (equal.parse().unwrap(), lacking.parse().unwrap()))
    };
    text.lines().map(line).collect()
}

#[needs(python3)]
#[test]
fn python_finds_the_same_and_writes_the_same() {
    let python = Python::start(all().into_iter().map(|page| (page.name, (page.model)())));
    for page in all() {
        let model = (page.model)();
        let files: Vec<_> = (page.samples)().into_iter().chain([(page.damaged)()]).collect();
        let slices: Vec<_> = files.iter().map(Vec::as_slice).collect();
        let answers = ask_python(&python.module(page.name), &model, &slices);
        let mut sound = Vec::new();
        for (index, (bytes, (faults, _))) in files.iter().zip(answers).enumerate() {
            if faults.iter().any(|fault| fault.starts_with(UNSUPPORTED)) {
                eprintln!("{} {index}: not compared, Python lacks a transform", page.name);
                continue;
            }
            assert_eq!(faults, found(&model, bytes), "{} {index}", page.name);
            if index + 1 < files.len() {
                sound.push((index, bytes));
            }
        }
        assert!(!sound.is_empty(), "{}: Python reads none of the samples", page.name);
        let question = |bytes: &Vec<u8>| Question::Bytes { schema: page.name, bytes: bytes.clone() };
        let questions: Vec<_> = sound.iter().map(|(_, bytes)| question(bytes)).collect();
        for (written, (index, bytes)) in python.ask(&questions).into_iter().zip(sound) {
            assert!(written.as_ref() == Ok(bytes), "{} {index}: {:?}", page.name, written.err());
        }
    }
}

/// How a finding begins about a transform that the library of Python does not have, as Zstandard.
const UNSUPPORTED: &str = "unsupported-feature ";

#[needs(kaitai)]
#[test]
fn compiled_kaitai_reads_the_same_values() {
    let kaitai = Kaitai::installed();
    let mut text = String::new();
    for page in all() {
        let model = (page.model)();
        let reader = kaitai.compile(page.name, &model);
        let (mut equal, mut lacking) = (0, 0);
        for file in (page.samples)() {
            let (same, missing) = reader.compare(page.name, &file);
            equal += same;
            lacking += missing;
        }
        let _ = writeln!(text, "{} {equal} {lacking}", page.name);
    }
    if std::env::var_os("GALLERY").is_some_and(|value| value == "overwrite") {
        std::fs::write(noted(), &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(noted()).unwrap_or_default(), text, "`cargo xtask gallery` notes it");
}
