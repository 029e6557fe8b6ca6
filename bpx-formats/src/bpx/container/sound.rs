//! Decoding with all rules.

use bpx_schema::codec::{Codec, Decoder};
use bpx_schema::report::{Class, Finding, Mode, Report, Result, Segment, Severity, Validator};

/// Decodes a value and asks for every rule; an error of a class that is not forgiven is an error of the whole. What the
/// header says in addition matters to those who read the file as one of its type, and is let pass.
pub(in crate::bpx) fn sound<T: Codec>(d: Decoder<'_, '_>, mode: Mode, forgiven: &[Class]) -> Result<T> {
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
pub(super) fn examined<T: Codec>(d: Decoder<'_, '_>, mode: Mode) -> (Result<T>, Report) {
    let mut validator = Validator::new(mode);
    let value = T::decode(&mut d.watched(&mut validator), &[]);
    // Nothing failed, so that there is a report.
    (value, validator.finish(Ok(())).unwrap_or_default())
}
