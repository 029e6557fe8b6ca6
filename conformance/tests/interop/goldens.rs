//! The crate opens the golden files and their faults with the same results as ours, except for the listed differences.

use crate::support::{Crate, brief, summary};
use bpx_formats::bpx::Container;
use bpx_schema::Limits;
use conformance::source::Source;
use conformance::testee::Outcome;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use test_needs::needs;

const CHECKSUM: &str = "rejected load: Checksum";
const INFLATE: &str = "rejected load: Inflate.Unknown";
const HANG: &str = "timed-out";

/// For every golden: the result of the crate, for it and for those of its faults that ours accepts, with the reason.
const GOLDENS: &[(&str, &str, &str)] = &[
    ("layout", CHECKSUM, "one section has the CRC-32 of IEEE 802.3, the crate computes another"),
    ("minimal", "ok", "a header alone is a container"),
    ("model", "ok", "the crate knows no models, but their container"),
    ("package", "ok", "plain sections; as a package, see `package_goldens`"),
    ("package-twin", "ok", "plain sections"),
    ("sd", "ok", "one plain section"),
    ("shader", "ok", "plain sections; as a shader package, see `shader_goldens`"),
    ("shader-assembly", "ok", "as above"),
    ("strings", "ok", "one plain section"),
    ("table", CHECKSUM, "one section has the CRC-32 of IEEE 802.3, the crate computes another"),
    ("texture", "ok", "the crate knows no textures, but their container"),
    ("texture-cube", "ok", "as above"),
    ("version1", "ok", "xz under the crate's own CRC-32; containers of version 1 are as those of version 2"),
    ("version1-spanning", "ok", "plain sections; the crate opens no packages of version 1, but their container"),
    ("xz", "ok", "its decoder takes every check, several blocks, several streams, and padding"),
    ("xz-stream", "ok", "one stream"),
    ("zlib", INFLATE, "the crate inflates everything with the xz decoder"),
];

/// Goldens of version 0, which the crate does not know.
const OLD: &[&str] = &["v0-model", "v0-package", "v0-shader", "v0-texture"];

const READS_ON: &str = "a plain section that ends early is read for ever: the crate takes no bytes for some bytes";
const NOT_COMPARED: &str = "the crate never compares the stated size with what came out of the decoder";

/// Faults that the crate takes otherwise: golden, fault, what the crate makes of it, why.
///
/// Otherwise: not as it takes the golden when ours reads all contents, and not with a refusal when ours does not.
const DIFFERENCES: &[(&str, &str, &str, &str)] = &[
    ("layout", "cut-last-payload", HANG, READS_ON),
    ("strings", "cut-before-content", HANG, READS_ON),
    ("strings", "cut-in-content", HANG, READS_ON),
    ("strings", "pointer-past-end", HANG, READS_ON),
    ("strings", "pointer-one-too-far", HANG, READS_ON),
    ("strings", "content-size-one-more", HANG, READS_ON),
    (
        "strings",
        "reserved-used",
        "rejected open: Checksum",
        "the crate sums up the table as it would write it, with zeros for reserved bytes",
    ),
    ("version1", "section-checksum-true-crc32", CHECKSUM, "the crate computes another CRC-32"),
    ("xz", "content-size-one-more", "ok", NOT_COMPARED),
    ("xz", "content-size-one-less", "ok", NOT_COMPARED),
    ("xz", "content-size-zero", "ok", NOT_COMPARED),
    ("xz-stream", "content-size-one-more", "ok", NOT_COMPARED),
    ("xz-stream", "content-size-less", "ok", NOT_COMPARED),
    ("xz-stream", "content-size-zero", "ok", NOT_COMPARED),
    ("xz-stream", "zlib-flag", "ok", "whatever the flag says, the crate inflates with the xz decoder"),
    ("xz", "zlib-flag-on-xz", "ok", "whatever the flag says, the crate inflates with the xz decoder"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/bpx")
}

pub(crate) fn source(name: &str) -> Source {
    let text = std::fs::read_to_string(folder().join(format!("{name}.src"))).expect("a golden");
    Source::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns all contents as ours reads them; `None` if one of them cannot be read.
fn ours(bytes: &[u8]) -> Option<Vec<Json>> {
    let container = Container::open(Arc::new(bytes.to_vec()), Limits::default()).ok()?;
    container.sections().map(|section| section.content().ok().map(|content| summary(&content))).collect()
}

/// Returns all contents as the crate reads them.
fn theirs(outcome: &Outcome) -> Option<Vec<Json>> {
    let Outcome::Ok(json) = outcome else { return None };
    Some(json["sections"].as_array()?.iter().map(|section| section["content"].clone()).collect())
}

#[needs(testees)]
#[test]
fn every_golden_is_listed() {
    let entries = folder().read_dir().expect("the golden folder").map(|entry| entry.expect("an entry").path());
    let sources = entries.filter(|path| path.extension().is_some_and(|extension| extension == "src"));
    let mut names: Vec<_> = sources.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    let mut listed: Vec<_> = GOLDENS.iter().map(|(name, ..)| *name).chain(OLD.iter().copied()).collect();
    listed.sort_unstable();
    assert_eq!(names, listed);
}

#[needs(testees)]
#[test]
fn version_0_is_refused() {
    for name in OLD {
        let outcome = Crate::new().read("container-read", &source(name).build().expect("a golden").bytes);
        assert_eq!(brief(&outcome), "rejected open: BadVersion", "{name}");
    }
}

#[needs(testees)]
#[test]
fn goldens() {
    for (name, expected, reason) in GOLDENS {
        let bytes = source(name).build().expect("a golden").bytes;
        let outcome = Crate::new().read("container-read", &bytes);
        assert_eq!(brief(&outcome), *expected, "{name} ({reason})");
        if *expected == "ok" {
            assert_eq!(theirs(&outcome), ours(&bytes), "{name}");
        }
    }
}

#[needs(testees)]
#[test]
fn faults() {
    let mut met = 0;
    for (name, golden_outcome, _) in GOLDENS {
        let source = source(name);
        let intact = ours(&source.build().expect("a golden").bytes).expect("contents");
        for fault in source.faults() {
            let bytes = source.build_fault(fault).expect("a fault").bytes;
            let ours = ours(&bytes);
            let listed = DIFFERENCES.iter().find(|(golden, other, ..)| golden == name && *other == fault);
            met += usize::from(listed.is_some());
            let driver = if listed.is_some_and(|listed| listed.2 == HANG) { Crate::impatient() } else { Crate::new() };
            let outcome = driver.read("container-read", &bytes);
            let (said, what) = (brief(&outcome), format!("{name} {fault}: {outcome:?}"));
            match (listed, &ours) {
                (Some((.., expected, reason)), _) => {
                    assert_eq!(said, *expected, "{what} ({reason})");
                    let as_usual = if ours.is_some() { said == *golden_outcome } else { said.starts_with("rejected") };
                    assert!(!as_usual, "{what}: no difference, and need not be listed");
                    // What it makes of a wrong description is the content as it was.
                    assert!(said != "ok" || theirs(&outcome).as_ref() == Some(&intact), "{what}");
                }
                (None, Some(_)) => {
                    assert_eq!(said, *golden_outcome, "{what}: ours reads it");
                    assert!(said != "ok" || theirs(&outcome) == ours, "{what}");
                }
                (None, None) => assert!(said.starts_with("rejected"), "{what}: ours refuses it"),
            }
        }
    }
    assert_eq!(met, DIFFERENCES.len(), "a fault that is listed does not exist");
}
