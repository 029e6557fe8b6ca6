#![allow(clippy::arithmetic_side_effects, reason = "a row has at most 65,535 cells of at most 512 KiB")]

use super::{CellRef, Column, ColumnType};
use bpx_schema::schema::{element_step, memory_size};

/// The types, lengths and sizes of the cells of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowLayout {
    cells: Vec<(ColumnType, u16)>,
    cell_size: u64,
    stride: u64,
}

impl RowLayout {
    /// Returns the layout of the rows with these columns; `None` when a column has an unknown type.
    #[must_use]
    pub fn of(columns: &[Column]) -> Option<Self> {
        let cells = columns.iter().map(|column| Some((ColumnType::of(column.kind)?, column.len)));
        let cells: Vec<_> = cells.collect::<Option<_>>()?;
        let cell_size: u64 = cells.iter().map(|cell| size_of_cell(*cell) as u64).sum();
        // 65,535 columns of at most 512 KiB do not overflow 2^63.
        let stride = (cell_size + 1).checked_next_power_of_two()?;
        Some(Self { cells, cell_size, stride })
    }

    /// Returns the size of all cells of a row in bytes, without the free flag, which follows the cells.
    #[must_use]
    pub fn cell_size(&self) -> u64 {
        self.cell_size
    }

    /// Returns the size of a row in bytes: the smallest power of two above [`Self::cell_size`].
    #[must_use]
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// Returns the number of bytes after the free flag.
    pub(super) fn padding_size(&self) -> u64 {
        // The stride is larger than the cells.
        self.stride - self.cell_size - 1
    }

    /// Returns the type and the length of each cell.
    #[must_use]
    pub fn cells(&self) -> &[(ColumnType, u16)] {
        &self.cells
    }
}

/// Returns the size of a cell in bytes.
pub(super) fn size_of_cell((kind, len): (ColumnType, u16)) -> usize {
    kind.value_size() * usize::from(len)
}

/// The rows of a table.
#[derive(Debug, Clone)]
pub struct Rows<'a> {
    layout: RowLayout,
    bytes: &'a [u8],
    trailing: &'a [u8],
}

/// A row.
#[derive(Debug, Clone, Copy)]
pub struct RowRef<'a> {
    layout: &'a RowLayout,
    cells: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Rows<'a> {
    pub(super) fn new(layout: RowLayout, bytes: &'a [u8]) -> Self {
        // Without cells, the rows would be as many as the bytes, without a meaning.
        let stride = usize::try_from(layout.stride).ok().filter(|_| layout.cell_size > 0);
        let trailing = stride.map_or(bytes, |stride| bytes.chunks_exact(stride).remainder());
        let (bytes, _) = bytes.split_at(bytes.len() - trailing.len());
        Self { layout, bytes, trailing }
    }

    /// Returns the layout of the rows.
    #[must_use]
    pub fn layout(&self) -> &RowLayout {
        &self.layout
    }

    /// Returns the number of rows, including free rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().len()
    }

    /// Returns whether the table has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the bytes after the last whole row.
    #[must_use]
    pub fn trailing(&self) -> &'a [u8] {
        self.trailing
    }

    /// Returns one row.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<RowRef<'_>> {
        self.bytes.chunks_exact(self.stride()).nth(index).map(|bytes| RowRef::new(&self.layout, bytes))
    }

    /// Returns the rows, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = RowRef<'_>> {
        self.bytes.chunks_exact(self.stride()).map(|bytes| RowRef::new(&self.layout, bytes))
    }

    fn stride(&self) -> usize {
        element_step(self.layout.stride)
    }
}

impl<'a> RowRef<'a> {
    fn new(layout: &'a RowLayout, bytes: &'a [u8]) -> Self {
        let middle = memory_size(layout.cell_size);
        let (cells, rest) = bytes.split_at_checked(middle).unwrap_or((bytes, &[]));
        Self { layout, cells, rest }
    }

    /// Returns the cells, in the order of the columns.
    pub fn cells(self) -> impl Iterator<Item = CellRef<'a>> {
        let mut rest = self.cells;
        self.layout.cells.iter().map(move |(kind, len)| {
            let (bytes, after) = rest.split_at_checked(size_of_cell((*kind, *len))).unwrap_or((rest, &[]));
            rest = after;
            CellRef::new(*kind, *len, bytes)
        })
    }

    /// Returns one cell; takes time in proportion to the number of cells before the cell.
    #[must_use]
    pub fn cell(self, column: usize) -> Option<CellRef<'a>> {
        self.cells().nth(column)
    }

    /// Returns whether the row is free, which means that its content was removed and that a writer may reuse the row.
    #[must_use]
    pub fn is_free(self) -> bool {
        self.free_byte() == 1
    }

    /// Returns the free flag as stored; valid flags are 0 and 1.
    #[must_use]
    pub fn free_byte(self) -> u8 {
        // Each row of a layout has a flag after its cells.
        self.rest.first().copied().unwrap_or(0)
    }

    /// Returns the bytes after the free flag, usually zeros.
    #[must_use]
    pub fn padding(self) -> &'a [u8] {
        self.rest.get(1..).unwrap_or(&[])
    }
}
