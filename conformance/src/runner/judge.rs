//! Judges answers to cases.

use super::result::{Outcome, Status};
use crate::protocol::{Hello, Reply};
use crate::suite::{Case, Op};
use bpx_schema::report::Class;
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
    /// The words of the program.
    pub detail: String,
}

impl Judgement {
    fn passed(detail: impl Into<String>) -> Self {
        Self { status: Status::Passed, symptom: String::new(), detail: detail.into() }
    }

    fn failed(symptom: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { status: Status::Failed, symptom: symptom.into(), detail: detail.into() }
    }

    fn skipped(reason: impl Into<String>) -> Self {
        Self { status: Status::Skipped, symptom: reason.into(), detail: String::new() }
    }
}

/// Returns why a program is not asked; `None` if it is.
#[must_use]
pub fn unable(case: &Case, hello: &Hello) -> Option<String> {
    if hello.ops.is_empty() && hello.formats.is_empty() {
        return None;
    }
    let Some(versions) = hello.formats.get(&case.format) else {
        return Some(format!("does not know {}", case.format));
    };
    // Every program has to refuse a version that does not exist.
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

/// Judges an outcome of a case.
#[must_use]
pub fn judge(case: &Case, hello: &Hello, outcome: &Outcome) -> Judgement {
    match outcome {
        // The file at `path` was read right after the answer.
        Outcome::Answered(Reply::Ok { model, hex, path: _ }) => accepted(case, model.as_ref(), hex.as_deref()),
        Outcome::Answered(Reply::Reject { verdict, class, message, at, offset }) => {
            let refusal =
                Refusal { verdict: verdict.as_deref(), class: class.as_deref(), at: at.as_deref(), offset: *offset };
            refused(case, hello, &refusal, message)
        }
        Outcome::Answered(Reply::Skip { reason }) => Judgement::skipped(reason),
        Outcome::Answered(Reply::Error { message }) => Judgement::failed("adapter-error", message),
        Outcome::Crashed(how) => Judgement::failed("crashed", how),
        Outcome::TimedOut => Judgement::failed("timed-out", "no answer when the time was over"),
        Outcome::OutOfMemory => Judgement::failed("out-of-memory", "more memory than it may use"),
        Outcome::Escaped(path) => Judgement::failed("wrote-outside", format!("a file outside of the folder: {path}")),
        Outcome::UnfitFile(what) => Judgement::failed("unfit-file", what),
        Outcome::NoAnswer(problem) => Judgement::failed("no-answer", problem),
    }
}

fn accepted(case: &Case, model: Option<&Json>, hex: Option<&str>) -> Judgement {
    let expect = &case.expect;
    if !expect.allows_acceptance() {
        return Judgement::failed("accepted", format!("expected {}", expect.verdict));
    }
    for (at, wanted) in &expect.model {
        let Some(model) = model else {
            return Judgement::failed("no-model", "the answer has no `model`");
        };
        match value(model, at) {
            Some(found) if same(found, wanted) => {}
            Some(found) => return Judgement::failed(format!("model {at}"), format!("{found} instead of {wanted}")),
            None => return Judgement::failed(format!("model {at}"), "not in the model"),
        }
    }
    if !writes(case.op) || !(expect.same_bytes || expect.decodes || expect.sha256.is_some()) {
        return Judgement::passed("accepted");
    }
    let Some(bytes) = hex.and_then(bytes_from_hex) else {
        return Judgement::failed("no-bytes", "the answer has neither `hex` nor a `path`");
    };
    if expect.decodes
        && let Some((symptom, detail)) = super::decodes::fault(case, bytes.clone())
    {
        return Judgement::failed(symptom, detail);
    }
    if expect.same_bytes && bytes != case.input {
        let same = bytes.iter().zip(&case.input).take_while(|(a, b)| a == b).count();
        let detail = format!("{} bytes for {}, the same up to offset {same}", bytes.len(), case.input.len());
        return Judgement::failed("other-bytes", detail);
    }
    let digest = to_hex(&Sha256::digest(&bytes));
    match &expect.sha256 {
        Some(wanted) if *wanted != digest => Judgement::failed("other-bytes", format!("SHA-256 {digest}")),
        _ => Judgement::passed("accepted"),
    }
}

fn writes(op: Op) -> bool {
    matches!(op, Op::Encode | Op::Roundtrip | Op::Canonicalize | Op::Record)
}

/// Describes a refusal in the words of a program.
struct Refusal<'a> {
    verdict: Option<&'a str>,
    class: Option<&'a str>,
    at: Option<&'a str>,
    offset: Option<u64>,
}

/// Judges only what the program states: an implementation need not know our words to refuse correctly (D-22).
fn refused(case: &Case, hello: &Hello, refusal: &Refusal<'_>, message: &str) -> Judgement {
    let expect = &case.expect;
    let class = refusal.class.map(|class| hello.classes.get(class).map_or(class, String::as_str));
    let known = class.and_then(|class| Class::ALL.iter().find(|one| one.name() == class));
    if !expect.allows_rejection() {
        let symptom = known.map_or_else(|| "rejected".to_owned(), |class| format!("rejected {class}"));
        return Judgement::failed(symptom, message);
    }
    let verdict = refusal.verdict.or_else(|| known.map(|class| class.verdict().name()));
    if let Some(verdict) = verdict.filter(|verdict| expect.verdict.words().iter().all(|word| word != verdict)) {
        return Judgement::failed(format!("verdict {verdict}"), format!("expected {}: {message}", expect.verdict));
    }
    if let (Some(wanted), Some(found)) = (&expect.class, known)
        && wanted.words().iter().all(|word| word != found.name())
    {
        return Judgement::failed(format!("class {found}"), format!("expected {wanted}: {message}"));
    }
    if let (Some(wanted), Some(found)) = (&expect.path, refusal.at)
        && wanted != found
    {
        return Judgement::failed(format!("path {found}"), format!("expected {wanted}: {message}"));
    }
    if let (Some(wanted), Some(found)) = (expect.offset, refusal.offset)
        && wanted != found
    {
        return Judgement::failed(format!("offset {found}"), format!("expected {wanted}: {message}"));
    }
    Judgement::passed(format!("refused: {message}"))
}

/// Returns the value at a path such as `sections[1].header.kind`.
fn value<'a>(model: &'a Json, path: &str) -> Option<&'a Json> {
    path.split('.').try_fold(model, |value, part| {
        let (name, indexes) = part.split_at(part.find('[').unwrap_or(part.len()));
        let value = if name.is_empty() { value } else { value.get(name)? };
        indexes
            .split_terminator(']')
            .try_fold(value, |value, index| value.get(index.strip_prefix('[')?.parse::<usize>().ok()?))
    })
}

/// Compares values. Integers may be texts in one of the two: not every language has numbers of 64 bits in JSON.
fn same(found: &Json, wanted: &Json) -> bool {
    let text = |value: &Json| match value {
        Json::Number(number) => Some(number.to_string()),
        Json::String(text) => Some(text.clone()),
        _ => None,
    };
    match (found, wanted) {
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Object(a), Json::Object(b)) => b.iter().all(|(key, wanted)| a.get(key).is_some_and(|a| same(a, wanted))),
        _ => found == wanted || text(found).is_some_and(|found| Some(found) == text(wanted)),
    }
}
