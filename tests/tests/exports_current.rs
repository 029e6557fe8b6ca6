//! The exported schemas in the repository are the current output.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_formats::formats;
use bpx_schema::schema::Model;
use bpx_workbench::export::{PYTHON_RUNTIME, Target, export, format_stem, python_runtime};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const HOW: &str = "`cargo xtask exports` puts it right";

/// Returns every file and its text.
fn files() -> BTreeMap<PathBuf, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../exports");
    let mut files = BTreeMap::from([(folder.join(PYTHON_RUNTIME), python_runtime())]);
    for (name, schema) in formats().iter().flat_map(|format| format.schemas()) {
        let model = Model::from_root(schema);
        for target in Target::ALL {
            let path = folder.join(format_stem(name)).with_extension(target.extension());
            files.insert(path, export(&model, name, *target).unwrap());
        }
    }
    files
}

/// Rewrites the files under `EXPORTS=overwrite`, and else compares.
#[test]
fn exports_are_current() {
    let overwrite = std::env::var_os("EXPORTS").is_some_and(|value| value == "overwrite");
    let files = files();
    assert_eq!(files.len(), 31, "five schemas, six targets, and the runtime of Python");
    let folder = files.keys().next().unwrap().parent().unwrap();
    std::fs::create_dir_all(folder).unwrap();
    for (path, text) in &files {
        if overwrite {
            std::fs::write(path, text).unwrap();
        }
        let current = std::fs::read_to_string(path).unwrap_or_default();
        assert!(current == *text, "{} is not what the declarations give; {HOW}", path.display());
    }
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        assert!(files.contains_key(&path), "{} is exported from nothing", path.display());
    }
}
