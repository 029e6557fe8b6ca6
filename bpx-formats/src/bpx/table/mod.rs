//! The table section (type 0xFD), as the reference crate writes it; no specification text describes it.
//!
//! The columns come first, then the rows up to the end. A row has its cells in the order of the columns, without gaps;
//! then a byte that marks a free row; then zeros up to the stride, which is the next power of two above the size of the
//! cells. Lenient mode excuses all rules, because only one implementation defines them.

mod build;
mod cell;
mod column;
pub mod json;
mod rows;

pub use self::build::{CellValue, TableBuilder, TableError};
pub use self::cell::CellRef;
pub use self::column::{Column, ColumnType};
pub use self::rows::{RowLayout, RowRef, Rows};
use bpx_schema::{Record, structure};

/// The first 8 bytes of a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 8)]
pub struct TableHeader {
    /// Name of the table, as an offset in the strings section.
    #[schema(name = "Name")]
    pub name: u32,
    /// Number of columns.
    #[schema(name = "Columns")]
    pub column_count: u16,
    /// Always zero.
    #[schema(name = "Reserved", reserved, lenient = "I-26")]
    pub reserved: [u8; 2],
}

/// A table, with columns and rows.
///
/// A table without columns, or with columns that take no bytes, has no rows; the remaining bytes are kept without a
/// meaning.
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[brw(little)]
#[schema(
    lenient = "I-26",
    custom = whole_rows,
    custom = free_flags,
    custom = row_padding,
    derive(header.column_count = columns.len())
)]
pub struct Table {
    /// Name, and number of columns.
    pub header: TableHeader,
    /// The columns, which describe the cells of a row.
    #[br(count = header.column_count)]
    pub columns: Vec<Column>,
    /// The rows as stored; see [`Table::rows`].
    #[br(parse_with = until_eof)]
    pub rows: Vec<u8>,
}

impl Table {
    /// Returns the layout of a row; `None` when a column has an unknown type, because the size of its cells is unknown
    /// then.
    #[must_use]
    pub fn layout(&self) -> Option<RowLayout> {
        RowLayout::of(&self.columns)
    }

    /// Returns the rows; `None` when a column has an unknown type.
    #[must_use]
    pub fn rows(&self) -> Option<Rows<'_>> {
        self.layout().map(|layout| Rows::new(layout, &self.rows))
    }
}

/// Checks the rule that no bytes are left after the last row.
fn whole_rows(table: &Table) -> Option<String> {
    let rows = table.rows()?;
    let (left, stride) = (rows.trailing().len(), rows.layout().stride());
    // Without cells there are no rows, so the bytes are not a part of one.
    let cut = rows.layout().cell_size() > 0 && left > 0;
    cut.then(|| format!("{left} bytes are left after {} rows of {stride} bytes", rows.len()))
}

/// Checks the rule that the free flag is 0 or 1.
fn free_flags(table: &Table) -> Option<String> {
    let rows = table.rows()?;
    let (index, row) = (0_u64..).zip(rows.iter()).find(|(_, row)| row.free_byte() > 1)?;
    Some(format!("row {index}: expected a free flag of 0 or 1, found {}", row.free_byte()))
}

/// Checks the rule that the bytes after the free flag are zero.
fn row_padding(table: &Table) -> Option<String> {
    let rows = table.rows()?;
    let (index, _) = (0_u64..).zip(rows.iter()).find(|(_, row)| row.padding().iter().any(|byte| *byte != 0))?;
    Some(format!("row {index}: the bytes after the free flag are not all zero"))
}

#[cfg(test)]
mod tests;
