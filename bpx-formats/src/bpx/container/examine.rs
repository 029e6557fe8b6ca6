//! Decodes a file and checks all of its rules.

use crate::bpx::MainHeader;
use bpx_schema::Budget;
use bpx_schema::codec::{DecodeOwned, Decoder};
use bpx_schema::report::{Class, Error, Finding, Mode, Report, Result, Segment, Severity, Validator};
use bpx_schema::source::ReadAt;

/// Decodes a value and checks its rules. An error whose class is not in `forgiven` fails the decoding. The function
/// ignores faults of the type-specific extension, which matter only to readers of that type of file. The function also
/// ignores the rules that relate header and table, because files that break these rules can still be read.
pub(in crate::bpx) fn decode_unless_invalid<T: DecodeOwned<Args = [i128; 0]>>(
    d: Decoder<'_, '_>,
    mode: Mode,
    forgiven: &[Class],
) -> Result<T> {
    let (value, report) = decode_with_report(d, Validator::new(mode).without_relations());
    let value = value?;
    let wrong = |finding: &&Finding| {
        let is_fatal = finding.severity == Severity::Error && !forgiven.contains(&finding.class);
        is_fatal && !is_about_type_ext(finding) && !T::schema().rules.iter().any(|rule| rule.code == finding.code)
    };
    match report.findings().iter().find(wrong) {
        Some(finding) => Err(finding.clone().into()),
        None => Ok(value),
    }
}

/// Returns whether a finding is about the type-specific extension.
fn is_about_type_ext(finding: &Finding) -> bool {
    let is_ext = |segment: &Segment| matches!(segment, Segment::Field(name) if name == MainHeader::TYPE_EXT.name());
    finding.path.segments().iter().take(2).any(is_ext)
}

/// Decodes a value, and returns all findings except the error that ended the decoding.
fn decode_with_report<T: DecodeOwned<Args = [i128; 0]>>(
    d: Decoder<'_, '_>,
    mut validator: Validator,
) -> (Result<T>, Report) {
    let value = T::decode(&mut d.with_watch(&mut validator), []);
    // Rules that relate parts of a file are checked only after all of it was read.
    let report = if value.is_ok() { validator.finish_read() } else { validator.finish_unread() };
    (value, report)
}

/// Checks the declared rules for header and table and, if header and table can be decoded, the other rules.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub(in crate::bpx) fn examine_file<L: DecodeOwned<Args = [i128; 0]>>(
    head: Result<Vec<u8>>,
    source: &dyn ReadAt,
    mode: Mode,
    budget: &Budget,
    rules: impl FnOnce(&L, &mut Report) -> Result<()>,
) -> Result<Report> {
    let mut report = Report::new(mode);
    let head = match head {
        Ok(head) => head,
        Err(error) => {
            report.add(error.into_finding()?);
            return Ok(report);
        }
    };
    let (layout, found) =
        decode_with_report::<L>(Decoder::new(&head, budget).with_source(source), Validator::new(mode));
    report.merge(found);
    match layout {
        Ok(layout) => rules(&layout, &mut report)?,
        Err(Error::Fault(finding)) => report.add(*finding),
        Err(io @ Error::Io { .. }) => return Err(io),
        Err(_) => {}
    }
    Ok(report)
}
