//! Reads tables of two rows, without titles, that have the sizes of fields above their names.

use crate::columns::cell_number;
use crate::forms::block::{Grid, Row};
use crate::measure::{self, Measure};
use crate::size::Unit;

/// The largest size of a cell with a size, in bytes.
const MAX_SIZE: usize = 40;

/// Converts a row of sizes above a row of names to rows of fields; other tables stay unchanged. Constants among the
/// names, or sizes that are letters, show that the numbers above are not values.
pub(super) fn rows_of_fields(grid: &mut Grid) {
    let titled = grid.header.iter().any(|title| !title.trim().is_empty());
    let (sizes, names) = match (titled, grid.rows.as_slice()) {
        (true, [names]) => (&grid.header, names),
        (false, [sizes, names]) => (&sizes.cells, names),
        _ => return,
    };
    let fields: Option<Vec<Field>> = sizes.iter().zip(&names.cells).map(|(size, name)| Field::of(size, name)).collect();
    let Some(fields) = fields.filter(|fields| fields.len() > 1 && sizes.len() == names.cells.len()) else { return };
    let is_first = fields.first().is_some_and(|field| field.count.is_some() || field.is_measured);
    let is_named = fields.iter().any(|field| field.constant.is_none());
    // A constant may begin a structure; later in a row it may be a value.
    let are_sizes = fields.first().is_some_and(|field| field.constant.is_some() && field.count.is_some())
        || fields.iter().any(|field| field.count.is_none());
    let counted = fields.iter().filter(|field| field.count.is_some() || field.is_measured).count();
    if !is_first || !is_named || !are_sizes || 2 * counted < fields.len() {
        return;
    }
    // So many bits do not hold the constant.
    let are_bytes = fields.iter().any(|field| {
        let bits = field.constant.map(|constant| u64::from(u64::BITS - constant.leading_zeros()));
        bits.zip(field.count).is_some_and(|(bits, count)| bits > count)
    });
    let line = names.line;
    let rows = fields.into_iter().map(|field| field.into_row(line)).collect();
    let header = ["Size", "Name", "Notes"].map(str::to_owned).to_vec();
    let unit = grid.unit.or(are_bytes.then_some(Unit::Bytes));
    *grid = Grid { header, rows, unit, ..std::mem::take(grid) };
}

/// A field, with its size and its name.
struct Field {
    size: String,
    /// The size, if it is a number without a unit.
    count: Option<u64>,
    /// Whether the size has a unit.
    is_measured: bool,
    name: String,
    /// The value of a constant, if the cell has a number or a letter instead of a name.
    constant: Option<u64>,
}

impl Field {
    /// Reads a field; returns `None` if the upper cell cannot be a size, or the lower cell is empty.
    fn of(size: &str, name: &str) -> Option<Self> {
        let (size, name) = (size.trim(), name.trim());
        let count = measure::read_number(size).filter(|count| (1..=64).contains(count));
        let is_measured = matches!(measure::read_size(size), Some(Measure::Bits(_)));
        let is_letter =
            size.starts_with(|c: char| c.is_alphanumeric()) && size.len() <= MAX_SIZE && !size.contains('.');
        let is_short = size.split_whitespace().count() == 1 || size.contains('|');
        let fits = count.is_some() || is_measured || is_letter && is_short && measure::read_number(size).is_none();
        let quoted = || name.starts_with('\'').then(|| cell_number(name)).flatten();
        let constant = measure::read_number(name).or_else(quoted);
        (fits && !name.is_empty()).then(|| Self {
            size: size.to_owned(),
            count,
            is_measured,
            name: name.to_owned(),
            constant,
        })
    }

    fn into_row(self, line: usize) -> Row {
        let (name, notes) = match self.constant {
            Some(constant) => ("Constant".to_owned(), format!("Always {constant}.")),
            None => (self.name, String::new()),
        };
        Row { line, cells: vec![self.size, name, notes], when: String::new() }
    }
}
