//! Advice for authors of adapters.

use crate::protocol::{Hello, Reply};
use crate::runner::compare::value_at;
use crate::runner::judge::Judgement;
use crate::runner::{Greeting, NoAnswer, Note, Outcome, StartError};
use crate::suite::Op;
use bpx_schema::report::{Class, Verdict};

/// An example of a greeting.
const HELLO: &str = r#"{"protocol": 1, "name": "mine", "formats": {"bpx": [1, 2]}, "ops": ["validate"]}"#;
/// An example of an answer.
const ANSWER: &str = r#"{"seq": 1, "result": "ok"}"#;
const FLUSH: &str = "end each answer with a line end, and flush stdout after it";
const STDERR: &str = "one line of JSON for each question, and nothing else; the log of the program belongs on stderr";

/// Returns advice for a program that does not greet.
pub(super) fn greeting_advice(error: &StartError) -> String {
    let StartError::Hello { problem, stderr, .. } = error else {
        return format!("{error}: check that the command exists and is executable");
    };
    let hint = match problem {
        Greeting::NoCommand => {
            "write `./name` for a script in this folder, and make the script executable (`chmod +x`)".to_owned()
        }
        Greeting::Ended(_) => {
            "the program must wait for lines on stdin, and answer the first one with its greeting".to_owned()
        }
        Greeting::Silent(_) => format!("{FLUSH}; the first question asks for the greeting"),
        Greeting::NoJson(_) => format!("stdout is for answers, {STDERR}"),
        Greeting::Version(_) => "answer `\"protocol\": 1`, if it follows this protocol".to_owned(),
        _ => format!("a greeting is {HELLO}"),
    };
    format!("{problem}: {hint}{stderr}")
}

/// Returns advice for an answer that is wrong for a valid file.
pub(super) fn difference_advice(op: Op, outcome: &Outcome, judgement: &Judgement) -> &'static str {
    let path = judgement.symptom.strip_prefix("model ");
    match &*judgement.symptom {
        "no-model" => "`model` of the answer must be the content of the file",
        "no-bytes" => "the answer to this op has the written bytes, as `hex` or `path`",
        "other-bytes" => "the answer must contain all bytes that were written",
        "adapter-error" => "`error` is for faults of the adapter; answer `reject` for faults of a file",
        _ if path.is_some() => match op {
            Op::Unpack => "write the files into `folder` of the question",
            _ if path.is_some_and(|path| lacks_value(outcome, path)) => {
                "paths follow the names in docs/adapters-reference.md: put the value at this path, or leave this op out"
            }
            _ => {
                "the runner compares numbers by value (10 equals 10.0), texts exactly, and enumerated values by name \
                    or number: see docs/adapters-reference.md"
            }
        },
        _ => "decode the bytes in `hex`, and pass all of them to the reader",
    }
}

/// Returns advice about details of a right answer that are missing or differ from the case.
pub(super) fn missing_details(outcome: &Outcome, hello: &Hello, notes: &[Note]) -> Option<String> {
    let Outcome::Answered(Reply::Reject { class, .. }) = outcome else { return None };
    if let Some(advice) = foreign_word(outcome, hello) {
        return Some(advice);
    }
    if class.is_none() {
        let words = "the answer may state `class`, `at` and `offset` too, so that reports show whether the program \
            refuses the file for its fault";
        return Some(words.to_owned());
    }
    let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
    (!notes.is_empty()).then(|| format!("a note, not a failure: {}", notes.join("; ")))
}

/// Returns advice for an outcome without an answer.
pub(super) fn no_answer(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::Answered(_) => return None,
        Outcome::Crashed(how) => {
            format!("the program ended ({how}): catch the errors that the library throws, and answer `reject`")
        }
        Outcome::TimedOut => format!("the program gave no answer in time: {FLUSH}"),
        Outcome::OutOfMemory => "the program exceeded its memory limit".to_owned(),
        Outcome::Escaped(path) => format!("the program wrote a file outside of the folder: {path}"),
        Outcome::UnfitFile(what) => {
            format!(
                "{what}: files must be regular, and in the folder of the question or in the folder for temporary files"
            )
        }
        Outcome::NoAnswer(problem @ NoAnswer::OtherQuestion { .. }) => {
            format!(
                "the program {problem}: `seq` of the answer must equal that of the question, and each question gets \
                    one answer"
            )
        }
        Outcome::NoAnswer(problem @ NoAnswer::NoJson(_)) => format!("{problem}: an answer is {STDERR}"),
        Outcome::NoAnswer(problem @ NoAnswer::Runner(_)) => problem.to_string(),
        Outcome::NoAnswer(problem) => format!("{problem}: an answer is one line such as {ANSWER}"),
    })
}

/// Returns whether the model of an answer has no value at a path.
fn lacks_value(outcome: &Outcome, path: &str) -> bool {
    let Outcome::Answered(Reply::Ok { model, .. } | Reply::Warn { model, .. }) = outcome else { return false };
    model.as_ref().is_some_and(|model| value_at(model, path).is_none())
}

/// Returns advice for a refusal with words outside of the vocabulary.
fn foreign_word(outcome: &Outcome, hello: &Hello) -> Option<String> {
    let Outcome::Answered(Reply::Reject { verdict, class, .. }) = outcome else { return None };
    let verdicts = [Verdict::Malformed, Verdict::Invalid, Verdict::Unsupported].map(Verdict::name);
    if let Some(word) = verdict.as_deref().filter(|word| !verdicts.contains(word)) {
        return Some(format!("`{word}` is not a verdict: use one of {}, or leave out the word", verdicts.join(", ")));
    }
    let classes: Vec<&str> = Class::ALL.iter().map(|class| class.name()).collect();
    let word = class.as_deref().filter(|word| !classes.contains(word) && !hello.classes.contains_key(*word))?;
    Some(format!(
        "`{word}` is not a class, so the runner does not compare the word: leave it out, or translate it in the \
            greeting: \"classes\": {{\"{word}\": \"checksum-mismatch\"}}; classes are {}",
        classes.join(", ")
    ))
}
