//! Mistakes in declarations, and what the compiler says about them.
//!
//! The expected messages depend on the version of the compiler. After a change of either, rewrite them with
//! `TRYBUILD=overwrite cargo test -p tests --test ui`, and read every one before you keep it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[test]
fn mistakes_are_explained() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}

#[test]
fn every_mistake_has_its_message() {
    let files: Vec<_> = std::fs::read_dir("ui").unwrap().map(|entry| entry.unwrap().path()).collect();
    let mistakes: Vec<_> = files.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")).collect();
    assert!(mistakes.len() >= 30, "only {} mistakes are tried", mistakes.len());
    for mistake in mistakes {
        assert!(mistake.with_extension("stderr").exists(), "no message for {}", mistake.display());
    }
    for message in files.iter().filter(|path| path.extension().is_some_and(|end| end == "stderr")) {
        assert!(message.with_extension("rs").exists(), "no mistake for {}", message.display());
    }
}
