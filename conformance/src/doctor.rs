//! What is wrong with an adapter, told to its author.

use crate::protocol::{Hello, Reply};
use crate::runner::judge::{judge, unable};
use crate::runner::{Outcome, Session, StartError, Status};
use crate::suite::{Case, Expect, Level, Op, Suite};
use crate::testee::Bounds;
use std::time::Duration;

/// What was looked at, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What was looked at.
    pub what: String,
    /// What is wrong, and what helps; none when all is well.
    pub advice: Option<String>,
}

/// Every op, by name.
const OPS: [Op; 7] = [Op::Identify, Op::Decode, Op::Validate, Op::Encode, Op::Roundtrip, Op::Canonicalize, Op::Unpack];
/// Larger than what travels inside of a line, in bytes.
const LARGE: usize = 100_000;

/// Starts a program that speaks the protocol, asks it some questions, and says what is wrong. It stops where the next
/// question would say nothing.
#[must_use]
pub fn examine(command: &str, suite: &Suite, bounds: &Bounds) -> Vec<Check> {
    let mut doctor = Doctor { checks: Vec::new() };
    let mut session = match Session::start(command, &bounds.with_time(Duration::from_secs(10))) {
        Ok(session) => session,
        Err(error) => {
            doctor.wrong("it starts and greets", &greeting(&error));
            return doctor.checks;
        }
    };
    doctor.fine("it starts and greets");
    let hello = session.hello().clone();
    doctor.hello(&hello, suite);
    let able = |case: &&Case| unable(case, &hello).is_none() && matches!(case.op, Op::Decode | Op::Validate);
    let mut any = None;
    for format in hello.formats.keys() {
        let of_format = |case: &&Case| case.format == *format && case.level == Level::Must;
        // Cases that people wrote explain themselves best.
        let first = |negative: bool| {
            let cases = suite.cases.iter().filter(able).filter(of_format);
            cases.filter(|case| case.is_negative() == negative).min_by_key(|case| case.is_derived())
        };
        let (sound, broken) = (first(false), first(true));
        any = any.or(sound);
        for (case, what) in [(sound, "it takes a sound file"), (broken, "it refuses a broken file")] {
            let Some(case) = case else { continue };
            if !doctor.question(&mut session, case, &hello, bounds, what) {
                return doctor.checks;
            }
        }
    }
    if let Some(case) = any {
        let large = large(case);
        doctor.answers(&mut session, &large, bounds, "it reads a large file, which comes as `path`");
    }
    doctor.checks
}

struct Doctor {
    checks: Vec<Check>,
}

impl Doctor {
    fn fine(&mut self, what: &str) {
        self.checks.push(Check { what: what.to_owned(), advice: None });
    }

    fn wrong(&mut self, what: &str, advice: &str) {
        self.checks.push(Check { what: what.to_owned(), advice: Some(advice.to_owned()) });
    }

    fn hello(&mut self, hello: &Hello, suite: &Suite) {
        let what = "it says what it knows";
        let unknown = hello.ops.iter().find(|op| OPS.iter().all(|known| known.name() != **op));
        let formats: Vec<&str> = suite.cases.iter().map(|case| &*case.format).collect();
        let foreign = hello.formats.keys().find(|format| !formats.contains(&format.as_str()));
        if hello.name.is_empty() {
            self.wrong(what, "`name` is empty: reports need one");
        } else if hello.formats.is_empty() {
            self.wrong(
                what,
                "`formats` is empty, so that nothing will be asked: {\"bpx\": [1, 2]} says which versions",
            );
        } else if let Some(format) = foreign {
            self.wrong(what, &format!("no case is of the format `{format}`; names are in lower case, such as `bpx`"));
        } else if hello.ops.is_empty() {
            self.wrong(what, "`ops` is empty, so that nothing will be asked: [\"decode\", \"validate\"]");
        } else if let Some(op) = unknown {
            let known = OPS.map(Op::name).join(", ");
            self.wrong(what, &format!("`{op}` is no op; known are {known}"));
        } else {
            self.fine(what);
        }
    }

