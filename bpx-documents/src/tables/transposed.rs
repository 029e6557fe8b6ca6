//! Reads tables whose columns are fields.

use crate::columns::role_of_title;
use crate::forms::block::Grid;
use crate::model::Field;
use crate::types::{Types, size_of_type, typed_field};

/// Reads a table whose columns are fields: titles are names, and the only row has types.
pub(super) fn read_transposed(grid: &Grid, types: &Types) -> Option<Vec<Field>> {
    let [row] = grid.rows.as_slice() else { return None };
    let size = |cell: &String| size_of_type(cell, types);
    let sized = row.cells.iter().filter(|cell| size(cell).is_some()).count();
    let titled = grid.header.iter().filter(|title| role_of_title(title).is_some()).count();
    // A row of types and sizes alone is none of a table with these titles.
    let is_row = titled >= 2 && sized < row.cells.len();
    if grid.header.is_empty() || 2 * sized <= row.cells.len() || is_row {
        return None;
    }
    let types_of_fields = row.cells.iter().cloned().chain(std::iter::repeat(String::new()));
    let field = |(name, ty): (&String, String)| Field {
        line: row.line,
        name: name.clone(),
        size: size(&ty),
        ..typed_field(ty, types)
    };
    Some(grid.header.iter().zip(types_of_fields).map(field).collect())
}
