use super::compared::{GivenAnswer, describe_difference};
use super::{Report, Summary};
use crate::runner::{CaseResult, Status};
use crate::suite::Case;
use bpx_schema::dump::escape_markup;
use std::fmt::Write;

/// Returns the run as JUnit's XML, which most servers of continuous integration show.
#[must_use]
pub fn junit(report: &Report<'_>) -> String {
    let all = Summary::of(report).all;
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        text,
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">",
        escape_markup(&report.hello.name),
        all.total_count(),
        all.failed,
        all.skipped + all.known,
    );
    for (case, result) in report.pairs() {
        let seconds = result.elapsed.as_secs_f64();
        let _ = write!(
            text,
            "  <testcase classname=\"{}\" name=\"{}\" time=\"{seconds:.1}\"",
            escape_markup(&case.format),
            escape_markup(&case.id)
        );
        let skipped = |why: &str| format!("><skipped message=\"{}\"/></testcase>", escape_markup(why));
        let known = report.listed_reason(case, result);
        let _ = match result.status {
            _ if known.is_some() => {
                writeln!(text, "{}", skipped(&format!("known: {}", known.map_or("", |one| &one.why))))
            }
            Status::Passed => writeln!(text, "/>"),
            Status::Skipped => writeln!(text, "{}", skipped(&result.symptom)),
            Status::Failed => writeln!(
                text,
                "><failure message=\"{}\">{}</failure></testcase>",
                escape_markup(&result.symptom),
                escape_markup(&describe_failure(case, result))
            ),
        };
    }
    text.push_str("</testsuite>\n");
    text
}

/// Describes a failure: the expectation, the answer, and the message of the program.
fn describe_failure(case: &Case, result: &CaseResult) -> String {
    let words = GivenAnswer::of(result).message_words();
    let words = if result.answer.is_none() { &result.detail } else { &words };
    format!("{}\n{words}", describe_difference(case, result)).trim_end().to_owned()
}
