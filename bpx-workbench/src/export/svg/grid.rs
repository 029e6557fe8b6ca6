//! Computes the geometry of parts: rows with bytes or bits to scale.

use super::parts::{Extent, Part};

/// Left end of the rows in units of the drawing. The offset of each row is written to the left of the row.
pub(super) const LEFT: u64 = 72;
/// Width of a row in units of the drawing.
pub(super) const WIDTH: u64 = 640;
/// Height of a row in units of the drawing.
pub(super) const HEIGHT: u64 = 34;
/// Space between rows, through which arrows go, in units of the drawing.
pub(super) const GAP: u64 = 12;

/// Number of rows above which the middle of a part is left out.
const ROWS: u64 = 4;

/// A box, which shows a part or the piece of a part in one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    /// Index of the part.
    pub(super) part: usize,
    pub(super) x: u64,
    pub(super) y: u64,
    pub(super) width: u64,
    /// Number of bytes or bits in the box; `None` if each file states the number.
    pub(super) units: Option<u64>,
    /// Whether the width of the box is to scale, which is false for the middle of a long part.
    pub(super) is_to_scale: bool,
    /// Whether the part begins in this box.
    pub(super) is_first: bool,
    /// Whether only some files have the part.
    pub(super) is_optional: bool,
}

/// The parts of a figure in rows.
#[derive(Debug, Default)]
pub(super) struct Grid {
    /// Number of bytes or bits in a row.
    pub(super) columns: u64,
    pub(super) cells: Vec<Cell>,
    /// Labels of rows whose offset is the same in every file: `y`, and the number of the first byte or bit.
    pub(super) labels: Vec<(u64, u64)>,
    pub(super) height: u64,
}

/// Returns the number of bytes in a row, for a structure whose fixed parts have `size` bytes together.
pub(super) fn bytes_in_row(size: u64) -> u64 {
    match size {
        0..=16 => 4,
        17..=64 => 8,
        _ => 16,
    }
}

/// Returns the number of bits in a row, for a structure of `size` bits.
pub(super) fn bits_in_row(size: u64) -> u64 {
    match size {
        0..=8 => 8,
        9..=16 => 16,
        _ => 32,
    }
}

/// Arranges parts in rows.
pub(super) fn lay_parts(parts: &[Part], columns: u64) -> Grid {
    let mut rows = Rows { grid: Grid { columns, ..Grid::default() }, row: 0, column: 0, offset: Some(0) };
    for (number, part) in parts.iter().enumerate() {
        match part.extent {
            Extent::Fixed(size) => rows.add_fixed(number, size, false),
            Extent::Optional(size) => {
                rows.begin_row();
                rows.add_fixed(number, size, true);
                rows.lose_offset();
            }
            Extent::Open => {
                rows.begin_row();
                rows.add_box(number, columns, (None, true), false);
                rows.lose_offset();
            }
        }
    }
    rows.begin_row();
    rows.grid.height = rows.row * (HEIGHT + GAP);
    rows.grid
}

struct Rows {
    grid: Grid,
    row: u64,
    /// Number of filled columns in the row.
    column: u64,
    /// Offset of the next part, if it is the same in every file.
    offset: Option<u64>,
}

impl Rows {
    /// Begins a new row, unless the current row is empty.
    fn begin_row(&mut self) {
        if self.column > 0 {
            (self.row, self.column) = (self.row + 1, 0);
        }
    }

    /// Ends the row after a part whose size varies, so that later rows have no offsets.
    fn lose_offset(&mut self) {
        self.begin_row();
        self.offset = None;
    }

    /// Adds the rows of a part of fixed size.
    fn add_fixed(&mut self, part: usize, size: u64, is_optional: bool) {
        let (mut left, mut is_first) = (size, true);
        while left > 0 {
            let columns = self.grid.columns;
            // The last row of the part has at least one column.
            let before_last = (left - 1) / columns * columns;
            if self.column == 0 && !is_first && before_last / columns > ROWS {
                self.add_box(part, columns, (Some(before_last), false), is_optional);
                left -= before_last;
                continue;
            }
            let here = left.min(columns - self.column);
            self.add_box(part, here, (Some(here), is_first), is_optional);
            left -= here;
            is_first = false;
        }
    }

    /// Adds a box of `columns` columns to the current row, and begins a new row after the last column.
    fn add_box(&mut self, part: usize, columns: u64, (units, is_first): (Option<u64>, bool), is_optional: bool) {
        let y = self.row * (HEIGHT + GAP);
        if self.column == 0 {
            self.grid.labels.extend(self.offset.map(|offset| (y, offset)));
        }
        let scale = WIDTH / self.grid.columns;
        self.grid.cells.push(Cell {
            part,
            x: LEFT + self.column * scale,
            y,
            width: columns * scale,
            units,
            is_to_scale: units == Some(columns),
            is_first,
            is_optional,
        });
        self.column += columns;
        // The offset of a part after the last offset that there is has no label.
        self.offset = self.offset.zip(units).and_then(|(offset, units)| offset.checked_add(units));
        if self.column >= self.grid.columns {
            self.begin_row();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(extent: Extent) -> Part {
        Part { name: "a".to_owned(), kind: String::new(), doc: String::new(), extent, is_reserved: false }
    }

    /// Returns the part, row, first column, columns and units of each box.
    fn laid(parts: &[Extent], columns: u64) -> Vec<(usize, u64, u64, u64, Option<u64>)> {
        let parts: Vec<Part> = parts.iter().copied().map(part).collect();
        let scale = WIDTH / columns;
        let cells = lay_parts(&parts, columns).cells.into_iter();
        cells.map(|c| (c.part, c.y / (HEIGHT + GAP), (c.x - LEFT) / scale, c.width / scale, c.units)).collect()
    }

    #[test]
    fn parts_share_rows_and_go_on_in_the_next() {
        use Extent::{Fixed, Open, Optional};
        assert_eq!(
            laid(&[Fixed(3), Fixed(2)], 4),
            [(0, 0, 0, 3, Some(3)), (1, 0, 3, 1, Some(1)), (1, 1, 0, 1, Some(1))]
        );
        let varying = laid(&[Fixed(1), Open, Fixed(2), Optional(4)], 4);
        assert_eq!(varying, [(0, 0, 0, 1, Some(1)), (1, 1, 0, 4, None), (2, 2, 0, 2, Some(2)), (3, 3, 0, 4, Some(4))]);
    }

    #[test]
    fn the_middle_of_a_long_part_is_one_row() {
        let long = laid(&[Extent::Fixed(2), Extent::Fixed(100)], 4);
        assert_eq!(long, [(0, 0, 0, 2, Some(2)), (1, 0, 2, 2, Some(2)), (1, 1, 0, 4, Some(96)), (1, 2, 0, 2, Some(2))]);
        assert_eq!(laid(&[Extent::Fixed(u64::MAX)], 4).len(), 3, "as many rows as a screen shows");
    }
}
