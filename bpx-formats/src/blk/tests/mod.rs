//! Tests of what goldens do not cover: frames, companions, depth, forms, limits.

mod documents;
mod files;
mod forms;
mod random;
mod texts;

use super::*;
use crate::model::trees::blk::{from_json, to_json};
use bpx_schema::Limits;
use bpx_schema::report::{Mode, Severity};

/// Returns a document read from the text form.
fn written(source: &str) -> Document {
    text::read(source.as_bytes(), Limits::default()).unwrap()
}

fn open(file: &[u8], companions: &Companions) -> Document {
    Document::open(file, companions, Limits::default()).unwrap()
}

/// Returns the code, path and offset of the fault.
fn refused(file: &[u8], companions: &Companions) -> (String, String, u64) {
    let error = Document::open(file, companions, Limits::default()).unwrap_err();
    let finding = error.finding().unwrap();
    (finding.code.to_string(), finding.path.to_string(), finding.location.file)
}

/// Returns codes of all findings, with their severity in lenient mode.
fn findings(file: &[u8], companions: &Companions) -> Vec<(String, Severity)> {
    let report = verify(&file, Mode::Lenient, Limits::default(), companions).unwrap();
    report.findings().iter().map(|finding| (finding.code.to_string(), finding.severity)).collect()
}

fn names(list: &[&str]) -> Companions {
    let names = NameMap::new(list.iter().map(|name| name.as_bytes()), None).unwrap();
    Companions { names: Some(std::sync::Arc::new(names)), ..Companions::default() }
}

fn fault(code: &str, path: &str, offset: u64) -> (String, String, u64) {
    (code.to_owned(), path.to_owned(), offset)
}
