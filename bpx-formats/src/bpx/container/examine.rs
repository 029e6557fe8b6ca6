//! Decoding with all rules.

use bpx_schema::Budget;
use bpx_schema::codec::{Codec, Decoder};
use bpx_schema::report::{Class, Error, Finding, Mode, Report, Result, Segment, Severity, Validator};
use bpx_schema::source::ReadAt;

/// Decodes a value and asks for every rule; an error of a class that is not forgiven is an error of the whole. What the
/// header says in addition matters to those who read the file as one of its type, and is let pass.
pub(in crate::bpx) fn sound<T: Codec<Args = [i128; 0]>>(
    d: Decoder<'_, '_>,
    mode: Mode,
    forgiven: &[Class],
) -> Result<T> {
    let (value, report) = examined(d, mode);
    let value = value?;
    let wrong = |finding: &&Finding| {
        finding.severity == Severity::Error && !forgiven.contains(&finding.class) && !of_the_type(finding)
    };
    match report.findings().iter().find(wrong) {
        Some(finding) => Err(finding.clone().into()),
        None => Ok(value),
    }
}

/// Whether a finding is about what the header says in addition.
fn of_the_type(finding: &Finding) -> bool {
    let is_ext = |segment: &Segment| matches!(segment, Segment::Field(name) if name == "type_ext");
    finding.path.segments().iter().take(2).any(is_ext)
}

/// Decodes a value, and tells all that is wrong with it but the error that ended the decoding.
fn examined<T: Codec<Args = [i128; 0]>>(d: Decoder<'_, '_>, mode: Mode) -> (Result<T>, Report) {
    let mut validator = Validator::new(mode);
    let value = T::decode(&mut d.watched(&mut validator), []);
    // Nothing failed, so that there is a report.
    (value, validator.finish(Ok(())).unwrap_or_default())
}

/// Checks the rules of a declaration, over header and table that were read; then others, when it could be read.
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub(in crate::bpx) fn examine<L: Codec<Args = [i128; 0]>>(
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
    let (layout, found) = examined::<L>(Decoder::new(&head, budget).with_source(source), mode);
    report.merge(found);
    match layout {
        Ok(layout) => rules(&layout, &mut report)?,
        Err(Error::Fault(finding)) => report.add(*finding),
        Err(io @ Error::Io { .. }) => return Err(io),
        Err(_) => {}
    }
    Ok(report)
}
