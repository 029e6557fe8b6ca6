//! Finds bytes after a field of which a reader takes all bytes up to the end of the file.

use super::own::{OUTERMOST, OwnFields};
use super::part::{FilePart, end_of};
use crate::codec::after_rest;
use crate::report::{Class, Error, Result};
use crate::schema::{Body, Field, Length, Structure, Type};

/// Returns a message if bytes of the file follow a part of which a reader takes all bytes up to the end of the file.
pub(super) fn bytes_after_part(part: &FilePart<'_>, size: u64) -> Option<String> {
    let is_open = part.has_own_space() && part.region.size.is_none() && part.stored > 0;
    let more = size.checked_sub(end_of((part.offset, part.stored))).filter(|more| is_open && *more > 0)?;
    Some(format!(
        "expected the part at the end of the file, because no number states its size, found {more} bytes after the part"
    ))
}

/// Rejects bytes after the head if the head ends with a list that takes all bytes up to the end of the file.
///
/// # Errors
/// `TrailingBytes`.
pub(super) fn expect_nothing_after_head(own: &OwnFields<'_>, size: u64) -> Result<()> {
    let more = size.saturating_sub(own.head_size());
    let last = own.head_fields().last().and_then(|(name, ..)| own.field(OUTERMOST, name));
    match last.filter(|field| more > 0 && takes_rest(own, field, &mut Vec::new())) {
        None => Ok(()),
        Some(field) => Err(Error::unlocated_fault(Class::TrailingBytes, after_rest(more)).in_field(&field.name)),
    }
}

/// Returns whether a field always ends with a list that takes all bytes. `open` has the structures around the field.
fn takes_rest<'s>(own: &OwnFields<'s>, field: &'s Field, open: &mut Vec<*const Structure>) -> bool {
    if field.when.is_some() || field.region.is_some() {
        return false;
    }
    match (&field.len, &field.ty) {
        (Some(Length::Rest), _) => true,
        (None, Type::Named { link, .. }) => {
            let Some(structure) = own.structures.resolve(link) else { return false };
            let Body::Fields(fields) = &structure.body else { return false };
            let last = fields.iter().rfind(|field| field.region_elsewhere().is_none());
            if open.contains(&std::ptr::from_ref(structure)) {
                return false;
            }
            open.push(structure);
            last.is_some_and(|last| takes_rest(own, last, open))
        }
        _ => false,
    }
}
