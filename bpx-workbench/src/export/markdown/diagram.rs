//! Diagrams of records, by bytes or by bits.

use bpx_schema::schema::{Body, Link, Model, Structure};
use std::fmt::Write;

/// Number of rows above which the middle of a part is omitted.
const ROWS: u64 = 3;

/// A named part of a record.
struct Part<'a> {
    name: &'a str,
    start: u64,
    end: u64,
}

/// A diagram: columns in a row, and characters in a column.
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
                Some(part((start, start.checked_add(field.fixed_size(&resolve)?)?), &*field.name))
            });
            Some(Grid { columns: 8, width: 8 }.draw(&parts.collect::<Vec<_>>(), size))
        }
        Body::Bits(fields) => {
            let mut parts: Vec<_> = fields
                .iter()
                .map(|field| {
                    let start = u64::from(field.bit);
                    Part { name: &field.name, start, end: start.saturating_add(u64::from(field.bits)) }
                })
                .collect();
            parts.sort_by_key(|part| part.start);
            let drawing = Grid { columns: 16, width: 4 }.draw(&parts, size.saturating_mul(8));
            Some(format!("{drawing}bit 0 is the least significant of the first byte\n"))
        }
        Body::Switch(_) => None,
    }
}

impl Grid {
    fn draw(&self, parts: &[Part<'_>], size: u64) -> String {
        let mut text = "      ".to_owned();
        for column in 0..self.columns.min(size) {
            let _ = write!(text, " {column:<width$}", width = self.width);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        let mut row = 0;
        while row < size {
            let end = row.saturating_add(self.columns).min(size);
            // A row in the middle of a long part has no information.
            if let Some(part) = parts.iter().find(|part| part.start < row && end < part.end) {
                let rows = part.end.saturating_sub(part.start).checked_div(self.columns).unwrap_or_default();
                let last = part.end.saturating_sub(1).checked_div(self.columns).unwrap_or_default();
                let last = last.saturating_mul(self.columns);
                if rows > ROWS && last > row {
                    let _ = writeln!(text, "{}\n      :", self.border(row, end));
                    row = last;
                    continue;
                }
            }
            let _ = writeln!(text, "{}", self.border(row, end));
            let _ = write!(text, "{row:>5} |");
            for part in parts {
                let (start, stop) = (part.start.max(row), part.end.min(end));
                if start < stop {
                    let columns = usize::try_from(stop.saturating_sub(start)).unwrap_or_default();
                    let room = columns.saturating_mul(self.width.saturating_add(1)).saturating_sub(1);
                    let name = if start == part.start { part.name.to_owned() } else { format!("({})", part.name) };
                    let shown: String = name.chars().take(room).collect();
                    let _ = write!(text, "{shown:^room$}|");
                }
            }
            text.push('\n');
            row = end;
        }
        let columns =
            usize::try_from(size.saturating_sub(1).checked_rem(self.columns).unwrap_or_default().saturating_add(1));
        let _ = writeln!(text, "{}", self.line(columns.unwrap_or_default()));
        text
    }

    /// Returns the line above a row; rows above it are whole.
    fn border(&self, row: u64, end: u64) -> String {
        let columns = if row == 0 { end } else { self.columns };
        self.line(usize::try_from(columns).unwrap_or_default())
    }

    fn line(&self, columns: usize) -> String {
        format!("      +{}", format!("{}+", "-".repeat(self.width)).repeat(columns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_rows_and_long_ones_are_cut() {
        let part = |name, start, end| Part { name, start, end };
        let drawn = Grid { columns: 4, width: 3 }.draw(&[part("ab", 0, 1), part("long", 1, 18), part("c", 18, 20)], 20);
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
