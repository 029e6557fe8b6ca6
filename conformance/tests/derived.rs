//! The derived cases are those that schemas, texts and binding give.
//!
//! `DERIVED=overwrite cargo test -p conformance --test derived` writes them; then
//! `LOCK=overwrite cargo test -p conformance --test suite` locks what they mean.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use bpx_formats::Format;
use bpx_schema::schema::Model;
use conformance::derive::{Binding, Book, derive};
use conformance::suite::Suite;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl Into<PathBuf>) -> String {
    let path = path.into();
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn derived() -> BTreeMap<String, String> {
    let binding: Binding = toml::from_str(&read(folder().join("cases/derived.toml"))).unwrap();
    let book = Book::parse(&read(folder().join("../docs/clauses.toml"))).unwrap();
    let schemas = Format::ALL.iter().flat_map(|format| format.schemas());
    let models: BTreeMap<String, Model> = schemas.map(|(name, root)| (name.to_owned(), Model::of(root))).collect();
    derive(&binding, &models, &book, &folder().join("golden")).unwrap_or_else(|error| panic!("{error}"))
}

/// All files below a folder, by their paths there.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(inner, text)| (format!("{name}/{inner}"), text)));
        } else {
            found.insert(name, read(path));
        }
    }
    found
}

#[test]
fn the_files_are_current() {
    let (wanted, target) = (derived(), folder().join("cases/derived"));
    if std::env::var_os("DERIVED").is_some_and(|value| value == "overwrite") {
        let _ = std::fs::remove_dir_all(&target);
        for (path, text) in &wanted {
            let path = target.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
    let current = files(&target);
    let differs = |path: &&String| current.get(*path) != wanted.get(*path);
    let stale: Vec<_> = wanted.keys().chain(current.keys()).filter(differs).collect();
    assert!(stale.is_empty(), "`DERIVED=overwrite cargo test -p conformance --test derived`: {stale:?}");
}

/// Cutting is the cheapest way to many cases, and finds the least.
#[test]
fn cuts_are_few() {
    let suite = Suite::load(folder()).unwrap();
    let cuts = suite.cases.iter().filter(|case| case.id.contains(".cut.")).count();
    let derived = suite.cases.iter().filter(|case| case.is_derived()).count();
    println!("{} cases, {derived} of them derived, {cuts} of these cuts", suite.cases.len());
    assert!(cuts * 4 <= suite.cases.len(), "{cuts} of {}", suite.cases.len());
    assert!(derived >= 500, "{derived} derived cases");
}
