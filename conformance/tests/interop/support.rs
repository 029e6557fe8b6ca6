//! Functions that the tests share.

use bpx_formats::bpx::Container;
use bpx_schema::Limits;
use conformance::testee::{Bounds, Outcome, Testee};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tempfile::TempDir;

/// A time limit that is long enough for every run that ends.
const PATIENCE: Duration = Duration::from_secs(120);
/// A time limit that detects a hang: other runs take some milliseconds.
const HANG: Duration = Duration::from_millis(500);

fn official() -> &'static Testee {
    static TESTEE: OnceLock<Result<Testee, String>> = OnceLock::new();
    let built = TESTEE.get_or_init(|| Testee::build("bpx-crate").map_err(|error| error.to_string()));
    built.as_ref().unwrap_or_else(|error| panic!("nothing to compare with: {error}"))
}

/// The official crate in a folder of its own.
pub(crate) struct Crate {
    folder: TempDir,
    bounds: Bounds,
}

impl Crate {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().expect("a folder"), bounds: Bounds::default().with_time(PATIENCE) }
    }

    /// For runs that are expected to hang.
    pub(crate) fn impatient() -> Self {
        Self { bounds: Bounds::default().with_time(HANG), ..Self::new() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What it makes of a file of ours.
    pub(crate) fn read(&self, command: &str, file: &[u8]) -> Outcome {
        let path = self.path("in.bpx");
        std::fs::write(&path, file).expect("a file");
        let mut args = vec![command.to_owned(), path.to_str().expect("UTF-8").to_owned()];
        args.extend((command == "package-read").then(|| "--sha256".to_owned()));
        self.run(&args)
    }

    /// What it writes by a specification, and what it says about it.
    pub(crate) fn write(&self, command: &str, spec: &Json) -> (Outcome, Vec<u8>) {
        let (given, out) = (self.path("spec.json"), self.path("out.bpx"));
        std::fs::write(&given, spec.to_string()).expect("a file");
        let paths = [given, out.clone()].map(|path| path.to_str().expect("UTF-8").to_owned());
        let [given, written] = paths;
        let outcome = self.run(&[command.to_owned(), given, written]);
        (outcome, std::fs::read(out).expect("a file, be it empty"))
    }

    /// Returns a file that it wrote.
    pub(crate) fn written(&self, command: &str, spec: &Json) -> Vec<u8> {
        let (outcome, bytes) = self.write(command, spec);
        assert!(matches!(outcome, Outcome::Ok(_)), "{spec}: {outcome:?}");
        bytes
    }

    pub(crate) fn run(&self, args: &[String]) -> Outcome {
        official().run(args, &self.bounds).unwrap_or_else(|error| panic!("{args:?}: {error}")).outcome
    }
}

/// What it said, when it did what it was asked for.
pub(crate) fn accepted(outcome: Outcome) -> Json {
    match outcome {
        Outcome::Ok(json) => json,
        other => panic!("not accepted: {other:?}"),
    }
}

/// Describes an outcome in few words: `ok`, `timed-out`, `rejected open: Truncated`, `rejected load: Checksum`.
pub(crate) fn brief(outcome: &Outcome) -> String {
    let Outcome::Rejected(json) = outcome else {
        return outcome.name().to_owned();
    };
    let parts = json["sections"].as_array().or(json["objects"].as_array()).into_iter().flatten();
    let error = std::iter::once(json).chain(parts).map(|part| &part["error"]).find(|error| !error.is_null());
    let error = error.unwrap_or_else(|| panic!("refused without a reason: {json}"));
    let text = |key: &str| error[key].as_str().expect("a text").to_owned();
    format!("{} {}: {}", outcome.name(), text("step"), text("kind"))
}

pub(crate) fn open(file: &[u8]) -> Container {
    Container::open(Arc::new(file.to_vec()), Limits::default()).expect("a container")
}

/// Content that compresses, but not to nothing.
pub(crate) fn content(size: usize) -> Vec<u8> {
    (0..size).map(|at| ((at * at) >> 9) as u8).collect()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("memory");
        text
    })
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// What the crate says about this content.
pub(crate) fn summary(bytes: &[u8]) -> Json {
    serde_json::json!({ "size": bytes.len(), "sha256": sha256(bytes) })
}

/// Returns structured data as JSON, which programs under test take.
pub(crate) fn to_json(document: &bpx_formats::bpx::sd::Document) -> serde_json::Value {
    let mut tree = bpx_schema::json::TreeBuilder::default();
    bpx_formats::bpx::sd::json::write_json(document, &mut tree);
    tree.finish()
}
