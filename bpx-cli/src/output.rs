//! What people and programs see: findings on stderr, data on stdout, colour only on a terminal.

use crate::exit::{Failure, InFile};
use anstyle::{AnsiColor, Style};
use bpx_schema::report::{Error, Finding, Report, Severity};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

fn style(severity: Severity) -> Style {
    let colour = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Note => AnsiColor::Cyan,
    };
    Style::new().bold().fg_color(Some(colour.into()))
}

/// Prints one finding of a file.
pub(crate) fn finding(name: &str, finding: &Finding) {
    let style = style(finding.severity);
    let path = finding.path.short();
    let path = if path.is_empty() { String::new() } else { format!("{path}: ") };
    let spec = if finding.spec.is_empty() { String::new() } else { format!("; section {}", finding.spec) };
    let lenient =
        if finding.lenient.is_empty() { String::new() } else { format!("; interpretation {}", finding.lenient) };
    anstream::eprintln!(
        "{name}: {style}{}[{}]{style:#}: {path}{} (at {}{spec}{lenient})",
        finding.severity.name(),
        finding.code,
        finding.message,
        finding.location,
    );
}

/// Prints the findings of a file; of many that break one rule, which are often consequences of one fault, the first.
pub(crate) fn findings(name: &str, report: &Report) {
    /// Findings of one rule that are printed.
    const SHOWN: usize = 10;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in report.findings() {
        let count = counts.entry(&one.code).or_default();
        *count = count.saturating_add(1);
        if *count <= SHOWN {
            finding(name, one);
        }
    }
    for (code, count) in counts.into_iter().filter(|(_, count)| *count > SHOWN) {
        let more = count.saturating_sub(SHOWN);
        anstream::eprintln!("{name}: and {more} more of {code}: --json lists them");
    }
    let all = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| report.count(severity));
    let dropped = all.iter().sum::<u64>().saturating_sub(report.findings().len() as u64);
    if dropped > 0 {
        anstream::eprintln!("{name}: and {dropped} findings that are counted only");
    }
}

/// Prints what is wrong at a place of a text.
pub(crate) fn located(place: &str, id: &str, message: &str) {
    let style = style(Severity::Warning);
    anstream::eprintln!("{place}: {style}{}[{id}]{style:#}: {message}", Severity::Warning.name());
}

/// Prints why a command could not do its work.
pub(crate) fn failure(failure: &Failure) {
    match failure {
        Failure::File { name, error: Error::Fault(fault) } => finding(name, fault),
        Failure::File { name, error } => plain_error(&format!("{name}: {error}")),
        Failure::Input { name, message } | Failure::Unsupported { name, message } => {
            plain_error(&format!("{name}: {message}"));
        }
        Failure::Usage(message) => plain_error(message),
    }
}

fn plain_error(message: &str) {
    let style = style(Severity::Error);
    anstream::eprintln!("{style}error{style:#}: {message}");
}

/// Prints what deserves attention, and is no error.
pub(crate) fn warning(message: &str) {
    let style = style(Severity::Warning);
    anstream::eprintln!("{style}warning{style:#}: {message}");
}

/// A text out of a file, without what a terminal would obey.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(char::is_control) {
        return text.into();
    }
    let escape = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    text.chars().map(escape).collect::<String>().into()
}

/// The first few names, and how many more there are.
pub(crate) fn few<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 3;
    let more = names.len().saturating_sub(SHOWN);
    let shown = names.take(SHOWN).map(printable).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// A finding as JSON.
pub(crate) fn finding_json(finding: &Finding) -> Value {
    json!({
        "code": finding.code,
        "class": finding.class.name(),
        "severity": finding.severity.name(),
        "path": finding.path.to_string(),
        "offset": finding.location.file.to_string(),
        "content_offset": finding.location.content.map(|content| content.to_string()),
        "message": finding.message,
        "spec": finding.spec,
        "interpretation": finding.lenient,
    })
}

/// A report as JSON.
pub(crate) fn report_json(name: &str, report: &Report) -> Value {
    json!({
        "file": name,
        "verdict": report.verdict().name(),
        "errors": report.count(Severity::Error),
        "warnings": report.count(Severity::Warning),
        "notes": report.count(Severity::Note),
        "findings": report.findings().iter().map(finding_json).collect::<Vec<_>>(),
    })
}

/// Why nothing can be said of a file, or what is wrong with it from the beginning, as JSON.
pub(crate) fn failure_json(failure: &Failure) -> Value {
    match failure {
        Failure::File { name, error: Error::Fault(fault) } => {
            let mut report = Report::default();
            report.add((**fault).clone());
            report_json(name, &report)
        }
        Failure::File { name, error } => json!({ "file": name, "error": error.to_string() }),
        Failure::Input { name, message } | Failure::Unsupported { name, message } => {
            json!({ "file": name, "error": message })
        }
        Failure::Usage(message) => json!({ "error": message }),
    }
}

/// Writes a file as a whole or not at all; `-` is stdout.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    save_with(path, |out| Ok(out.write_all(bytes)?)).map(drop)
}

/// As [`save`], of what `write` writes. A reader of stdout that has seen enough is no error.
pub(crate) fn save_with<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> bpx_schema::Result<T>,
) -> Result<Option<T>, Failure> {
    if path.as_os_str() != "-" {
        return bpx_formats::source::replace(path, write).map(Some).in_file(&path.display().to_string());
    }
    let mut out = std::io::BufWriter::with_capacity(256 << 10, std::io::stdout().lock());
    let written = write(&mut out).and_then(|written| Ok(out.flush().map(|()| written)?));
    // What is left in the buffer was refused already, or is to be forgotten.
    let _ = out.into_parts();
    match written {
        Err(Error::Io { source, .. }) if source.kind() == std::io::ErrorKind::BrokenPipe => Ok(None),
        other => other.map(Some).in_file("<stdout>"),
    }
}

/// Writes to stdout; a reader that has seen enough is no error.
pub(crate) fn print(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes JSON to stdout, indented.
pub(crate) fn print_json(value: &Value) -> std::io::Result<()> {
    print(&format!("{value:#}\n"))
}
