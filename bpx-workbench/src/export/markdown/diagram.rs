//! Draws diagrams of records as text, with a column for each byte or each bit.

use bpx_schema::schema::{Body, Endian, Link, Model, Offset, Structure};
use std::fmt::Write;

/// Number of rows above which the diagram omits the middle of a part.
const ROWS: u64 = 3;

/// A named part of a record.
struct Part<'a> {
    name: &'a str,
    start: u64,
    end: u64,
}

/// The number of columns in a row, and the number of characters in a column.
struct Grid {
    columns: u64,
    width: usize,
}

/// Returns the diagram of a record; `None` for a structure whose size varies.
pub(super) fn of(model: &Model, structure: &Structure) -> Option<String> {
    let size = structure.size?;
    match &structure.body {
        Body::Fields(fields) => {
            let resolve = |link: &Link| model.get(link.name());
            let part = |(start, end), name| Part { name, start, end };
            let parts = fields.iter().filter_map(|field| {
                let start = field.offset?;
                Some(part((start, (Offset::from(start) + field.fixed_size(&resolve)).get()?), &*field.name))
            });
            Some(Grid { columns: 8, width: 8 }.draw_grid(&parts.collect::<Vec<_>>(), size))
        }
        Body::Bits(fields) => {
            let mut parts: Vec<_> = fields
                .iter()
                .map(|field| {
                    let start = u64::from(field.bit);
                    Part { name: &field.name, start, end: start + u64::from(field.bits) }
                })
                .collect();
            parts.sort_by_key(|part| part.start);
            let drawing = Grid { columns: 16, width: 4 }.draw_grid(&parts, 8 * size);
            let big = fields.iter().any(|field| field.order == Endian::Big);
            let first = if big { "most" } else { "least" };
            Some(format!("{drawing}bit 0 is the {first} significant bit of the first byte\n"))
        }
        Body::Switch(_) => None,
    }
}

impl Grid {
    fn draw_grid(&self, parts: &[Part<'_>], size: u64) -> String {
        let mut text = "      ".to_owned();
        for column in 0..self.columns.min(size) {
            let _ = write!(text, " {column:<width$}", width = self.width);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        let mut row = 0;
        while row < size {
            let end = row + self.columns.min(size - row);
            // A row in the middle of a long part has no information.
            if let Some(part) = parts.iter().find(|part| part.start < row && end < part.end) {
                let rows = (part.end - part.start) / self.columns;
                let last = (part.end - 1) / self.columns * self.columns;
                if rows > ROWS && last > row {
                    let _ = writeln!(text, "{}\n      :", self.border_above(row, end));
                    row = last;
                    continue;
                }
            }
            let _ = writeln!(text, "{}", self.border_above(row, end));
            let _ = write!(text, "{row:>5} |");
            for part in parts {
                let (start, stop) = (part.start.max(row), part.end.min(end));
                if start < stop {
                    let room = (stop - start) as usize * (self.width + 1) - 1;
                    let name = if start == part.start { part.name.to_owned() } else { format!("({})", part.name) };
                    let shown: String = name.chars().take(room).collect();
                    let _ = write!(text, "{shown:^room$}|");
                }
            }
            text.push('\n');
            row = end;
        }
        // The columns of the last row: a valid record has at least one byte.
        let columns = if size == 0 { 1 } else { (size - 1) % self.columns + 1 };
        let _ = writeln!(text, "{}", self.border_line(columns));
        text
    }

    /// Returns the border above a row, which is as long as the complete row above it.
    fn border_above(&self, row: u64, end: u64) -> String {
        let columns = if row == 0 { end } else { self.columns };
        self.border_line(columns)
    }

    /// Returns a border over a number of columns, at most as many as the grid has.
    fn border_line(&self, columns: u64) -> String {
        format!("      +{}", format!("{}+", "-".repeat(self.width)).repeat(columns as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_rows_and_long_ones_are_cut() {
        let part = |name, start, end| Part { name, start, end };
        let drawn =
            Grid { columns: 4, width: 3 }.draw_grid(&[part("ab", 0, 1), part("long", 1, 18), part("c", 18, 20)], 20);
        let wanted = "       0   1   2   3
      +---+---+---+---+
    0 |ab |   long    |
      +---+---+---+---+
      :
      +---+---+---+---+
   16 |(long) |   c   |
      +---+---+---+---+
";
        assert_eq!(drawn, wanted);
    }
}
