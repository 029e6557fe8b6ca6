//! The crate reads the golden package and its faults with the same results as ours, except for the listed differences.

use crate::goldens::source;
use crate::support::{Crate, brief, summary};
use bpx_formats::bpx::package::Package;
use bpx_formats::bpx::sd::json::from_json;
use bpx_schema::Limits;
use conformance::testee::Outcome;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use test_needs::needs;

const HANG: &str = "timed-out";
/// It says that it read more than it did.
const SHORT: &str = "ok, but short";

const ANY_SECTION: &str = "the crate reads objects from sections of any type";
const SILENT: &str = "the crate reads what there is, and says that it read what the table states";

/// Faults that the crate takes otherwise: what it makes of them, and why.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    ("architecture-5", "rejected open: InvalidCode", "the crate knows five architectures and takes no others"),
    ("platform-9", "rejected open: InvalidCode", "the crate knows five platforms and takes no others"),
    ("no-data", "ok", ANY_SECTION),
    ("start-past-end", SHORT, SILENT),
    ("start-not-data", "ok", ANY_SECTION),
    ("start-counted-from-1", SHORT, SILENT),
    ("offset-past-section", HANG, "what is left of the section wraps, and the crate takes no bytes for some bytes"),
    ("size-one-too-many", SHORT, SILENT),
    ("size-huge", SHORT, SILENT),
    ("runs-into-another-section", "ok", ANY_SECTION),
];

/// Returns objects by name and content, and metadata as bytes. `None` if any of it cannot be read.
fn ours(bytes: &[u8]) -> Option<(Vec<Json>, Option<Vec<u8>>)> {
    let package = Package::open(Arc::new(bytes.to_vec()), Limits::default()).ok()?;
    let object = |object: bpx_formats::bpx::package::Object<'_>| {
        Some(json!({ "name": object.name().ok()?, "content": summary(&object.read().ok()?) }))
    };
    let objects: Option<Vec<_>> = package.objects().map(object).collect();
    let metadata = package.metadata().ok()?.map(|document| document.sorted().to_vec().expect("metadata"));
    Some((objects?, metadata))
}

/// Returns the same, as the crate reads them.
fn theirs(outcome: &Outcome) -> Option<(Vec<Json>, Option<Vec<u8>>)> {
    let Outcome::Ok(json) = outcome else { return None };
    let list = json["objects"].as_array()?.iter();
    let objects = list.map(|object| json!({ "name": object["name"], "content": object["content"] })).collect();
    let metadata = Some(&json["metadata"]).filter(|json| !json.is_null());
    Some((
        objects,
        metadata.map(|json| {
            from_json(bpx_schema::json::JsonDoc::from(json).root())
                .expect("structured data")
                .to_vec()
                .expect("metadata")
        }),
    ))
}

fn describe_outcome(outcome: &Outcome) -> String {
    if let Outcome::Ok(json) = outcome {
        let mut objects = json["objects"].as_array().expect("objects").iter();
        if objects.any(|object| object["loaded"] != object["content"]["size"]) {
            return SHORT.to_owned();
        }
    }
    brief(outcome)
}

#[needs(testees)]
#[test]
fn packages() {
    let source = source("package");
    let intact = source.build().expect("a golden").bytes;
    let read = Crate::new().read("package-read", &intact);
    assert_eq!((describe_outcome(&read).as_str(), theirs(&read)), ("ok", ours(&intact)));
    let mut met = 0;
    for fault in source.faults() {
        let bytes = source.build_fault(fault).expect("a fault").bytes;
        let listed = DIFFERENCES.iter().find(|(other, ..)| *other == fault);
        met += usize::from(listed.is_some());
        let driver = if listed.is_some_and(|listed| listed.1 == HANG) { Crate::impatient() } else { Crate::new() };
        let outcome = driver.read("package-read", &bytes);
        let (ours, theirs, said) = (ours(&bytes), theirs(&outcome), describe_outcome(&outcome));
        let alike = if ours.is_some() { said == "ok" && theirs == ours } else { said.starts_with("rejected") };
        match listed {
            Some((_, expected, reason)) => {
                assert_eq!(said, *expected, "{fault} ({reason})");
                assert!(!alike, "{fault}: no difference, and need not be listed");
            }
            None => assert!(alike, "{fault}: {outcome:?}; ours: {ours:?}"),
        }
    }
    assert_eq!(met, DIFFERENCES.len(), "a fault that is listed does not exist");
}
