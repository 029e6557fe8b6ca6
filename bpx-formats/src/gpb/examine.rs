//! Reads a file and checks every rule.

use super::survey::Survey;
use super::{Bundle, Gpb, IDENTIFIER, registry, rules};
use crate::source::part;
use bpx_schema::codec::{Codec, Decoder, FieldRef};
use bpx_schema::report::{Class, Error, Location, Mode, Report, Result, Rule, Validator};
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Limits};
use std::sync::LazyLock;

/// The rules that a file breaks whose first bytes are not those of a bundle in a known version; such a file is not
/// decoded.
static BAD_MAGIC: LazyLock<Rule> = LazyLock::new(|| Bundle::RULE_GPB_BAD_MAGIC.rule());
static UNSUPPORTED_VERSION: LazyLock<Rule> = LazyLock::new(|| Bundle::RULE_GPB_UNSUPPORTED_VERSION.rule());

/// Checks every rule of a file, and collects all findings.
///
/// [`rules`](crate::rules) lists the rules of single structures, and the rules that relate structures.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file; `LimitExceeded` when the source does not lie
/// in memory, and has more than [`Limits::max_memory`] bytes.
pub fn verify(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let mut validator = Validator::new(mode);
    let file = part(source, 0, source.size(), limits)?;
    let examined = examine_file(&file, limits, &mut validator).map(drop);
    Ok(validator.finish(examined)?)
}

/// Reports every part of a file to a listener.
///
/// # Errors
/// Returns an error when the bytes end before the structure does, or do not begin with the identifier and a known
/// version. The parts before the error are reported.
pub fn watch(file: &[u8], limits: Limits, watch: &mut dyn Watch) -> Result<()> {
    check_version(file)?;
    Bundle::decode(&mut Decoder::new(file, &Budget::for_bytes(limits, file)).with_watch(watch), []).map(drop)
}

/// Reads a file, and reports the broken rules.
///
/// # Errors
/// The first fault after which the file cannot be read further.
pub(super) fn examine_file(file: &[u8], limits: Limits, watch: &mut dyn Watch) -> Result<Gpb> {
    check_version(file)?;
    let mut survey = Survey::new(watch);
    let budget = Budget::for_bytes(limits, file);
    let mut decoder = Decoder::new(file, &budget).with_watch(&mut survey);
    let decoded = Bundle::decode(&mut decoder, []).map_err(|error| early_dialect(file, unknown_object(error)));
    let end = decoder.position();
    let Survey { facts, inner, .. } = survey;
    let bundle = decoded?;
    rules::check_bundle(&facts, bundle.minor, inner);
    let offsets = facts.places.iter().map(|place| place.at).collect();
    Ok(Gpb::new(bundle, offsets, end))
}

/// Adds a note to the error of a file that states version 1.0: the file may have the earlier layout of that version.
fn early_dialect(file: &[u8], error: Error) -> Error {
    let is_first = file.get(IDENTIFIER.len()..).is_some_and(|rest| rest.starts_with(&[1, 0]));
    match error {
        Error::Fault(mut finding) if is_first => {
            finding
                .message
                .push_str("; version 1.0 names two layouts, and this library does not read the earlier layout (I-87)");
            Error::Fault(finding)
        }
        other => other,
    }
}

/// Replaces the error of an object at the top that has an unknown type by the error that no reference states its type.
fn unknown_object(error: Error) -> Error {
    match error {
        Error::Fault(finding) if finding.class == Class::UnknownTag && finding.path.segments().len() == 2 => {
            let message = "expected a reference to a scene, a node or animations with this offset, found none";
            let named = registry::OBJECT_WITHOUT_REFERENCE.finding(finding.location, message);
            named.with_path(finding.path.clone()).into()
        }
        other => other,
    }
}

/// Rejects a file without the identifier or a known version.
pub(super) fn check_version(file: &[u8]) -> Result<()> {
    let fault = |rule: &Rule, field: FieldRef, message: String| {
        rule.finding(field.location(0), message).with_path(field.path([]))
    };
    let Some((identifier, rest)) = file.split_at_checked(IDENTIFIER.len()) else {
        let message = format!("the identifier needs {} bytes, found {}", IDENTIFIER.len(), file.len());
        return Err(Error::unlocated_fault(Class::Truncated, message).in_field(Bundle::IDENTIFIER.name()));
    };
    if identifier != IDENTIFIER {
        let message = format!("expected the identifier of a bundle, found \"{}\"", identifier.escape_ascii());
        return Err(fault(&BAD_MAGIC, Bundle::IDENTIFIER, message).into());
    }
    match rest {
        [1, 0..=5, ..] => Ok(()),
        [major, minor, ..] => {
            let field = if *major == 1 { Bundle::MINOR } else { Bundle::MAJOR };
            let message = format!("expected a version from 1.0 to 1.5, found {major}.{minor}");
            Err(fault(&UNSUPPORTED_VERSION, field, message).into())
        }
        _ => {
            let at = Location { file: file.len() as u64, content: None };
            Err(Error::fault(Class::Truncated, at, "the version needs 2 bytes, but the file ends earlier")
                .in_field(Bundle::MAJOR.name()))
        }
    }
}