    /// Asks a case; whether the program can be asked further.
    fn question(&mut self, session: &mut Session, case: &Case, hello: &Hello, bounds: &Bounds, what: &str) -> bool {
        let (outcome, alive) = session.ask(self.checks.len() as u64, case, bounds);
        let what = format!("{what} ({})", case.id);
        if let Some(advice) = no_answer(&outcome) {
            self.wrong(&what, &advice);
            return false;
        }
        let judgement = judge(case, hello, &outcome);
        let said = if judgement.detail.is_empty() { String::new() } else { format!(" ({})", judgement.detail) };
        match (judgement.status, case.is_negative()) {
            (Status::Passed, _) => self.fine(&what),
            (Status::Skipped, _) => {
                self.wrong(&what, &format!("it skips what its greeting says that it knows: {}", judgement.symptom));
            }
            (Status::Failed, true) if judgement.symptom == "accepted" => {
                let advice =
                    "it answers `ok`: does the adapter hand on what the library says, and does the library look?";
                self.wrong(&what, advice);
            }
            (Status::Failed, true) => {
                let advice = format!("it refuses, but for another reason than expected: {}{said}", judgement.symptom);
                self.wrong(&what, &format!("{advice}; leave out `class`, `at` and `offset` unless they are meant"));
            }
            (Status::Failed, false) => {
                let advice =
                    format!("{}{said}: are the bytes in `hex` decoded, and all of them handed on?", judgement.symptom);
                self.wrong(&what, &advice);
            }
        }
        alive
    }

    /// Asks a case whose answer does not matter.
    fn answers(&mut self, session: &mut Session, case: &Case, bounds: &Bounds, what: &str) {
        let (outcome, _) = session.ask(self.checks.len() as u64, case, bounds);
        match (no_answer(&outcome), outcome) {
            (Some(advice), _) => self.wrong(what, &advice),
            (None, Outcome::Answered(Reply::Error { message })) => {
                self.wrong(what, &format!("{message}: files over 64 KiB are named by `path` instead of `hex`"));
            }
            (None, _) => self.fine(what),
        }
    }
}

/// A file that is too large for a line: the bytes after it matter to nobody here.
fn large(case: &Case) -> Case {
    let mut large = case.clone();
    large.input.resize(large.input.len().max(LARGE), 0);
    large.expect = Expect::default();
    large
}

fn greeting(error: &StartError) -> String {
    match error {
        StartError::Io { .. } => format!("{error}: is the command right, and may it be executed?"),
        StartError::Hello { problem, stderr, .. } => {
            let hint = match problem.as_str() {
                "TimedOut" => "nothing came within 10 seconds: end each answer with a line end, and flush stdout",
                _ if problem.contains("line 1 column") => {
                    "the first line on stdout has to be the greeting, as JSON; anything else belongs on stderr"
                }
                _ => "the first answer is the greeting: {\"protocol\": 1, \"name\": .., \"formats\": .., \"ops\": ..}",
            };
            format!("{problem}: {hint}{stderr}")
        }
    }
}

/// What to do about an outcome that is no answer.
fn no_answer(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Answered(_) => None,
        Outcome::Crashed(how) => Some(format!("it ended ({how}): catch what the library throws, and answer `reject`")),
        Outcome::TimedOut => Some("no answer in time: end each answer with a line end, and flush stdout".to_owned()),
        Outcome::OutOfMemory => Some("it took more memory than it may".to_owned()),
        Outcome::Escaped(path) => Some(format!("it wrote a file outside of the folder: {path}")),
        Outcome::NoAnswer(problem) if problem.starts_with("answers number") => {
            Some(format!("it {problem}: `seq` of the answer is that of the question"))
        }
        Outcome::NoAnswer(problem) => Some(format!(
            "{problem}: an answer is one line such as {{\"seq\": 1, \"result\": \"ok\"}}; anything else belongs on stderr"
        )),
    }
}
