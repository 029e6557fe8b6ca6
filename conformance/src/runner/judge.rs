//! Judges answers to cases.

use super::compare::{is_wanted, value_at};
use super::fault::StatedFault;
use super::note::Note;
use super::result::{Outcome, Status};
use crate::protocol::{Finding, Hello, Reply};
use crate::suite::{Case, Expect, Op};
use bpx_schema::value::{bytes_from_hex, hex as to_hex};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

/// The result of a case, with descriptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The result.
    pub status: Status,
    /// The difference, in words that are stable between runs.
    pub symptom: String,
    /// The words of the program, or a description of the difference.
    pub detail: String,
    /// The differences with which the case still passed.
    pub notes: Vec<Note>,
}

impl Judgement {
    fn new(status: Status, symptom: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { status, symptom: symptom.into(), detail: detail.into(), notes: Vec::new() }
    }

    fn passed(detail: impl Into<String>) -> Self {
        Self::new(Status::Passed, "", detail)
    }

    fn failed(symptom: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(Status::Failed, symptom, detail)
    }

    fn skipped(reason: impl Into<String>) -> Self {
        Self::new(Status::Skipped, reason, "")
    }

    /// Adds notes to a case that passed.
    fn with_notes(mut self, notes: Vec<Note>) -> Self {
        if self.status == Status::Passed {
            self.notes = notes;
        }
        self
    }

    /// Returns the judgement in which a note on the fault is a failure.
    #[must_use]
    pub fn with_notes_as_failures(self) -> Self {
        match self.notes.iter().find_map(|note| Some((note.failure_symptom()?, note.expected.clone()))) {
            Some((symptom, expected)) => {
                let detail = format!("expected {expected}: {}", self.detail);
                Self { notes: self.notes, ..Self::failed(symptom, detail) }
            }
            None => self,
        }
    }
}

/// Returns the reason why a program does not get a case; `None` if it gets the case.
#[must_use]
pub fn skip_reason(case: &Case, hello: &Hello) -> Option<String> {
    if hello.ops.is_empty() && hello.formats.is_empty() {
        return None;
    }
    let Some(versions) = hello.formats.get(&case.format) else {
        return Some(format!("does not know {}", case.format));
    };
    // Every program must refuse a version that does not exist.
    let missing = case.version.filter(|version| !versions.is_empty() && !versions.contains(version));
    if let Some(version) = missing {
        return Some(format!("does not know version {version} of {}", case.format));
    }
    if !hello.ops.iter().any(|op| op == case.op.name()) {
        return Some(format!("cannot {}", case.op.name()));
    }
    let features = hello.features.as_ref()?;
    let missing = case.features.iter().find(|feature| !features.contains(feature))?;
    Some(format!("lacks {missing}"))
}

/// Judges the outcome of a case by an expectation, which is the expectation of the case for the suite's readings or for
/// other readings.
#[must_use]
pub fn judge(case: &Case, expect: &Expect, hello: &Hello, outcome: &Outcome) -> Judgement {
    match outcome {
        // The file at `path` was read right after the answer.
        Outcome::Answered(Reply::Ok { model, hex, path: _ }) => {
            if hello.warnings && expect.wants_findings() && matches!(case.op, Op::Validate | Op::Record) {
                return Judgement::failed("no-warning", format!("expected {}", expect.verdict));
            }
            judge_acceptance(case, expect, model.as_ref(), hex.as_deref())
        }
        Outcome::Answered(Reply::Warn { findings, model, hex, path: _ }) => {
            let notes = finding_notes(expect, hello, findings);
            judge_acceptance(case, expect, model.as_ref(), hex.as_deref()).with_notes(notes)
        }
        Outcome::Answered(Reply::Reject { verdict, class, message, at, offset }) => {
            let stated = StatedFault {
                verdict: verdict.as_deref(),
                class: class.as_deref(),
                at: at.as_deref(),
                offset: *offset,
            };
            judge_refusal(expect, hello, stated, message)
        }
        Outcome::Answered(Reply::Skip { reason }) => Judgement::skipped(reason),
        Outcome::Answered(Reply::Error { message }) => Judgement::failed("adapter-error", message),
        Outcome::Crashed(how) => Judgement::failed("crashed", how),
        Outcome::TimedOut => Judgement::failed("timed-out", "no answer within the time limit"),
        Outcome::OutOfMemory => {
            Judgement::failed("out-of-memory", "the program used more memory than the limit allows")
        }
        Outcome::Escaped(path) => Judgement::failed("wrote-outside", format!("a file outside of the folder: {path}")),
        Outcome::UnfitFile(what) => Judgement::failed("unfit-file", what),
        Outcome::NoAnswer(problem) => Judgement::failed("no-answer", problem.to_string()),
    }
}

