//! The twins are current, and they agree.

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
        let how = "`TWINS=overwrite cargo test -p tests --test twins` writes it anew";
        assert!(current == *text, "{} is not what the declarations give; {how}", path.display());
    }
}
