//! Answers the questions of the suite with the codecs of this program.

use crate::exit::{Exit, Failure, InFile};
use bpx_formats::bpx::BpxFormat;
use bpx_formats::bpx::package::Package;
use bpx_formats::bpx::package::unpack::Unpacker;
use bpx_formats::bpx::v0;
use bpx_formats::record::RecordCodec;
use bpx_formats::{
    FileError, FileFormat, ModelOptions, ReadOptions, Registry, find_format, find_schema, formats, identify,
};
use bpx_schema::Limits;
use bpx_schema::json::JsonDoc;
use bpx_schema::report::{Class, Error, Finding, Mode, Report, Severity};
use bpx_schema::source::ReadAt;
use bpx_schema::value::{bytes_from_hex, hex};
use conformance::protocol::{self, Answer, Hello, Reply, VERSION};
use conformance::suite::Op;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest size of a question, and of a file in a question, in bytes.
const MOST: u64 = 256 << 20;

/// Answers requests until the input ends.
pub(super) fn run() -> Result<Exit, Failure> {
    let (mut stdin, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    while let Some(line) = read_line(&mut stdin, MOST).in_file("<stdin>")? {
        let question: Value = serde_json::from_str(&line)
            .map_err(|error| Failure::Usage(format!("expected a question of the suite: {error}")))?;
        let answer = match question.get("cmd").and_then(Value::as_str) {
            Some("hello") => json!(own_hello()),
            Some("run") => {
                let seq = question.get("seq").and_then(Value::as_u64);
                let unnumbered = || format!("expected a question of the suite with a number `seq`, found {line}");
                let seq = seq.ok_or_else(|| Failure::Usage(unnumbered()))?;
                json!(Answer { seq, reply: reply_to(&question) })
            }
            Some("bye") => return Ok(Exit::Fine),
            _ => return Err(Failure::Usage(format!("expected a question of the suite, found {line}"))),
        };
        writeln!(stdout, "{answer}").and_then(|()| stdout.flush()).in_file("<stdout>")?;
    }
    Ok(Exit::Fine)
}

/// Reads a line of at most `most` bytes; returns `None` at the end of the input.
fn read_line(input: &mut impl BufRead, most: u64) -> io::Result<Option<String>> {
    let mut line = String::new();
    let size = input.take(most).read_line(&mut line)?;
    if size as u64 == most && !line.ends_with('\n') {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("expected a line of fewer than {most} bytes, found more"),
        ));
    }
    line.truncate(line.trim_end_matches(['\r', '\n']).len());
    Ok((size > 0).then_some(line))
}

/// Reads a file of at most `most` bytes; returns `None` for a file that is larger or cannot be read.
fn read_file(path: &str, most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(most.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= most).then_some(bytes)
}

fn own_hello() -> Hello {
    Hello {
        protocol: VERSION,
        name: "bpx-formats".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        language: "Rust".to_owned(),
        formats: formats().iter().map(|format| (format.name().to_owned(), Vec::new())).collect(),
        ops: Op::ALL.iter().map(|op| op.name().to_owned()).collect(),
        warnings: true,
        ..Hello::default()
    }
}

/// The reason for an answer other than success.
enum Refused {
    Finding(Box<Finding>),
    /// A package has an unsafe name; the text is the message.
    Name(String),
    Other(String),
}

fn reply_to(question: &Value) -> Reply {
    match answer_question(question) {
        Ok(reply) => reply,
        Err(Refused::Finding(finding)) => Reply::Reject {
            verdict: Some(finding.class.verdict().name().to_owned()),
            class: Some(finding.class.name().to_owned()),
            message: finding.message.clone(),
            at: Some(finding.path.to_string()),
            offset: Some(finding.location.file),
        },
        Err(Refused::Name(message)) => Reply::Reject {
            verdict: None,
            class: Some(Class::UnsafePath.name().to_owned()),
            message,
            at: None,
            offset: None,
        },
        Err(Refused::Other(message)) => Reply::Reject { verdict: None, class: None, message, at: None, offset: None },
    }
}

