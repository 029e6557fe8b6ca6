//! Output: findings on stderr, data on stdout, colour only on a terminal.

use crate::exit::{Failure, InFile};
use anstyle::{AnsiColor, Style};
use bpx_formats::files::{Replacement, Stamp};
use bpx_schema::report::{Class, Error, Finding, Report, Severity};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(test)]
pub(crate) use crate::faults::files;
#[cfg(test)]
use crate::faults::{stderr, stdout};
#[cfg(not(test))]
pub(crate) use system::files;
#[cfg(not(test))]
use system::{stderr, stdout};

/// The file system for output. Tests replace it by one that fails.
#[cfg(not(test))]
mod system {
    use bpx_formats::files::Files;
    use std::io::Write;

    pub(crate) fn files() -> Files {
        Files::default()
    }

    pub(super) fn stdout() -> impl Write {
        std::io::stdout().lock()
    }

    pub(super) fn stderr() -> impl Write {
        anstream::stderr().lock()
    }
}

/// Whether the hint about limits was shown.
static HINTED: AtomicBool = AtomicBool::new(false);

/// Whether a message could not be written.
static MESSAGE_LOST: AtomicBool = AtomicBool::new(false);

/// Writes a line to stderr; records a failure.
fn write_message(message: &str) {
    if let Err(error) = writeln!(stderr(), "{message}") {
        note_lost(&error);
    }
}

/// Records that a message could not be written. A reader that closed the pipe is not an error.
pub(crate) fn note_lost(error: &std::io::Error) {
    if error.kind() != ErrorKind::BrokenPipe {
        MESSAGE_LOST.store(true, Ordering::Relaxed);
    }
}

/// Returns whether a message could not be written: the reader of the others has incomplete information (D-69).
pub(crate) fn has_lost_messages() -> bool {
    MESSAGE_LOST.load(Ordering::Relaxed)
}

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
    write_message(&format!(
        "{name}: {style}{}[{}]{style:#}: {path}{} (at {}{spec}{lenient})",
        finding.severity.name(),
        finding.code,
        finding.message,
        finding.location,
    ));
    // The hint is the same for all findings, so it is printed once.
    if finding.class == Class::LimitExceeded && !HINTED.swap(true, Ordering::Relaxed) {
        write_message(&format!("{name}: {}", crate::limits::hint()));
    }
}

/// Prints the findings of a file; of many findings of one rule, which often have one cause, the first ones (D-65).
pub(crate) fn findings(name: &str, report: &Report) {
    /// Findings of one rule that are printed.
    const SHOWN: usize = 10;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in report.findings() {
        let count = counts.entry(&one.code).or_default();
        *count += 1;
        if *count <= SHOWN {
            finding(name, one);
        }
    }
    for (code, count) in counts.into_iter().filter(|(_, count)| *count > SHOWN) {
        let more = count.saturating_sub(SHOWN);
        write_message(&format!("{name}: and {more} more of {code}: --json lists them"));
    }
    let all = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| report.count(severity));
    let dropped = all.iter().sum::<u64>().saturating_sub(report.findings().len() as u64);
    if dropped > 0 {
        write_message(&format!("{name}: and {dropped} findings that are counted only"));
    }
}

/// Prints a finding at a place of a text.
pub(crate) fn located(place: &str, id: &str, message: &str) {
    let style = style(Severity::Warning);
    write_message(&format!("{place}: {style}{}[{id}]{style:#}: {message}", Severity::Warning.name()));
}

/// Prints why a command failed.
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
    write_message(&format!("{style}error{style:#}: {message}"));
}

/// Prints a warning.
pub(crate) fn warning(message: &str) {
    let style = style(Severity::Warning);
    write_message(&format!("{style}warning{style:#}: {message}"));
}

/// Prints a sentence about what was done.
pub(crate) fn note(message: &str) {
    write_message(message);
}

/// Returns a text from a file without control characters for terminals.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let plain = text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control());
    if plain || !text.chars().any(char::is_control) {
        return text.into();
    }
    let escape = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    text.chars().map(escape).collect::<String>().into()
}

/// Lists the first few names, and the number of further ones.
pub(crate) fn few<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 3;
    let more = names.len().saturating_sub(SHOWN);
    let shown = names.take(SHOWN).map(printable).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// Returns a finding as JSON.
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

/// Returns a report as JSON.
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

/// Returns, as JSON, why a file could not be read or checked.
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

/// Writes a file; `-` is stdout. `made_from` is the file that the bytes are made from.
pub(crate) fn save(path: &Path, made_from: Option<&Stamp>, bytes: &[u8]) -> Result<(), Failure> {
    save_with(path, made_from, |out| Ok(out.write_all(bytes)?)).map(drop)
}

/// As [`save`], with the output of `write`. A reader that closes stdout or a pipe is not an error.
pub(crate) fn save_with<T>(
    path: &Path,
    made_from: Option<&Stamp>,
    write: impl FnOnce(&mut dyn Write) -> bpx_schema::Result<T>,
) -> Result<Option<T>, Failure> {
    if path.as_os_str() == "-" {
        return print_with(write);
    }
    save_by(path, made_from, |replacement| replacement.write(write))
}

/// As [`save_with`], for a path, with any method of replacement.
pub(crate) fn save_by<T>(
    path: &Path,
    made_from: Option<&Stamp>,
    save: impl FnOnce(Replacement<'_>) -> bpx_schema::Result<T>,
) -> Result<Option<T>, Failure> {
    match save(files().replacement(path).made_from(made_from)) {
        Err(Error::Io { source, .. }) if source.kind() == ErrorKind::BrokenPipe => Ok(None),
        Err(Error::Io { path: at, source }) => {
            let message = format!("{source}{}", state_after_failure(path, &source));
            Err(Error::Io { path: at, source: std::io::Error::new(source.kind(), message) })
        }
        other => other.map(Some),
    }
    .in_file(&path.display().to_string())
}

/// Describes the state of a path after a failed write.
fn state_after_failure(path: &Path, error: &std::io::Error) -> &'static str {
    match path.metadata() {
        // Its message says that the file was replaced.
        _ if error.kind() == ErrorKind::ResourceBusy => "",
        Ok(metadata) if metadata.is_file() => "; the file is as it was",
        Err(error) if error.kind() == ErrorKind::NotFound => "; no file was made",
        _ => "",
    }
}

/// Writes to stdout; a reader that closes the pipe is not an error.
fn print_with<T>(write: impl FnOnce(&mut dyn Write) -> bpx_schema::Result<T>) -> Result<Option<T>, Failure> {
    let mut out = std::io::BufWriter::with_capacity(256 << 10, stdout());
    let written = write(&mut out).and_then(|written| Ok(out.flush().map(|()| written)?));
    // The rest of the buffer was refused already, or is discarded.
    let _ = out.into_parts();
    match written {
        Err(Error::Io { source, .. }) if source.kind() == ErrorKind::BrokenPipe => Ok(None),
        other => other.map(Some).in_file("<stdout>"),
    }
}

/// Writes to stdout; a reader that closes the pipe is not an error.
pub(crate) fn print(text: &str) -> std::io::Result<()> {
    let mut out = stdout();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// As [`print()`], after a file or folder was written; the message of a failure says so.
pub(crate) fn print_after(written: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        std::io::Error::new(error.kind(), format!("{error}; {} was written nevertheless", written.display()))
    };
    print(text).map_err(failed).in_file("<stdout>")
}

/// Writes JSON to stdout, indented.
pub(crate) fn print_json(value: &Value) -> std::io::Result<()> {
    print(&format!("{value:#}\n"))
}
