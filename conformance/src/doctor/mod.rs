//! Diagnoses an adapter: reports faults with advice for its author.

mod advice;

use self::advice::{difference_advice, greeting_advice, missing_details, no_answer};
use crate::protocol::{Hello, Reply};
use crate::runner::judge::{judge, skip_reason};
use crate::runner::{Outcome, Session, Status};
use crate::suite::{Case, Expect, Level, Op, Suite};
use crate::testee::Bounds;
use bpx_schema::report::Class;
use std::collections::BTreeSet;
use std::time::Duration;

/// A check, and the fault that the check found, with advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The subject of the check.
    pub what: String,
    /// The fault and the advice; `None` if the check passed.
    pub advice: Option<String>,
    /// Advice about details of a right answer that are missing or differ from the case.
    pub hint: Option<String>,
}

/// The time limit for the greeting.
const GREETING: Duration = Duration::from_secs(10);
/// A size in bytes that is too large for a line.
const LARGE: usize = 100_000;

/// Starts a program that speaks the protocol, asks it some questions, and reports faults. Stops when further questions
/// would find nothing new.
#[must_use]
pub fn examine(command: &str, suite: &Suite, bounds: &Bounds) -> Vec<Check> {
    let mut doctor = Doctor { checks: Vec::new() };
    let mut session = match Session::start_within(command, GREETING, bounds) {
        Ok(session) => session,
        Err(error) => {
            doctor.add_failure("the program starts and greets", &greeting_advice(&error));
            return doctor.checks;
        }
    };
    doctor.add_pass("the program starts and greets");
    let hello = session.hello().clone();
    doctor.check_hello(&hello, suite);
    let able = |case: &&Case| skip_reason(case, &hello).is_none();
    let asked: Vec<&Case> = suite.cases.iter().filter(able).collect();
    let mut any = None;
    for format in hello.formats.keys() {
        let reads = |case: &&&Case| matches!(case.op, Op::Decode | Op::Validate) && case.level == Level::Must;
        // Hand-written cases are the easiest to understand, above all an unchanged text.
        let first = |negative: bool| {
            let cases = asked.iter().filter(|case| case.format == *format).filter(reads);
            cases
                .filter(|case| case.is_negative() == negative)
                .min_by_key(|case| (case.is_derived(), !negative && is_changed(case)))
                .copied()
        };
        let (sound, broken) = (first(false), first(true));
        any = any.or(sound);
        for (case, what) in [(sound, "the program accepts a valid file"), (broken, "the program refuses a broken file")]
        {
            let Some(case) = case else { continue };
            if !doctor.ask_question(&mut session, case, &hello, bounds, what) {
                return doctor.checks;
            }
        }
    }
    for op in Op::ALL.into_iter().filter(|op| !matches!(op, Op::Decode | Op::Validate)) {
        let sound = asked
            .iter()
            .filter(|case| case.op == op && !case.is_negative())
            .min_by_key(|case| (case.level, case.is_derived(), is_changed(case)));
        let Some(case) = sound else { continue };
        if !doctor.ask_question(&mut session, case, &hello, bounds, &format!("it can {}", op.name())) {
            return doctor.checks;
        }
    }
    if let Some(case) = any {
        let large = enlarge_file(case);
        doctor.ask_unjudged(
            &mut session,
            &large,
            bounds,
            "the program reads a large file, which the request names by `path`",
        );
    }
    doctor.checks
}

struct Doctor {
    checks: Vec<Check>,
}

impl Doctor {
    fn add_pass(&mut self, what: &str) {
        self.add_hint(what, None);
    }

    fn add_hint(&mut self, what: &str, hint: Option<String>) {
        self.checks.push(Check { what: what.to_owned(), advice: None, hint });
    }

    fn add_failure(&mut self, what: &str, advice: &str) {
        self.checks.push(Check { what: what.to_owned(), advice: Some(advice.to_owned()), hint: None });
    }

