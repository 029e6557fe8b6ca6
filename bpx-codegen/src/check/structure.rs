//! Checks structures, whose fields are read one after the other, or have offsets of their own.

use super::declaration::Declaration;
use super::field::Field;
use super::fields::checked_fields;
use super::item::{check_borrowed, refuse_generics, refuse_types, require_names};
use super::{order, sequence};
use crate::parse::{Attrs, Errors, WrittenStruct};
use syn::{Error, Result};

/// Checks a structure, which may be a node of a tree.
pub(crate) fn check_structure(written: WrittenStruct<'_>) -> Result<Declaration> {
    let WrittenStruct { item, attrs, fields: members } = written;
    let mut errors = Errors::default();
    let mut attrs = errors.note_error(attrs).unwrap_or_else(Attrs::unread_placeholder);
    attrs.magic = attrs.tag.as_ref().and_then(|tag| errors.note_error(order::tag_bytes(tag, &attrs)));
    refuse_types(&item.generics, "struct")?;
    require_names(item, "fields")?;
    let fields = errors.finish_with(checked_fields(&attrs, members))?;
    let mut errors = Errors::default();
    check_borrowed(&item.generics, "struct", &fields, &mut errors);
    errors.finish()?;
    let declaration = Declaration { name: attrs.schema_name(&item.ident), attrs, fields };
    order::expect_use(&declaration.attrs, declaration.fields.iter())?;
    sequence::check_sequence(&declaration)?;
    if declaration.is_node() {
        refuse_generics(&item.generics, "a node of a tree", "struct")?;
    }
    if !declaration.is_node() {
        check_constants(&declaration.fields)?;
    }
    Ok(declaration)
}

/// Rejects names of constants for fields whose offset is not constant.
pub(super) fn check_constants(fields: &[Field]) -> Result<()> {
    for (field, has_place) in fields.iter().zip(have_places(fields)) {
        if let Some(name) = field.attrs.constant.as_ref().filter(|_| !has_place && field.attrs.region.is_none()) {
            let message =
                "the offset of this field is not constant, because the size of a field before this field varies";
            return Err(Error::new(name.span(), message));
        }
    }
    Ok(())
}

/// Returns for each field whether the declaration determines its offset. The declaration determines the offsets up to
/// the first field of varying size, except for fields with regions.
pub(crate) fn have_places(fields: &[Field]) -> impl Iterator<Item = bool> {
    let mut is_known = true;
    fields.iter().map(move |field| {
        if field.attrs.region.is_some() {
            is_known &= field.lies_elsewhere();
            return false;
        }
        let has_place = is_known && !field.is_children();
        is_known = has_place && field.is_fixed();
        has_place
    })
}
