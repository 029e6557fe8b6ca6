use super::{Count, Report, Summary};
use crate::known::Surprise;
use crate::runner::Status;
use std::fmt::Write;

/// Returns the run as Markdown.
#[must_use]
pub fn markdown(report: &Report<'_>) -> String {
    let summary = Summary::of(report);
    let mut text = format!("# {}\n\n", report.name());
    let _ = writeln!(text, "| | passed | failed | known | skipped |\n|---|---:|---:|---:|---:|");
    row(&mut text, "all", &summary.all);
    let parts = [("sound files", &summary.sound), ("broken files", &summary.broken), ("left open", &summary.open)];
    parts.iter().for_each(|(name, count)| row(&mut text, name, count));
    summary.levels.iter().for_each(|(name, count)| row(&mut text, name, count));
    summary.formats.iter().for_each(|(name, count)| row(&mut text, name, count));
    summary.features.iter().for_each(|(name, count)| row(&mut text, name, count));
    if summary.noted > 0 {
        let _ = writeln!(text, "\n{} passed with a note on verdict, class, path or offset.", summary.noted);
    }
    if let Some(remark) = summary.one_sided() {
        let _ = writeln!(text, "\n**It {remark}.**");
    }
    let mut failed = report.pairs().filter(|(_, result)| result.status == Status::Failed).peekable();
    if failed.peek().is_some() {
        text.push_str("\n## Failures\n\n| case | level | symptom | what was said | known |\n|---|---|---|---|---|\n");
    }
    for (case, result) in failed {
        let detail: String = result.detail.lines().next().unwrap_or_default().chars().take(160).collect();
        let _ = writeln!(
            text,
            "| {}: {} | {} | {} | {} | {} |",
            case.id,
            cell(&case.title),
            case.level.name(),
            cell(&result.symptom),
            cell(&detail),
            cell(report.reason(case, result).map_or("", |entry| &entry.why))
        );
    }
    let mut others =
        report.surprises.iter().filter(|surprise| !matches!(surprise, Surprise::Failure { .. })).peekable();
    if others.peek().is_some() {
        text.push_str("\n## Not as listed\n\n");
    }
    for surprise in others {
        let _ = writeln!(text, "* {surprise}");
    }
    text
}

fn row(text: &mut String, name: &str, count: &Count) {
    let _ = writeln!(
        text,
        "| {} | {} | {} | {} | {} |",
        cell(name),
        count.passed,
        count.failed,
        count.known,
        count.skipped
    );
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