    fn check_hello(&mut self, hello: &Hello, suite: &Suite) {
        let what = "the greeting is valid";
        let unknown = hello.ops.iter().find(|op| Op::ALL.iter().all(|known| known.name() != **op));
        let formats: BTreeSet<&str> = suite.cases.iter().map(|case| &*case.format).collect();
        let foreign = hello.formats.keys().find(|format| !formats.contains(&format.as_str()));
        let features: BTreeSet<&str> = suite.cases.iter().flat_map(|case| &case.features).map(String::as_str).collect();
        let odd = hello.features.iter().flatten().find(|feature| !features.contains(&feature.as_str()));
        let mut readings = hello.readings.iter().map(|(id, option)| suite.readings.check_option(id, option));
        let class = hello.classes.values().find(|class| Class::ALL.iter().all(|known| known.name() != **class));
        if hello.name.is_empty() {
            self.add_failure(what, "`name` is empty, but reports need a name");
        } else if hello.formats.is_empty() {
            self.add_failure(
                what,
                "`formats` is empty, so no case will run: list the formats with their versions, \
                such as {\"bpx\": [1, 2]}",
            );
        } else if let Some(format) = foreign {
            let formats = joined_words(formats);
            self.add_failure(
                what,
                &format!("no case is of the format `{format}`; formats are {formats}, in lower case"),
            );
        } else if hello.ops.is_empty() {
            self.add_failure(
                what,
                "`ops` is empty, so no case will run: list the operations, such as [\"decode\", \"validate\"]",
            );
        } else if let Some(op) = unknown {
            self.add_failure(what, &format!("`{op}` is not an op; ops are {}", joined_words(Op::ALL.map(Op::name))));
        } else if let Some(feature) = odd {
            self.add_failure(what, &format!("`{feature}` is not a feature; features are {}", joined_words(features)));
        } else if let Some(class) = class {
            let known = joined_words(Class::ALL.iter().map(|class| class.name()));
            self.add_failure(
                what,
                &format!("`classes` translates to `{class}`, which is not a class; classes are {known}"),
            );
        } else if let Some(Err(problem)) = readings.find(Result::is_err) {
            self.add_failure(what, &format!("`readings`: {problem}"));
        } else if let Some((format, versions)) =
            hello.formats.iter().find(|(format, _)| !supports_format(format, hello, suite))
        {
            let cases = suite.cases.iter().filter(|case| case.format == **format);
            let known: BTreeSet<String> = cases.filter_map(|case| Some(case.version?.to_string())).collect();
            let known = joined_words(known.iter().map(String::as_str));
            let advice = "so no case of this format will run; its cases have the versions";
            self.add_failure(
                what,
                &format!(
                    "no case of `{format}` fits the versions {versions:?}, `ops` and `features` together, {advice} \
                    {known}"
                ),
            );
        } else {
            self.add_pass(what);
        }
    }

    /// Asks the question of a case; returns whether the program can answer further questions.
    fn ask_question(&mut self, session: &mut Session, case: &Case, hello: &Hello, bounds: &Bounds, what: &str) -> bool {
        let (outcome, alive) = session.ask(self.checks.len() as u64, case, bounds);
        let what = format!("{what} ({})", case.id);
        if let Some(advice) = no_answer(&outcome) {
            self.add_failure(&what, &advice);
            return false;
        }
        let judgement = judge(case, &case.expect, hello, &outcome);
        let said = if judgement.detail.is_empty() { String::new() } else { format!(" ({})", judgement.detail) };
        match (judgement.status, case.is_negative()) {
            (Status::Passed, _) => self.add_hint(&what, missing_details(&outcome, hello, &judgement.notes)),
            (Status::Skipped, _) => {
                self.add_failure(
                    &what,
                    &format!("the program skips a case that its greeting covers: {}", judgement.symptom),
                );
            }
            (Status::Failed, true) if judgement.symptom == "accepted" => {
                let advice = "the program answers `ok`: check that the adapter reports the errors of the library, and \
                 that the library checks the file";
                self.add_failure(&what, advice);
            }
            (Status::Failed, _) => {
                let hint = difference_advice(case.op, &outcome, &judgement);
                self.add_failure(&what, &format!("{}{said}: {hint}", judgement.symptom));
            }
        }
        alive
    }

    /// Asks the question of a case without judging the answer.
    fn ask_unjudged(&mut self, session: &mut Session, case: &Case, bounds: &Bounds, what: &str) {
        let (outcome, _) = session.ask(self.checks.len() as u64, case, bounds);
        match (no_answer(&outcome), outcome) {
            (Some(advice), _) => self.add_failure(what, &advice),
            (None, Outcome::Answered(Reply::Error { message })) => {
                self.add_failure(
                    what,
                    &format!("{message}: for a file over 64 KiB, the question has `path` instead of `hex`"),
                );
            }
            (None, _) => self.add_pass(what),
        }
    }
}

fn joined_words<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().collect::<Vec<_>>().join(", ")
}

/// Returns whether the bytes differ from those of an unchanged text.
fn is_changed(case: &Case) -> bool {
    case.built.as_ref().is_none_or(|built| built.fault.is_some())
}

/// Returns whether a program supports any question about a format.
fn supports_format(format: &str, hello: &Hello, suite: &Suite) -> bool {
    suite.cases.iter().any(|case| case.format == format && skip_reason(case, hello).is_none())
}

/// Returns a file that is too large for a line; the appended bytes have no meaning.
fn enlarge_file(case: &Case) -> Case {
    let mut large = case.clone();
    large.input.resize(large.input.len().max(LARGE), 0);
    large.expect = Expect::default();
    large
}
