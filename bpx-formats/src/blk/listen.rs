//! Reports all rules and all parts of a file to a listener.
#![allow(clippy::arithmetic_side_effects, reason = "all numbers are sizes of parts of a file in memory")]

use super::encode::decode_body;
use super::hint::explain_error;
use super::unpack::{Unpacked, field_fault, unpack};
use super::{Companions, Document, Form, NameMap, registry, text};
use crate::source::part;
use bpx_schema::codec::Decoder;
use bpx_schema::report::{Location, Mode, Path, Report, Segment, Validator};
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Codec, Limits, Result};

/// Checks every rule of a file and collects the findings.
///
/// # Errors
/// Returns the errors of reading the source. Faults of the file are findings.
pub fn verify(source: &dyn ReadAt, mode: Mode, limits: Limits, companions: &Companions) -> Result<Report> {
    let file = part(source, 0, source.size(), limits)?;
    let mut validator = Validator::new(mode);
    let checked = Form::of(&file, companions).and_then(|form| match form {
        Form::Text => text::read_noting(&file, limits, &mut |finding| validator.report(finding)).map(drop),
        Form::NameMap => NameMap::read(&file, limits).map(drop),
        Form::Binary(_) => verify_binary(&file, limits, companions, &mut validator),
    });
    let checked = checked.map_err(|error| explain_error(error, &file, companions, limits));
    // Even a fault that an interpretation excuses ends the reading.
    Ok(validator.finish(checked)?)
}

fn verify_binary(file: &[u8], limits: Limits, companions: &Companions, validator: &mut Validator) -> Result<()> {
    let unpacked = unpack(file, companions, limits)?;
    watch_outline(file, Some(&unpacked), limits, companions, validator)?;
    if !unpacked.holds_fat() {
        return Ok(());
    }
    let (kind, after, rest) = (unpacked.kind, unpacked.after, unpacked.rest);
    Document::checked(unpacked, companions, limits, false, &mut |finding| validator.report(finding))?;
    if let Some(field) = kind.frame_field().filter(|_| !after.is_empty()) {
        let at = Location { file: (file.len() - rest.len() - after.len()) as u64, content: None };
        let message = format!("{} bytes follow the frame", after.len());
        let path = Path::new(vec![Segment::Field(field.into())]);
        validator.report(registry::FRAME_REST.finding(at, message).with_path(path));
    }
    Ok(())
}

/// Reports every part of a file to a listener.
///
/// # Errors
/// Returns an error when the bytes do not form a file, or a dictionary is missing; the listener gets the parts before
/// the fault. A text has no parts at fixed offsets, so the error for a text is `UnsupportedFeature`.
pub fn watch(file: &[u8], limits: Limits, companions: &Companions, watch: &mut dyn Watch) -> Result<()> {
    let watched = match Form::of(file, companions) {
        Ok(Form::Text) => {
            let message = "a text has no layout of bytes; `bpx decode` and `bpx convert` show its content";
            Err(field_fault(&registry::TEXT_LAYOUT, Location::default(), "kind", message))
        }
        Ok(Form::NameMap) => name_map(file, limits, watch),
        form => match form.and_then(|_| unpack(file, companions, limits)) {
            Ok(unpacked) => watch_outline(file, Some(&unpacked), limits, companions, watch),
            // The structure around the frame may be valid; then this error says what is wrong with the frame.
            Err(error) => {
                let _read = watch_outline(file, None, limits, companions, watch);
                Err(error)
            }
        },
    };
    watched.map_err(|error| explain_error(error, file, companions, limits))
}

/// Reports the parts that the declaration of the file names. The caller has decompressed the content of the frame.
fn watch_outline(
    file: &[u8],
    unpacked: Option<&Unpacked<'_>>,
    limits: Limits,
    companions: &Companions,
    watch: &mut dyn Watch,
) -> Result<()> {
    let budget = Budget::for_bytes(limits, file);
    let decoder = Decoder::new(file, &budget).with_watch(watch);
    let mut decoder = match unpacked.filter(|unpacked| unpacked.kind.is_packed()) {
        Some(unpacked) => decoder.with_content(unpacked.frame_start(), &unpacked.content),
        None => decoder,
    };
    match (companions.bare, unpacked) {
        (Some(kind), _) => decode_body(&mut decoder, kind).map(drop),
        (None, _) => super::File::decode(&mut decoder, []).map(drop),
    }
}

/// Reports a name map, and the names in its frame.
fn name_map(file: &[u8], limits: Limits, watch: &mut dyn Watch) -> Result<()> {
    NameMap::read_declared(file, limits, Some(watch)).map(drop)
}
