use super::causes::{FailureGroup, RefusedFiles, failure_groups};
use super::compared::{GivenAnswer, describe_difference};
use super::{Report, Summary};
use crate::known::Surprise;
use crate::runner::CaseResult;
use crate::suite::{Case, Explanations};
use std::fmt::Write;

/// The largest number of cases and readings to name.
const NAMED: usize = 3;

/// Returns the run as a text for terminals: what differs from the list of known failures, then the counts.
#[must_use]
pub fn text(report: &Report<'_>, explained: &Explanations) -> String {
    let mut text = String::new();
    for surprise in report.surprises.iter().filter(|surprise| !matches!(surprise, Surprise::Failure { .. })) {
        let _ = writeln!(text, "{surprise}");
    }
    let roots = RefusedFiles::of(report);
    for group in failure_groups(report) {
        match group.root {
            Some(root) => {
                if group.is_root_known() {
                    let _ = writeln!(text, "{} is a known failure: {}", root.0.id, root.1.symptom);
                } else {
                    write_failure(&mut text, root, explained);
                }
                write_followers(&mut text, &group, roots.doubtful_count(report, root));
            }
            None => group.pairs.iter().for_each(|pair| write_failure(&mut text, *pair, explained)),
        }
    }
    write_counts(&mut text, report);
    text
}

fn write_failure(text: &mut String, (case, result): (&Case, &CaseResult), explained: &Explanations) {
    let _ = writeln!(text, "{} fails: {}\n    {}", case.id, result.symptom, case.title);
    let _ = writeln!(text, "    {}", describe_difference(case, result));
    let words = GivenAnswer::of(result).message_words();
    let words = if result.answer.is_none() { &result.detail } else { &words };
    if !words.is_empty() {
        let _ = writeln!(text, "    {}", words.replace('\n', "\n    "));
    }
    let readings = explained.readings_of(case);
    if !readings.is_empty() {
        let named = readings.iter().take(NAMED).map(|number| match explained.readings.get(*number) {
            Some(reading) => format!("{number} ({})", reading.title),
            None => (*number).to_owned(),
        });
        let more = if readings.len() > NAMED { ", .." } else { "" };
        let _ = writeln!(text, "    the expectation depends on {}{more}", named.collect::<Vec<_>>().join(", "));
    }
}

/// Folds the failures that follow from the refusal of a valid file into a line.
fn write_followers(text: &mut String, group: &FailureGroup<'_>, doubtful: usize) {
    let Some((root, _)) = group.root else { return };
    let ids = group.pairs.iter().map(|(case, _)| &*case.id).filter(|id| *id != root.id);
    let all = ids.clone().count();
    let named = ids.take(NAMED).collect::<Vec<_>>().join(", ");
    let more = if all > NAMED { ", .." } else { "" };
    let _ = writeln!(text, "    refused as well, with the same file or a file made from it: {all} ({named}{more})");
    if doubtful > 0 {
        let _ = writeln!(text, "    cases of broken files that passed, perhaps because of this refusal: {doubtful}");
    }
}

fn write_counts(text: &mut String, report: &Report<'_>) {
    let summary = Summary::of(report);
    let count = summary.all;
    let _ = write!(
        text,
        "{}: {} passed, {} failed, {} known, {} skipped of {}",
        report.name(),
        count.passed,
        count.failed,
        count.known,
        count.skipped,
        count.total_count(),
    );
    // Without a list, nothing can differ from it.
    if !report.known.entries.is_empty() {
        let _ = write!(text, "; {} not as listed", report.surprises.len());
    }
    let _ = writeln!(text, "\n    passed by files: {}", passed_shares(&summary));
    if summary.noted > 0 {
        let _ = writeln!(text, "    {} passed with a note on verdict, class, path or offset", summary.noted);
    }
    if let Some(remark) = summary.one_sided_warning() {
        let _ = writeln!(text, "    it {remark}");
    }
}

/// Returns the numbers and shares of passed cases of valid files, of broken files, and of files that the specification
/// leaves open.
pub(super) fn passed_shares(summary: &Summary) -> String {
    let parts = [("valid files", &summary.sound), ("broken files", &summary.broken), ("left open", &summary.open)];
    let shares = parts.iter().filter_map(|(name, count)| Some((name, count, count.passed_percentage()?)));
    let shares =
        shares.map(|(name, count, share)| format!("{name} {} of {} ({share} %)", count.passed, count.asked_count()));
    shares.collect::<Vec<_>>().join(", ")
}