fn answer_question(question: &Value) -> Result<Reply, Refused> {
    let text = |name: &str| question.get(name).and_then(Value::as_str);
    let mut options = ReadOptions::default();
    if let Some(names) = text("names").and_then(bytes_from_hex) {
        options = options.with_names(names);
    }
    if let Some(dictionary) = text("dict").and_then(bytes_from_hex) {
        options = options.with_dictionary(dictionary);
    }
    let done = |bytes: Vec<u8>| written_reply(Vec::new(), Some(bytes));
    if text("op") == Some("encode") {
        let model = question.get("model").unwrap_or(&Value::Null);
        return Ok(done(Registry::standard().from_json(JsonDoc::from(model).root(), &options)?));
    }
    let bytes = match (text("hex"), text("path")) {
        (Some(digits), _) => bytes_from_hex(digits),
        (None, Some(path)) => read_file(path, MOST),
        (None, None) => None,
    };
    let Some(bytes) = bytes else {
        return Ok(Reply::Error {
            message: format!("expected `hex`, or `path` of a readable file of at most {MOST} bytes"),
        });
    };
    if text("op") == Some("record") {
        return rewrite_record(question, &bytes);
    }
    let source: Arc<dyn ReadAt> = Arc::new(bytes);
    let Some(format) = text("format").and_then(find_format) else {
        return Ok(Reply::Skip { reason: "unknown format".to_owned() });
    };
    let model = |model: Value| Reply::Ok { model: Some(model), hex: None, path: None };
    // A question without `op` is skipped, as one with an unknown `op`.
    Ok(match text("op").unwrap_or_default() {
        "identify" => {
            let found = identify(&*source, None)?;
            model(json!({ "format": found.format, "version": found.version, "kind": found.kind }))
        }
        "decode" => model(format.to_json(&source, &options, ModelOptions::default())?.to_value()),
        "validate" => written_reply(check_valid(&format.verify(&*source, Mode::Lenient, &options)?)?, None),
        "roundtrip" => done(format.rewrite(&source, &options)?),
        "canonicalize" => {
            let model = format.to_json(&source, &options, ModelOptions::default())?;
            done(format.from_json(model.root(), &options)?)
        }
        "unpack" => {
            let folder = text("folder").map(PathBuf::from);
            let Some(folder) = folder.filter(|_| format.name() == BpxFormat.name()) else {
                return Ok(Reply::Skip { reason: "expected a folder and a package to unpack".to_owned() });
            };
            unpack_package(source, &folder)?;
            written_reply(Vec::new(), None)
        }
        other => Reply::Skip { reason: format!("cannot {other}") },
    })
}

/// Checks a record, and writes it again.
fn rewrite_record(question: &Value, bytes: &[u8]) -> Result<Reply, Refused> {
    // No record has an empty name, so that a missing name finds none.
    let text = |name: &str| question.get(name).and_then(Value::as_str).unwrap_or_default();
    let version = question.get("version").and_then(Value::as_u64);
    match find_record(text("format"), version, text("record")) {
        Some(codec) => {
            let warnings = check_valid(&(codec.validate)(bytes, Mode::Lenient))?;
            Ok(written_reply(warnings, Some((codec.rewrite)(bytes)?)))
        }
        None => Ok(Reply::Skip { reason: "unknown record".to_owned() }),
    }
}

/// Returns the warnings of a report; rejects a report with an error.
fn check_valid(report: &Report) -> Result<Vec<protocol::Finding>, Refused> {
    let of = |severity| report.findings().iter().filter(move |finding| finding.severity == severity);
    // An assertion over fields is reported before the fault of a later field that cannot be read, which it explains.
    let explains = |one: &Finding| one.class == Class::Inconsistent && report.verdict() > one.class.verdict();
    if let Some(error) = of(Severity::Error).find(|error| !explains(error)) {
        return Err(Refused::Finding(Box::new(error.clone())));
    }
    let warning = |finding: &Finding| protocol::Finding {
        class: Some(finding.class.name().to_owned()),
        at: Some(finding.path.to_string()),
        offset: Some(finding.location.file),
        message: finding.message.clone(),
    };
    Ok(of(Severity::Warning).map(warning).collect())
}

/// Returns the answer to an accepted file, with the written bytes.
fn written_reply(findings: Vec<protocol::Finding>, bytes: Option<Vec<u8>>) -> Reply {
    let (model, hex, path) = (None, bytes.map(|bytes| hex(&bytes)), None);
    if findings.is_empty() { Reply::Ok { model, hex, path } } else { Reply::Warn { findings, model, hex, path } }
}

/// Finds the codec of a record in the schema of the version, if the version has its own schema, else in the schema of
/// the format.
fn find_record(format: &str, version: Option<u64>, name: &str) -> Option<RecordCodec> {
    let own = version.map(|version| format!("{format}-v{version}"));
    let own = own.and_then(|schema| find_schema(&schema));
    let (schema, _) = own.or_else(|| find_schema(format))?;
    RecordCodec::find(schema, name)
}

/// Unpacks a package, also a package of version 0.
fn unpack_package(source: Arc<dyn ReadAt>, folder: &Path) -> Result<(), Refused> {
    let package = if v0::is_version_0(&*source)? {
        v0::Container::open(source, Limits::default())?.package()?
    } else {
        Package::open(source, Limits::default())?
    };
    match Unpacker::new(&package).unpack(folder) {
        Ok(_) => Ok(()),
        Err(error @ FileError::Refused(_)) => Err(Refused::Name(error.to_string())),
        Err(error) => Err(Refused::Other(error.to_string())),
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        match error {
            Error::Fault(finding) => Self::Finding(finding),
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<FileError> for Refused {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Codec(error) => error.into(),
            other => Self::Other(other.to_string()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_largest_size() {
        let mut input = &b"one\r\n\ntwo"[..];
        let mut next = || read_line(&mut input, 6).unwrap();
        assert_eq!([next(), next(), next(), next()].map(Option::unwrap_or_default), ["one", "", "two", ""]);
        assert!(read_line(&mut &b"a line"[..], 6).unwrap_err().to_string().contains("fewer than 6 bytes"));
    }
    #[test]
    #[cfg(unix)]
    fn files_have_a_largest_size() {
        assert_eq!(read_file("/dev/null", 6), Some(Vec::new()));
        assert_eq!(read_file("/dev/zero", 6), None);
    }
}
