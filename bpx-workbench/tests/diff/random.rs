//! Random changes of a small schema.

use super::agree::many;
use super::build::base;
use super::oracle;
use bpx_workbench::samples;

#[test]
fn generated_files_are_valid() {
    let model = base();
    let samples = samples::samples_of(&model, "File", 400).unwrap();
    let valid = samples.iter().filter(|sample| oracle::ask(&model, "File", &sample.bytes, &[]).accepts[0]).count();
    println!("{valid} of {} files are valid", samples.len());
    assert!(oracle::ask(&model, "File", &samples[0].bytes, &[]).accepts[0], "{:02x?}", samples[0].bytes);
    assert!(samples.len() == 400 && valid * 10 >= samples.len() * 9, "{valid} of {}", samples.len());
}

/// A quarter of a thousand changes, so that a machine with several cores has something to do on each.
fn quarter(seed: u64) {
    let tally = many(&base(), 250, 8, seed);
    println!("{tally:#?}");
    assert_eq!(tally.edits, 250);
    assert!(tally.same > 25, "changes of names and texts are among them");
    assert!(tally.breaking > 300 && tally.witnessed * 3 > tally.breaking * 2, "most breaks are shown");
}

#[test]
fn a_thousand_changes_agree_with_two_interpreters_1() {
    quarter(7);
}

#[test]
fn a_thousand_changes_agree_with_two_interpreters_2() {
    quarter(77);
}

#[test]
fn a_thousand_changes_agree_with_two_interpreters_3() {
    quarter(777);
}

#[test]
fn a_thousand_changes_agree_with_two_interpreters_4() {
    quarter(7777);
}
