//! Opens files, and reports their faults.

use super::{Reply, Request};
use crate::failure::{Failure, finding_json};
use crate::host::PageFile;
use crate::session::Session;
use bpx_formats::Identified;
use bpx_schema::report::{Mode, Severity};
use bpx_schema::source::ReadAt;
use serde_json::{Value, json};

pub(super) fn open_session(request: &Request) -> Result<(Value, Session), Failure> {
    let name = request.text("name")?;
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let (session, failure) = Session::open(request.file_number("file")?, extension)?;
    let about = json!({
        "name": name,
        "size": session.source.size(),
        "identified": session.identified.as_ref().map(identified_json),
        "readable": session.format().is_some(),
        "failure": failure.map(|failure| failure.to_json()),
    });
    Ok((about, session))
}

fn identified_json(found: &Identified) -> Value {
    let kind = found.kind.filter(|_| found.format == "bpx").map(bpx_formats::bpx::header::kind_name);
    json!({
        "format": found.format,
        "kind": kind,
        "form": found.form,
        "version": found.version,
        "evidence": found.evidence.name(),
        "unread": found.unread,
    })
}

/// Takes the companions of a BLK file: the shared names, and the dictionary.
pub(super) fn take_companions(session: &mut Session, request: &Request) -> Reply {
    for (key, is_names) in [("names", true), ("dictionary", false)] {
        if request.0.get(key).is_none_or(Value::is_null) {
            continue;
        }
        let bytes = all_bytes(request.file_number(key)?)?;
        let options = std::mem::take(&mut session.options);
        session.options = if is_names { options.with_names(bytes) } else { options.with_dictionary(bytes) };
    }
    Ok((Value::Null, Vec::new()))
}

/// Returns all bytes of a file of the page; rejects files above the input limit.
pub(super) fn all_bytes(number: u32) -> Result<Vec<u8>, Failure> {
    let file = PageFile::open(number).ok_or_else(|| Failure::new(format!("expected file {number}, found none")))?;
    let most = crate::session::module_limits().max_input;
    let size = usize::try_from(file.size()).ok().filter(|_| file.size() <= most);
    let size = size.ok_or_else(|| Failure::new(format!("expected at most {most} bytes, found {}", file.size())))?;
    let mut bytes = vec![0; size];
    file.read_exact_at(0, &mut bytes).map_err(bpx_schema::Error::from)?;
    Ok(bytes)
}

pub(super) fn list_findings(session: &mut Session, request: &Request) -> Reply {
    let mode = if request.flag("strict") { Mode::Strict } else { Mode::Lenient };
    let report = session.verify(mode)?;
    let list: Vec<_> = report.findings().iter().map(finding_json).collect();
    let json = json!({
        "verdict": report.verdict().name(),
        "errors": report.count(Severity::Error),
        "warnings": report.count(Severity::Warning),
        "notes": report.count(Severity::Note),
        "findings": list,
    });
    Ok((json, Vec::new()))
}
