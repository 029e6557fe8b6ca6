//! Other implementations fail exactly the known cases, and the suite finds their known faults.
//!
//! Here a fixed part of the suite is asked; `cargo xtask conform-all` asks all of it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use conformance::known::{Known, check_results};
use conformance::runner::{CaseResult, Program, RunOptions, Status, run_cases};
use conformance::suite::{Case, Suite, is_like};
use conformance::testee::{Bounds, Testee};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;
use test_needs::needs;

/// The day for the lists, before all expiries: these are not checked here.
const TODAY: &str = "2026-11-21";

/// The part of the suite.
const SLICE: [&str; 5] = ["bpx.header.*", "bpx.section.*", "bpx.package.*", "bpx.unpack.*", "blk.*"];

/// The cases that hang and still run here: each of them takes the whole time limit.
const HANGS: [&str; 2] = ["bpx.section.pointer.end", "bpx.package.offset.end"];

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn suite() -> &'static Suite {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    SUITE.get_or_init(|| Suite::load(folder()).unwrap())
}

struct Run {
    known: Known,
    cases: Vec<&'static Case>,
    results: Vec<CaseResult>,
}

/// Asks one of the repository's own testees its part of the slice.
fn asked(name: &'static str, cell: &'static OnceLock<Run>) -> &'static Run {
    cell.get_or_init(|| {
        let testee = Testee::build(name).unwrap_or_else(|error| panic!("nothing to ask: {error}"));
        // Reserving more than there can be fails everywhere, also where the system promises what it has not.
        let command = format!("sh -c 'ulimit -v 8000000; exec \"{}\" conform'", testee.program().display());
        let known = Known::read(&folder().join("known").join(format!("{name}.toml"))).unwrap();
        let hangs = |id: &str| known.entry(id, "timed-out").is_some_and(|entry| entry.got == "timed-out");
        let wanted = |case: &&Case| {
            SLICE.iter().any(|pattern| is_like(&case.id, pattern))
                && (!hangs(&case.id) || HANGS.contains(&case.id.as_str()))
        };
        let cases: Vec<&Case> = suite().cases.iter().filter(wanted).collect();
        let bounds = Bounds::default().with_time(Duration::from_secs(3)).with_memory(512 << 20);
        let options = RunOptions::default().with_bounds(bounds);
        let (_, results) = run_cases(&Program::Persistent(command), &cases, &options, &|_| {}).unwrap();
        Run { known, cases, results }
    })
}

fn bpx_crate() -> &'static Run {
    static RUN: OnceLock<Run> = OnceLock::new();
    asked("bpx-crate", &RUN)
}

fn wt_blk() -> &'static Run {
    static RUN: OnceLock<Run> = OnceLock::new();
    asked("wt-blk", &RUN)
}

impl Run {
    /// Asserts that exactly what is listed fails; `at_least` so many pass.
    fn is_as_listed(&self, name: &str, at_least: usize) {
        let surprises: Vec<_> = check_results(&suite().cases, &self.cases, &self.results, &self.known, TODAY);
        let lines: String = surprises.iter().map(|surprise| format!("{surprise}\n")).collect();
        assert!(
            surprises.is_empty(),
            "{name}:\n{lines}`cargo xtask conform-all --fix` rewrites the list; reasons are yours"
        );
        let passed = self.results.iter().filter(|result| result.status == Status::Passed).count();
        assert!(passed >= at_least, "only {passed} pass");
    }

    /// Returns ids of failures with a symptom.
    fn failed(&self, symptom: &str) -> Vec<&'static Case> {
        let failed = self.results.iter().filter(|one| one.status == Status::Failed && one.symptom == symptom);
        failed.filter_map(|one| self.cases.get(one.case).copied()).collect()
    }
}

#[needs(testees)]
#[test]
fn the_official_crate_is_as_listed() {
    bpx_crate().is_as_listed("bpx-crate", 40);
}

#[needs(testees)]
#[test]
fn wt_blk_is_as_listed() {
    wt_blk().is_as_listed("wt-blk", 2);
}

#[needs(testees)]
#[test]
fn every_entry_has_a_reason_and_an_end() {
    for run in [bpx_crate(), wt_blk()] {
        for entry in &run.known.entries {
            assert!(entry.why.len() > 20 && !entry.until.is_empty(), "{entry:?}");
        }
    }
}

/// A known fault of an implementation, and the cases that find it.
struct Find {
    what: &'static str,
    /// Ids of the cases.
    cases: &'static str,
    /// A feature that they need, or a mistake that they find; or neither.
    by: &'static str,
    symptom: &'static str,
}

const fn find(what: &'static str, cases: &'static str, by: &'static str, symptom: &'static str) -> Find {
    Find { what, cases, by, symptom }
}

/// The known faults of the official crate.
const CRATE: &[Find] = &[
    find("zlib cannot be read", "bpx.section.*", "zlib", "rejected"),
    find("xz is read whatever the flag says", "bpx.section.*", "guesses-compression", "accepted"),
    find("its CRC-32 is another", "bpx.section.*", "crc32", "rejected checksum-mismatch"),
    find("a section after the end hangs", "bpx.section.*", "reads-past-end", "timed-out"),
    find("an offset after the section hangs", "bpx.package.*", "reads-past-end", "timed-out"),
    find("objects are cut off without an error", "bpx.package.*", "short-objects", "accepted"),
    find("and so are unpacked files", "bpx.unpack.*", "short-objects", "accepted"),
    find("objects run into other sections", "bpx.package.*", "follows-bad-references", "accepted"),
    find("stated sizes of contents are not compared", "bpx.section.*", "ignores-content-size", "accepted"),
    find("more comes out of a stream than stated", "bpx.section.*", "unbounded-output", "accepted"),
    find("the stated size of the file is not compared", "bpx.header.*", "ignores-file-size", "accepted"),
    find("saving a package empties it", "bpx.package.same-bytes", "", "other-bytes"),
    find("names lead out of the folder", "bpx.unpack.*", "follows-unsafe-paths", "wrote-outside"),
    find("packages of version 1 cannot be read", "bpx.package.v1", "", "rejected unsupported-version"),
];

/// The known faults of wt_blk.
const WT_BLK: &[Find] = &[
    find("numbers of names are not checked", "blk.*", "follows-bad-references", "crashed"),
    find("places in the payload are not checked", "blk.*value.*", "reads-past-end", "crashed"),
    find("a file may end too early", "blk.*.cut", "reads-past-end", "crashed"),
    find("a file may be nearly empty", "blk.*empty", "", "crashed"),
    find("counts reserve memory", "blk.*", "allocates-by-count", "out-of-memory"),
    find("red and blue are exchanged", "blk.*", "", "model root.params[10].value"),
    find("blocks without a parent are not missed", "blk.*orphan", "", "accepted"),
];

#[needs(testees)]
#[test]
fn the_suite_finds_what_is_known() {
    for (run, finds) in [(bpx_crate(), CRATE), (wt_blk(), WT_BLK)] {
        for Find { what, cases, by, symptom } in finds {
            let by = |case: &Case| by.is_empty() || case.flags.iter().chain(&case.features).any(|one| one == by);
            let found = run.failed(symptom).into_iter().any(|case| is_like(&case.id, cases) && by(case));
            assert!(found, "no case finds that {what}");
        }
    }
}
