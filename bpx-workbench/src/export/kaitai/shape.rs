//! Classifies fields by properties that the language distinguishes.

use bpx_schema::schema::{Algorithm, Expr, Field, Length, Region, Type};

/// Returns the fields that are lists of regions.
pub(super) fn region_fields(fields: &[Field]) -> impl Iterator<Item = (&Field, &Region)> {
    fields.iter().filter_map(|field| {
        let region = field.region.as_ref().filter(|region| region.each.is_some())?;
        Some((field, region))
    })
}

/// Returns the fields whose bytes may be stored in another form: lists of regions, and fields with a stated size or a
/// transform.
pub(super) fn stored_fields(fields: &[Field]) -> impl Iterator<Item = (&Field, &Region)> {
    fields.iter().filter_map(|field| {
        let region = field.region.as_ref().filter(|region| region.each.is_some() || region.is_stored())?;
        Some((field, region))
    })
}

/// Returns whether the content of a field is read; otherwise a reader gets only the stored bytes.
pub(super) fn is_read(field: &Field) -> bool {
    let Some(region) = field.region_stored() else { return true };
    let is_one = field.len.is_none() && matches!(field.ty, Type::Named { .. });
    let is_run = field.is_bytes() && field.len == Some(Length::Rest);
    let is_said = match &*region.steps {
        [] => true,
        [step] => step.when == Expr::Bool(true) && is_expressible(&step.transform),
        _ => false,
    };
    is_said && (is_one || is_run)
}

/// Returns whether the language has a word for a transform.
pub(super) fn is_expressible(transform: &Algorithm) -> bool {
    transform.name() == "zlib"
}

/// Returns whether certain bytes end a list whose elements are not bytes.
pub(super) fn is_ended(field: &Field) -> bool {
    matches!(field.len, Some(Length::Terminated(_))) && !field.is_bytes() && field.region.is_none()
}

/// Returns the lists that certain bytes end.
pub(super) fn ended_lists(fields: &[Field]) -> impl Iterator<Item = &Field> {
    fields.iter().filter(|field| is_ended(field))
}
