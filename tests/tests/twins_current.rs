//! The twins are what the declarations give. A target of its own, so that twins that do not compile can be rewritten.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

const HOW: &str = "`TWINS=overwrite cargo test -p tests --test twins_current` puts it right";

/// Rewrites the twins under `TWINS=overwrite`, and else compares.
#[test]
fn twins_are_current() {
    let overwrite = std::env::var_os("TWINS").is_some_and(|value| value == "overwrite");
    let files = tests::generate::twins().unwrap();
    assert!(files.len() > 3, "only {} files", files.len());
    for (path, text) in &files {
        if overwrite {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let current = std::fs::read_to_string(path).unwrap_or_default();
        assert!(current == *text, "{} is not what the declarations give; {HOW}", path.display());
    }
    for path in tests::generate::stale(&files).unwrap() {
        assert!(overwrite, "{} is generated from nothing; {HOW}", path.display());
        std::fs::remove_file(path).unwrap();
    }
}
