//! Reading with every rule.

use super::survey::Survey;
use super::{Bundle, Gpb, IDENTIFIER, registry, rules};
use crate::source::part;
use bpx_schema::codec::{Codec, Decoder, FieldRef};
use bpx_schema::report::{Class, Error, Location, Mode, Report, Result, Rule, Validator};
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Limits};

/// Checks every rule of a file, and collects all that is wrong.
///
/// [`rules`](crate::rules) lists the rules: those of single structures, and those beyond.
///
/// # Errors
/// Those of reading the source, which say nothing about the file; `LimitExceeded` when it does not lie in memory, and
/// has more than [`Limits::max_memory`] bytes.
pub fn verify(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let mut validator = Validator::new(mode);
    let file = part(source, 0, source.size(), limits)?;
    let examined = examine(&file, limits, &mut validator).map(drop);
    Ok(validator.finish(examined)?)
}

/// Tells a listener every part of a file.
///
/// # Errors
/// When the bytes end before the structure does, or begin otherwise; what was read before is told all the same.
pub fn watch(file: &[u8], limits: Limits, watch: &mut dyn Watch) -> Result<()> {
    gate(file)?;
    Bundle::decode(&mut Decoder::new(file, &Budget::over(limits, file)).watched(watch), []).map(drop)
}

/// Reads a file, and tells which rules are broken.
///
/// # Errors
/// What ends the reading.
pub(super) fn examine(file: &[u8], limits: Limits, watch: &mut dyn Watch) -> Result<Gpb> {
    gate(file)?;
    let mut survey = Survey::new(watch);
    let budget = Budget::over(limits, file);
    let mut decoder = Decoder::new(file, &budget).watched(&mut survey);
    let decoded = Bundle::decode(&mut decoder, []).map_err(|error| early_dialect(file, unknown_object(error)));
    let end = decoder.position();
    let Survey { facts, inner, .. } = survey;
    let bundle = decoded?;
    rules::judge(&facts, bundle.minor, end, file.len() as u64, inner);
    let offsets = facts.places.iter().map(|place| place.at).collect();
    Ok(Gpb::new(bundle, offsets, end))
}

/// Says of a file that is broken, and calls itself 1.0, that it need not be.
fn early_dialect(file: &[u8], error: Error) -> Error {
    let is_first = file.get(IDENTIFIER.len()..).is_some_and(|rest| rest.starts_with(&[1, 0]));
    match error {
        Error::Fault(mut finding) if is_first => {
            finding.message.push_str("; version 1.0 names two layouts, and the earlier one is not read (I-87)");
            Error::Fault(finding)
        }
        other => other,
    }
}

/// Says of an object at the top that nobody knows what it is.
fn unknown_object(error: Error) -> Error {
    match error {
        Error::Fault(finding) if finding.class == Class::UnknownTag && finding.path.segments().len() == 2 => {
            let message = "no reference says that a scene, a node or animations begin here";
            let named = registry::OBJECT_WITHOUT_REFERENCE.finding(finding.location, message);
            named.at(finding.path.clone()).into()
        }
        other => other,
    }
}

/// Refuses what is no file of a known version.
pub(super) fn gate(file: &[u8]) -> Result<()> {
    let fault =
        |rule: &Rule, field: FieldRef, message: String| rule.finding(field.location(0), message).at(field.path([]));
    let Some((identifier, rest)) = file.split_at_checked(IDENTIFIER.len()) else {
        let message = format!("needs {} bytes, {} are left", IDENTIFIER.len(), file.len());
        return Err(Error::fault(Class::Truncated, Location::default(), message).in_field("identifier"));
    };
    if identifier != IDENTIFIER {
        let message = format!("\"{}\" is not the identifier of a bundle", identifier.escape_ascii());
        return Err(fault(&registry::BAD_MAGIC, Bundle::IDENTIFIER, message).into());
    }
    match rest {
        [1, 0..=5, ..] => Ok(()),
        [major, minor, ..] => {
            let field = if *major == 1 { Bundle::MINOR } else { Bundle::MAJOR };
            let message = format!("version {major}.{minor} is not supported, only 1.0 to 1.5");
            Err(fault(&registry::UNSUPPORTED_VERSION, field, message).into())
        }
        _ => {
            let at = Location { file: file.len() as u64, content: None };
            Err(Error::fault(Class::Truncated, at, "the file ends in its version").in_field("major"))
        }
    }
}
