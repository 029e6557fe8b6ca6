//! Writes findings to stderr and data to stdout; colour appears on a terminal only.

mod excerpt;
mod findings;

pub(crate) use self::excerpt::Details;
pub(crate) use self::findings::{failure_json, findings_in_full, print_finding, print_findings, report_json};

use crate::exit::{Failure, InFile};
use anstyle::{AnsiColor, Style};
use bpx_formats::description::{Fact, Facts};
use bpx_formats::files::{Replacement, Stamp};
use bpx_schema::report::{Error, Severity};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(test)]
pub(crate) use crate::faults::output_files;
#[cfg(test)]
use crate::faults::{stderr_writer, stdout_writer};
#[cfg(not(test))]
pub(crate) use system::output_files;
#[cfg(not(test))]
use system::{stderr_writer, stdout_writer};

/// The output files, stdout and stderr of the system; unit tests use `crate::faults` instead.
#[cfg(not(test))]
mod system {
    use bpx_formats::files::Files;
    use std::io::Write;

    pub(crate) fn output_files() -> Files {
        Files::default()
    }

    pub(super) fn stdout_writer() -> impl Write {
        std::io::stdout().lock()
    }

    pub(super) fn stderr_writer() -> impl Write {
        anstream::stderr().lock()
    }
}

/// Whether a message could not be written.
static MESSAGE_LOST: AtomicBool = AtomicBool::new(false);

/// Writes a line to stderr, and records a failure to write.
fn write_message(message: &str) {
    if let Err(error) = writeln!(stderr_writer(), "{message}") {
        note_lost(&error);
    }
}

/// Records that a message could not be written. A reader that closed the pipe is not an error.
pub(crate) fn note_lost(error: &std::io::Error) {
    if error.kind() != ErrorKind::BrokenPipe {
        MESSAGE_LOST.store(true, Ordering::Relaxed);
    }
}

/// Returns whether a message could not be written, so that the user has incomplete information (D-69).
pub(crate) fn has_lost_messages() -> bool {
    MESSAGE_LOST.load(Ordering::Relaxed)
}

fn severity_style(severity: Severity) -> Style {
    let colour = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Note => AnsiColor::Cyan,
    };
    Style::new().bold().fg_color(Some(colour.into()))
}

/// Prints a warning with its id, after `place`, its location in a text.
pub(crate) fn print_located(place: &str, id: &str, message: &str) {
    let style = severity_style(Severity::Warning);
    write_message(&format!("{place}: {style}{}[{id}]{style:#}: {message}", Severity::Warning.name()));
}

/// Prints why a command failed.
pub(crate) fn print_failure(failure: &Failure) {
    match failure {
        Failure::File { name, error: Error::Fault(fault) } => print_finding(name, fault),
        Failure::File { name, error } => plain_error(&format!("{name}: {error}")),
        Failure::Input { name, message } | Failure::Unsupported { name, message } => {
            plain_error(&format!("{name}: {message}"));
        }
        Failure::Usage(message) => plain_error(message),
    }
}

fn plain_error(message: &str) {
    let style = severity_style(Severity::Error);
    write_message(&format!("{style}error{style:#}: {message}"));
}

/// Prints a warning.
pub(crate) fn print_warning(message: &str) {
    let style = severity_style(Severity::Warning);
    write_message(&format!("{style}warning{style:#}: {message}"));
}

/// Prints a sentence about what was done.
pub(crate) fn print_note(message: &str) {
    write_message(message);
}

/// Returns a text with its control characters escaped, so that a terminal does not obey them.
pub(crate) fn printable_text(text: &str) -> Cow<'_, str> {
    let plain = text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control());
    if plain || !text.chars().any(char::is_control) {
        return text.into();
    }
    let escape = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    text.chars().map(escape).collect::<String>().into()
}

/// Lists the first three names, and the number of the other names.
pub(crate) fn few_names<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 3;
    // 0 if all are shown.
    let more = names.len().saturating_sub(SHOWN);
    let shown = names.take(SHOWN).map(printable_text).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// Writes `bytes` to the file at `path`, or to stdout if `path` is `-`. `made_from` identifies the file that the bytes
/// were made from.
pub(crate) fn save_file(path: &Path, made_from: Option<&Stamp>, bytes: &[u8]) -> Result<(), Failure> {
    save_with(path, made_from, |out| Ok(out.write_all(bytes)?)).map(drop)
}

/// Saves the output of `write` like [`save_file`]. A reader that closes stdout or a pipe causes no error.
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

/// Saves a file like [`save_with`], but calls `save`, a function that replaces the file at `path`.
pub(crate) fn save_by<T>(
    path: &Path,
    made_from: Option<&Stamp>,
    save: impl FnOnce(Replacement<'_>) -> bpx_schema::Result<T>,
) -> Result<Option<T>, Failure> {
    match save(output_files().replacement(path).made_from(made_from)) {
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

/// Passes a buffered stdout to `write`; a reader that closes the pipe causes no error.
pub(crate) fn print_with<T>(write: impl FnOnce(&mut dyn Write) -> bpx_schema::Result<T>) -> Result<Option<T>, Failure> {
    let mut out = std::io::BufWriter::with_capacity(256 << 10, stdout_writer());
    let written = write(&mut out).and_then(|written| Ok(out.flush().map(|()| written)?));
    // The rest of the buffer was refused already, or is discarded.
    let _ = out.into_parts();
    match written {
        Err(Error::Io { source, .. }) if source.kind() == ErrorKind::BrokenPipe => Ok(None),
        other => other.map(Some).in_file("<stdout>"),
    }
}

/// Writes the name of a file and facts about it to stdout, as JSON.
pub(crate) fn print_facts(name: &str, facts: Facts<'_>) -> Result<(), Failure> {
    let name = ("file".to_owned(), Fact::Value(name.into()));
    print_json(&Fact::Object(std::iter::once(name).chain(facts).collect()))
}

/// Writes `text` to stdout; a reader that closes the pipe causes no error.
pub(crate) fn print_text(text: &str) -> std::io::Result<()> {
    let mut out = stdout_writer();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes `text` to stdout like [`print_text`]. The message of a failure adds that the file or folder `written` was
/// written.
pub(crate) fn print_after(written: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        std::io::Error::new(error.kind(), format!("{error}; {} was written nevertheless", written.display()))
    };
    print_text(text).map_err(failed).in_file("<stdout>")
}

/// Writes JSON to stdout, indented.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print_with(|out| {
        serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
        Ok(out.write_all(b"\n")?)
    })
    .map(drop)
}
