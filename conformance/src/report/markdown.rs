use super::causes::{Pair, RefusedFiles, failure_groups};
use super::compared::{GivenAnswer, describe_sides};
use super::text::passed_shares;
use super::{Count, Report, Summary};
use crate::known::Surprise;
use crate::runner::Status;
use crate::suite::Explanations;
use std::fmt::Write;

/// The largest number of characters to show of a program's message.
const WORDS: usize = 160;

/// Returns the run as Markdown.
#[must_use]
pub fn markdown(report: &Report<'_>, explained: &Explanations) -> String {
    let summary = Summary::of(report);
    let mut text = format!("# {}\n\n", report.name());
    let _ = writeln!(text, "| | passed | failed | known | skipped |\n|---|---:|---:|---:|---:|");
    write_row(&mut text, "all", &summary.all);
    let parts = [("valid files", &summary.sound), ("broken files", &summary.broken), ("left open", &summary.open)];
    parts.iter().for_each(|(name, count)| write_row(&mut text, name, count));
    summary.levels.iter().for_each(|(name, count)| write_row(&mut text, name, count));
    summary.formats.iter().for_each(|(name, count)| write_row(&mut text, name, count));
    summary.features.iter().for_each(|(name, count)| write_row(&mut text, name, count));
    let _ = writeln!(text, "\nPassed by files: {}.", passed_shares(&summary));
    if let Some(remark) = summary.one_sided_warning() {
        let _ = writeln!(text, "\n**It {remark}.**");
    }
    write_failures(&mut text, report, explained);
    let others = report.surprises.iter().filter(|surprise| !matches!(surprise, Surprise::Failure { .. }));
    let others: Vec<String> = others.map(|surprise| format!("* {surprise}\n")).collect();
    if !others.is_empty() {
        let _ = write!(text, "\n## Not as listed\n\n{}", others.concat());
    }
    let noted = report.pairs().filter(|(_, result)| result.status == Status::Passed);
    let notes: Vec<String> = noted
        .flat_map(|(case, result)| {
            result.notes.iter().map(move |note| format!("* {}: {}\n", case.id, cell_text(&note.to_string())))
        })
        .collect();
    if !notes.is_empty() {
        let _ = write!(text, "\n## Passed with notes\n\n{}", notes.concat());
    }
    text
}

fn write_failures(text: &mut String, report: &Report<'_>, explained: &Explanations) {
    let (groups, roots) = (failure_groups(report), RefusedFiles::of(report));
    let known: Vec<Pair<'_>> =
        report.pairs().filter(|(case, result)| report.listed_reason(case, result).is_some()).collect();
    if !groups.is_empty() || !known.is_empty() {
        text.push_str("\n## Failures\n");
    }
    for group in &groups {
        let _ = writeln!(text, "\n### {}: {}\n", group.pairs.len(), group.symptom);
        if let Some(root) = group.root {
            let _ = writeln!(
                text,
                "The program refused the valid file of {}{}: look at this failure first. The other cases use the \
                    same file or a file made from it.",
                root.0.id,
                if group.is_root_known() { ", which is a known failure" } else { "" },
            );
            let doubtful = roots.doubtful_count(report, root);
            if doubtful > 0 {
                let _ =
                    writeln!(text, "Cases of broken files that passed, perhaps because of this refusal: {doubtful}.");
            }
            text.push('\n');
        }
        text.push_str("| case | level | expected | found | message | readings |\n|---|---|---|---|---|---|\n");
        group.pairs.iter().for_each(|pair| write_failure(text, *pair, &explained.readings_of(pair.0).join(", ")));
    }
    if !known.is_empty() {
        text.push_str(
            "\n### Known\n\n| case | level | expected | found | message | known |\n|---|---|---|---|---|---|\n",
        );
    }
    for pair in known {
        let why = report.listed_reason(pair.0, pair.1).map_or("", |entry| &entry.why);
        write_failure(text, pair, why);
    }
}

/// Writes the row of a failure; `last` is the text of the last cell.
fn write_failure(text: &mut String, (case, result): Pair<'_>, last: &str) {
    let said = GivenAnswer::of(result).message_words();
    let words = if result.answer.is_none() { &result.detail } else { &said };
    let words: String = words.lines().take(1).flat_map(str::chars).take(WORDS).collect();
    let [expected, found] = describe_sides(case, result);
    let _ = writeln!(
        text,
        "| {}: {} | {} | {} | {} | {} | {} |",
        case.id,
        cell_text(&case.title),
        case.level.name(),
        cell_text(&expected),
        cell_text(&found),
        cell_text(&words),
        cell_text(last),
    );
}

fn write_row(text: &mut String, name: &str, count: &Count) {
    let _ = writeln!(
        text,
        "| {} | {} | {} | {} | {} |",
        cell_text(name),
        count.passed,
        count.failed,
        count.known,
        count.skipped
    );
}

fn cell_text(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
