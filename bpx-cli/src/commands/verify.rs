use super::parsed::{Parsed, Reading};
use crate::args::{Files, Foreign};
use crate::exit::{Exit, Failure, InFile};
use crate::output::{self, Details};
use bpx_schema::dump::{Excerpt, collect_excerpts};
use bpx_schema::report::{Finding, Mode, Report, Severity};
use bpx_schema::watch::Watch;
use serde_json::Value;
use std::path::Path;

/// The rule of bytes after the last field.
const TRAILING: &str = "trailing-bytes";

/// Options for checks and reports.
#[derive(Clone, Copy)]
pub(crate) struct How {
    /// Apply the specification literally.
    pub strict: bool,
    /// Also list every byte with its meaning.
    pub explain: bool,
    /// Print one line for each finding.
    pub short: bool,
}

/// The findings of a file.
struct Checked {
    name: String,
    report: Report,
    /// The bytes of the findings; `None` if they are not shown.
    details: Option<Details>,
    /// The size of the file in bytes, if a schema of the command line reads it.
    size: Option<u64>,
}

/// Checks every rule of files; the exit code is the worst code of all files.
pub(crate) fn run(args: &Files, how: How, schema: &Foreign) -> Result<Exit, Failure> {
    let reading = Reading::new(&args.given, schema)?;
    let mut exit = Exit::Fine;
    let mut list = Vec::new();
    for path in &args.files {
        match check_file(path, &reading, how, args.json) {
            Ok(Checked { name, report, details, size }) => {
                exit = exit.max((&report).into());
                if args.json {
                    // Without findings to show, no excerpts were read.
                    list.push(output::report_json(&name, &report, &details.unwrap_or_default().excerpts));
                    continue;
                }
                output::print_findings(&name, &report, details.as_ref());
                output::print_text(&verdict_summary(&name, &report, size)).in_file("<stdout>")?;
            }
            Err(failure) => {
                exit = exit.max(failure.code());
                if args.json {
                    list.push(output::failure_json(&failure));
                }
                output::print_failure(&failure);
            }
        }
    }
    if args.json {
        output::print_json(&Value::Array(list))?;
    }
    Ok(exit)
}

/// Checks one file.
fn check_file(path: &Path, reading: &Reading<'_>, how: How, as_json: bool) -> Result<Checked, Failure> {
    let mode = if how.strict { Mode::Strict } else { Mode::Lenient };
    let parsed = reading.open(path)?;
    let report = parsed.verify(mode)?;
    let name = parsed.file.name.clone();
    let shown = match how.short {
        true => Vec::new(),
        false if as_json => report.findings().iter().collect(),
        false => output::findings_in_full(&report),
    };
    // The file is read again only if something is shown.
    let excerpts = match how.explain {
        true => explain_findings(&parsed, &shown)?,
        false if shown.is_empty() => Vec::new(),
        false => parsed.excerpts(&shown)?,
    };
    let details = if shown.is_empty() { None } else { Some(parsed.details(excerpts, mode)) };
    Ok(Checked { name, report, details, size: parsed.size_by_schema() })
}

/// Lists every byte of a file with its meaning, and returns the bytes of findings.
fn explain_findings(parsed: &Parsed<'_>, shown: &[&Finding]) -> Result<Vec<Excerpt>, Failure> {
    let bytes = parsed.file.whole_bytes()?;
    let read = |watch: &mut dyn Watch| parsed.watch(&bytes, watch);
    output::print_text(&format!("{}\n", parsed.file.name)).in_file("<stdout>")?;
    let excerpts = collect_excerpts(&bytes, shown, &|listener| super::dump::explain_file(&bytes, listener, &read));
    let excerpts = excerpts.in_file("<stdout>")?;
    output::print_text("\n").in_file("<stdout>")?;
    Ok(excerpts)
}

/// Returns the verdict and the numbers of findings. For a schema of the command line, also returns where the schema
/// ends in a file of `size` bytes.
fn verdict_summary(name: &str, report: &Report, size: Option<u64>) -> String {
    let count = |severity: Severity, one: &str| match report.count(severity) {
        0 => None,
        1 => Some(format!("1 {one}")),
        more => Some(format!("{more} {one}s")),
    };
    let counts = [count(Severity::Error, "error"), count(Severity::Warning, "warning"), count(Severity::Note, "note")];
    let counts = counts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let counts = if counts.is_empty() { String::new() } else { format!(" ({counts})") };
    let end = report.findings().iter().find(|one| one.code == TRAILING && one.location.content.is_none());
    let end = end
        .zip(size)
        .map_or(String::new(), |(end, size)| format!("; the schema ends at byte {} of {size}", end.location.file));
    format!("{name}: {}{counts}{end}\n", report.verdict())
}
