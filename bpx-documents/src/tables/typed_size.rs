//! Reads cells with a size, and the type of a field in parentheses: `0x04 (uint32)`, `(uint32)0x04`; and descriptions
//! that begin with a type in parentheses: `(uint32) number of entries`.

use crate::measure;
use crate::size::{Size, Unit};
use crate::types::{Types, type_meaning};

/// Splits a cell into the size and the type, if the type has no other size. A size without a unit counts in `unit`; if
/// `unit` is `None`, the size counts in bytes, and the type must have that size.
pub(super) fn split_typed_size(cell: &str, unit: Option<Unit>) -> Option<(&str, &str)> {
    let cell = cell.trim();
    let after = || cell.strip_suffix(')')?.split_once('(');
    let (size, ty) = match cell.strip_prefix('(').and_then(|cell| cell.split_once(')')) {
        Some((ty, size)) => (size.trim(), ty.trim()),
        None => after().map(|(size, ty)| (size.trim(), ty.trim()))?,
    };
    let of_type = type_meaning(ty, &Types::new())?;
    let measure = measure::read_size(size)?;
    // A size of the type in bytes shows that unit.
    let in_bytes = || measure.in_unit(Some(Unit::Bytes)).filter(|bytes| of_type.size == Some(*bytes));
    let stated = measure.in_unit(unit).or_else(in_bytes)?;
    of_type.size.is_none_or(|of_type| of_type == stated).then_some((size, ty))
}

/// Splits a description of a field with `bits` bits into the type in parentheses at its beginning, which has the same
/// size, and the rest.
pub(super) fn split_leading_type(notes: &str, bits: u64) -> Option<(&str, &str)> {
    let (ty, rest) = notes.trim_start().strip_prefix('(')?.split_once(')')?;
    let meaning = type_meaning(ty, &Types::new())?;
    let is_type = meaning.number.is_some() && meaning.size.and_then(Size::exact) == Some(bits);
    (is_type && !rest.trim().is_empty()).then_some((ty.trim(), rest.trim()))
}
