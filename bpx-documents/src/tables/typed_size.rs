//! Cells with a size and the type of a field in brackets: `0x04 (uint32)`.

use crate::measure;
use crate::size::Unit;
use crate::types::{Types, meaning};

/// Splits such a cell into the size and the type, if sizes have this unit and the type has no other size.
pub(super) fn split(cell: &str, unit: Option<Unit>) -> Option<(&str, &str)> {
    let (size, ty) = cell.trim().strip_suffix(')')?.split_once('(')?;
    let (size, ty) = (size.trim(), ty.trim());
    let stated = measure::read(size)?.in_unit(unit)?;
    let of_type = meaning(ty, &Types::new())?;
    of_type.size.is_none_or(|of_type| of_type == stated).then_some((size, ty))
}
