#![allow(clippy::arithmetic_side_effects, reason = "all numbers are sizes of a table in memory")]

use super::rows::size_of_cell;
use super::{Column, ColumnType, RowLayout, Table, TableHeader, cell};
use crate::bpx::sd::{IntoScalar, Scalar};

/// Builds a table, row by row.
#[derive(Debug, Clone)]
pub struct TableBuilder {
    table: Table,
    layout: RowLayout,
}

/// The content of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum CellValue {
    /// Values, as many as the column states.
    Values(Vec<Scalar>),
    /// A text, without the zeros that pad the text.
    Text(Vec<u8>),
    /// The stored bytes of a text, with the bytes after the end of the text; as many as the column states.
    Stored(Vec<u8>),
}

/// The reasons why a table cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The number of columns is stored in two bytes.
    #[error("expected at most 65,535 columns, found {0}")]
    TooManyColumns(usize),
    /// A column has an unknown type.
    #[error("column {column}: unknown type {kind}")]
    UnknownType {
        /// Number of the column.
        column: usize,
        /// The unknown type.
        kind: u8,
    },
    /// All columns have cells without bytes.
    #[error("the cells of a row take no bytes, so the table can have no rows")]
    NoCells,
    /// The number of cells of a row differs from the number of columns.
    #[error("expected {columns} cells, found {cells}")]
    CellCount {
        /// Number of cells in the row.
        cells: usize,
        /// Number of columns of the table.
        columns: usize,
    },
    /// A cell does not match its column.
    #[error("column {column}: {message}")]
    Cell {
        /// Number of the column.
        column: usize,
        /// The fault.
        message: String,
    },
    /// The table would be larger than 2^32 - 1 bytes, the largest size of a section.
    #[error("the table would be larger than 2^32 - 1 bytes")]
    TooLarge,
}

impl TableBuilder {
    /// Creates a table without rows; `name` is an offset in the strings section.
    ///
    /// # Errors
    /// Returns an error when there are more than 65,535 columns, or a column has an unknown type.
    pub fn new(name: u32, columns: Vec<Column>) -> Result<Self, TableError> {
        let column_count = u16::try_from(columns.len()).map_err(|_| TableError::TooManyColumns(columns.len()))?;
        let unknown = columns.iter().enumerate().find(|(_, column)| ColumnType::of(column.kind).is_none());
        if let Some((column, Column { kind, .. })) = unknown {
            return Err(TableError::UnknownType { column, kind: *kind });
        }
        let layout = RowLayout::of(&columns).ok_or(TableError::TooLarge)?;
        let header = TableHeader { name, column_count, reserved: [0; 2] };
        Ok(Self { table: Table { header, columns, rows: Vec::new() }, layout })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Returns an error, and adds nothing, when a cell does not match its column or the table would be too large.
    pub fn push(&mut self, cells: impl IntoIterator<Item = CellValue>) -> Result<(), TableError> {
        self.push_row(cells, 0)
    }

    /// Adds a row that is marked as free.
    ///
    /// # Errors
    /// Returns the errors of [`Self::push`].
    pub fn push_free(&mut self, cells: impl IntoIterator<Item = CellValue>) -> Result<(), TableError> {
        self.push_row(cells, 1)
    }

    /// Returns the table.
    #[must_use]
    pub fn finish(self) -> Table {
        self.table
    }

    /// Returns the layout of a row: the types, lengths and sizes of its cells.
    #[must_use]
    pub fn layout(&self) -> &RowLayout {
        &self.layout
    }

    /// Replaces the last bytes of the last row by `padding`.
    pub(super) fn pad_last(&mut self, padding: &[u8]) {
        for (byte, padding) in self.table.rows.iter_mut().rev().zip(padding.iter().rev()) {
            *byte = *padding;
        }
    }

    pub(super) fn push_row(&mut self, cells: impl IntoIterator<Item = CellValue>, free: u8) -> Result<(), TableError> {
        if self.layout.cell_size() == 0 {
            return Err(TableError::NoCells);
        }
        // The section has 8 bytes for the header and for every column.
        let size = (self.table.columns.len() as u64 + 1) * 8 + self.table.rows.len() as u64;
        if size + self.layout.stride() > u64::from(u32::MAX) {
            return Err(TableError::TooLarge);
        }
        let start = self.table.rows.len();
        let written = write_row(&self.layout, cells, free, &mut self.table.rows);
        if written.is_err() {
            self.table.rows.truncate(start);
        }
        written
    }
}

/// Appends a row.
fn write_row(
    layout: &RowLayout,
    cells: impl IntoIterator<Item = CellValue>,
    free: u8,
    out: &mut Vec<u8>,
) -> Result<(), TableError> {
    let start = out.len();
    let mut cells = cells.into_iter();
    for (column, place) in layout.cells().iter().enumerate() {
        let columns = layout.cells().len();
        let value = cells.next().ok_or(TableError::CellCount { cells: column, columns })?;
        write_cell(*place, &value, out).map_err(|message| TableError::Cell { column, message })?;
    }
    let columns = layout.cells().len();
    let more = cells.count();
    if more > 0 {
        return Err(TableError::CellCount { cells: columns + more, columns });
    }
    out.push(free);
    let stride = usize::try_from(layout.stride()).map_err(|_| TableError::TooLarge)?;
    out.resize(start + stride, 0);
    Ok(())
}

fn write_cell(place: (ColumnType, u16), value: &CellValue, out: &mut Vec<u8>) -> Result<(), String> {
    let (kind, len) = (place.0, usize::from(place.1));
    match value {
        CellValue::Text(text) if kind == ColumnType::Varchar => {
            if text.len() > len {
                return Err(format!("expected a text of at most {len} bytes, found {}", text.len()));
            }
            if text.contains(&0) {
                return Err("a text must not contain a NUL".to_owned());
            }
            let end = out.len() + size_of_cell(place);
            out.extend_from_slice(text);
            out.resize(end, 0);
        }
        CellValue::Stored(bytes) if kind == ColumnType::Varchar => {
            if bytes.len() != len {
                return Err(format!("expected a text of {len} stored bytes, found {}", bytes.len()));
            }
            out.extend_from_slice(bytes);
        }
        CellValue::Values(values) if kind != ColumnType::Varchar => {
            if values.len() != len {
                return Err(format!("expected {len} values, found {}", values.len()));
            }
            for value in values {
                if !cell::write_scalar(kind, value, out) {
                    return Err(format!("expected a value of type {}, found {}", kind.name(), value.kind().name()));
                }
            }
        }
        CellValue::Text(_) | CellValue::Stored(_) => {
            return Err(format!("expected a value of type {}, found a text", kind.name()));
        }
        CellValue::Values(_) => return Err("expected a text, found values".to_owned()),
    }
    Ok(())
}

impl From<&str> for CellValue {
    fn from(text: &str) -> Self {
        Self::Text(text.as_bytes().to_vec())
    }
}

impl From<Scalar> for CellValue {
    fn from(value: Scalar) -> Self {
        Self::Values(vec![value])
    }
}

macro_rules! cells {
    ($($ty:ty),*) => {$(
        impl From<$ty> for CellValue {
            fn from(value: $ty) -> Self {
                Self::from([value])
            }
        }

        impl<const N: usize> From<[$ty; N]> for CellValue {
            fn from(values: [$ty; N]) -> Self {
                // Numbers always have a form.
                Self::Values(values.into_iter().filter_map(|value| value.into_scalar().ok()).collect())
            }
        }
    )*};
}
cells!(bool, u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);