fn judge_acceptance(case: &Case, expect: &Expect, model: Option<&Json>, hex: Option<&str>) -> Judgement {
    if !expect.allows_acceptance() {
        return Judgement::failed("accepted", format!("expected {}", expect.verdict));
    }
    for (at, wanted) in &expect.model {
        let Some(model) = model else {
            return Judgement::failed("no-model", "the answer has no `model`");
        };
        match value_at(model, at) {
            Some(found) if is_wanted(found, wanted) => {}
            Some(found) => {
                return Judgement::failed(format!("model {at}"), format!("expected {wanted}, found {found}"));
            }
            None => return Judgement::failed(format!("model {at}"), "not in the model"),
        }
    }
    if !is_writing(case.op) || !(expect.same_bytes || expect.decodes || expect.sha256.is_some()) {
        return Judgement::passed("accepted");
    }
    let Some(bytes) = hex.and_then(bytes_from_hex) else {
        return Judgement::failed("no-bytes", "the answer has neither `hex` nor a `path`");
    };
    if expect.decodes
        && let Some((symptom, detail)) = super::decodes::written_fault(case, bytes.clone())
    {
        return Judgement::failed(symptom, detail);
    }
    if expect.same_bytes && bytes != case.input {
        let same = bytes.iter().zip(&case.input).take_while(|(a, b)| a == b).count();
        let detail = format!(
            "found {} bytes, expected {}; the first difference is at offset {same}",
            bytes.len(),
            case.input.len()
        );
        return Judgement::failed("other-bytes", detail);
    }
    let digest = to_hex(&Sha256::digest(&bytes));
    match &expect.sha256 {
        Some(wanted) if *wanted != digest => Judgement::failed("other-bytes", format!("SHA-256 {digest}")),
        _ => Judgement::passed("accepted"),
    }
}

fn is_writing(op: Op) -> bool {
    matches!(op, Op::Encode | Op::Roundtrip | Op::Canonicalize | Op::Record)
}

/// Returns the differences of the findings in an accepted file. Returns none if one finding is the expected one, or if
/// the case expects no finding, because programs may warn of anything.
fn finding_notes(expect: &Expect, hello: &Hello, findings: &[Finding]) -> Vec<Note> {
    if !expect.allows_findings() && !expect.allows_rejection() {
        return Vec::new();
    }
    let mut all = findings.iter().map(|finding| StatedFault::of(finding).notes_on(expect, hello));
    let Some(first) = all.next() else { return Vec::new() };
    if first.is_empty() || all.any(|notes| notes.is_empty()) { Vec::new() } else { first }
}

fn judge_refusal(expect: &Expect, hello: &Hello, stated: StatedFault<'_>, message: &str) -> Judgement {
    if !expect.allows_rejection() {
        let symptom = match stated.suite_class(hello) {
            Some(class) => format!("rejected {class}"),
            None => "rejected".to_owned(),
        };
        return Judgement::failed(symptom, message);
    }
    Judgement::passed(format!("refused: {message}")).with_notes(stated.notes_on(expect, hello))
}
