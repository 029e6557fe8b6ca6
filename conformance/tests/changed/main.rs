//! The suite notices a reader by a schema with one mistake in it.
//!
//! Each change of `changes.rs` is made in every structure where it is possible, and the interpreter reads by the
//! changed schema. It must give a wrong answer to some case that is not a file cut off. `cases/not-noticed.toml` lists
//! the changes that no case notices, with reasons. `alone.rs` leaves rules out, `independent.rs` changes the code of
//! other readers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "../asked/mod.rs"]
mod asked;
mod changes;
mod reader;
mod sums;

use asked::{SUITE, folder, is_cut, schema_of};
use bpx_formats::{algorithms, find_schema};
use bpx_schema::schema::{Model, Structure};
use conformance::suite::{Case, Op, is_like};
use reader::{Asked, Reader};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Changes that no case notices.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exceptions {
    never: Vec<Exception>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    /// Each as the test names it, or patterns of them.
    of: Vec<String>,
    why: String,
}

impl Exceptions {
    /// Returns the patterns of changes of a schema.
    fn of(schema: &str) -> Vec<String> {
        let text = std::fs::read_to_string(folder().join("cases/not-noticed.toml")).unwrap();
        let listed: Self = toml::from_str(&text).unwrap();
        assert!(listed.never.iter().all(|entry| !entry.why.is_empty()), "an entry without a reason");
        let all = listed.never.into_iter().flat_map(|entry| entry.of);
        all.filter(|pattern| pattern.split(' ').next() == Some(schema)).collect()
    }
}

/// The cases of a schema.
struct Cases {
    all: Vec<&'static Case>,
    files: Vec<Asked<'static>>,
}

impl Cases {
    fn of(schema: &str, sound: &Model) -> Self {
        let all: Vec<&Case> = SUITE.cases.iter().filter(|case| schema_of(case) == schema && !is_cut(case)).collect();
        let reader = Reader::new(sound, algorithms()).expect("a sound schema");
        let files =
            all.iter().filter(|case| case.op != Op::Record).filter_map(|case| Asked::new(case, &reader)).collect();
        Self { all, files }
    }

    /// Returns the cases of this structure as a record.
    fn records(&self, structure: &str, sound: &Model) -> Vec<Asked<'static>> {
        let reader = Reader::new(sound, algorithms()).expect("a sound schema");
        let of_it = self.all.iter().filter(|case| case.record.as_deref() == Some(structure));
        of_it.filter_map(|case| Asked::new(case, &reader)).collect()
    }
}

/// Returns a schema that begins with this structure.
fn rooted(model: &Model, structure: &str) -> Model {
    Model { root: structure.to_owned().into(), ..model.clone() }
}

/// Fails unless cases notice `at_least` changes of a schema, and all but the listed ones.
fn every_change_is_noticed(schema: &str, at_least: usize) {
    let sound = Model::from_root(find_schema(schema).expect("a format").1);
    let cases = Cases::of(schema, &sound);
    let (mut noticed, mut missed) = (0, BTreeSet::new());
    for (name, structure) in &sound.structures {
        let records = cases.records(name, &rooted(&sound, name));
        let mut files: Vec<&Asked<'_>> = cases.files.iter().filter(|file| file.seen.contains(name)).collect();
        for change in changes::of_structure(&serde_json::to_value(structure).unwrap()) {
            let Ok(structure) = serde_json::from_value::<Structure>(change.structure) else { continue };
            let mut model = rooted(&sound, name);
            model.structures.insert(name.clone(), structure);
            // A change that contradicts the rest of the schema is none.
            let Some(reader) = Reader::new(&model, algorithms()) else { continue };
            let mut finds = records.iter().any(|record| !record.passes(&reader));
            if !finds {
                let whole = rooted(&model, &sound.root);
                let reader = Reader::new(&whole, algorithms()).expect("a sound schema");
                let place = files.iter().position(|file| !file.passes(&reader));
                // The next change is likely to fail the same case.
                place.into_iter().for_each(|place| files[..=place].rotate_right(1));
                finds = place.is_some();
            }
            noticed += usize::from(finds);
            missed.extend((!finds).then(|| format!("{schema} {name} {}", change.what)));
        }
    }
    for (what, algorithms) in sums::wrong() {
        if sums::is_named(&sound, what) {
            let reader = Reader::new(&sound, algorithms).expect("a sound schema");
            let finds = cases.files.iter().any(|file| !file.passes(&reader));
            noticed += usize::from(finds);
            missed.extend((!finds).then(|| format!("{schema} {what}")));
        }
    }
    println!("{schema}: {noticed} changes are noticed, {} are not", missed.len());
    let listed = Exceptions::of(schema);
    let unlisted: Vec<_> = missed.iter().filter(|what| !listed.iter().any(|pattern| is_like(what, pattern))).collect();
    assert!(unlisted.is_empty(), "changes that no case notices: {unlisted:#?}");
    let stale: Vec<_> = listed.iter().filter(|pattern| !missed.iter().any(|what| is_like(what, pattern))).collect();
    assert!(stale.is_empty(), "cases notice these changes: {stale:?}");
    assert!(noticed >= at_least, "expected {at_least} changes, found {noticed}");
}

#[test]
fn of_blk() {
    every_change_is_noticed("blk", 20);
}

#[test]
fn of_bpat() {
    every_change_is_noticed("bpat", 80);
}

#[test]
fn of_bpx() {
    every_change_is_noticed("bpx", 140);
}

#[test]
fn of_bpx_v0() {
    every_change_is_noticed("bpx-v0", 100);
}

#[test]
fn of_gpb() {
    every_change_is_noticed("gpb", 120);
}
