//! Finds a last row that states the sum of the sizes above, which is not a field: `Total | 20`.

use super::places::Places;
use crate::columns::Role;
use crate::forms::block::{Grid, Row};
use crate::measure::Measure;
use crate::name::normal_name;
use crate::size::{Size, Unit};

/// The meaning of a last row with the name of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LastRow {
    /// The row is a field, or has another name.
    Field,
    /// The row states the sum of the sizes above.
    Sum,
    /// The row may be a field or a sum, for the reason.
    Unclear(String),
}

/// Returns the meaning of the last row. A row that states the right sum is a sum, unless the sum is a common size of a
/// field.
pub(super) fn last_row(grid: &Grid, places: &Places) -> LastRow {
    let Some((last, rows)) = grid.rows.split_last().filter(|(_, rows)| !rows.is_empty()) else {
        return LastRow::Field;
    };
    let Some(name) = sum_name(last, places) else { return LastRow::Field };
    let measure = |row: &Row| places.sizes.measure_cell(places.cell_of(&row.cells, Role::Size(None))?);
    let Some(total) = measure(last) else { return LastRow::Field };
    let sizes: Option<Vec<Measure>> = rows.iter().map(measure).collect();
    let is_plain = |measure: &Measure| matches!(measure, Measure::Plain(_));
    let all_plain = sizes.iter().flatten().all(is_plain);
    // A size without a unit counts as the other sizes do.
    let unit = if all_plain && is_plain(&total) { Unit::Bits } else { Unit::Bytes };
    let number = |measure: Measure| measure.in_unit(Some(unit)).and_then(Size::exact);
    let Some(stated) = number(total) else { return LastRow::Field };
    let sum = sizes.and_then(|sizes| sizes.into_iter().try_fold(0_u64, |sum, size| sum.checked_add(number(size)?)));
    // A field has a type, a place and a description, as the other rows have.
    let lacks = |role: Role| {
        let is_empty = |row: &Row| places.cell_of(&row.cells, role).is_none_or(is_empty);
        is_empty(last) && !rows.iter().any(is_empty)
    };
    let is_common = is_common_size(last, places);
    // A field without a description may be the last one.
    let lacks_cell = lacks(Role::Type) || lacks(Role::Offset(None)) || lacks(Role::Notes) && !is_common;
    let is_marked = name.ends_with(':') || name.starts_with('*') || lacks_cell;
    match sum {
        Some(sum) if sum == stated && (is_marked || !is_common && rows.len() > 1) => LastRow::Sum,
        Some(sum) if sum == stated => {
            LastRow::Unclear(format!("`{}` may be a field, or the sum of the sizes above", name.trim()))
        }
        Some(sum) if (sum < stated || is_marked) && !is_common => LastRow::Unclear(format!(
            "`{}` may be the sum of the sizes above, but states {stated}, and the sizes add up to {sum}",
            name.trim()
        )),
        _ => LastRow::Field,
    }
}

/// Returns the name in a row that has nothing but the name of a sum and a size.
fn sum_name<'r>(row: &'r Row, places: &Places) -> Option<&'r str> {
    let size = places.column_of(Role::Size(None))?;
    let mut filled = row.cells.iter().enumerate().filter(|(column, cell)| *column != size && !is_empty(cell));
    let (name, None) = (filled.next()?.1, filled.next()) else { return None };
    let normal = normal_name(name);
    let is_sum = matches!(
        normal.as_str(),
        "total" | "totals" | "sum" | "totalsize" | "totallength" | "totalbytes" | "totalbits" | "sumofsizes"
    );
    (is_sum && row.cells.get(size).is_some_and(|cell| !is_empty(cell))).then_some(name)
}

/// Returns whether a cell is empty or has a dash.
fn is_empty(cell: &str) -> bool {
    matches!(cell.trim(), "" | "-" | "\u{2013}" | "\u{2014}")
}

/// Returns whether many fields have the size of a row.
fn is_common_size(row: &Row, places: &Places) -> bool {
    let measure = places.cell_of(&row.cells, Role::Size(None)).and_then(|cell| places.sizes.measure_cell(cell));
    let units = places.size.map_or_else(|| vec![Unit::Bits, Unit::Bytes], |unit| vec![unit]);
    let bits = |measure: Measure, unit| measure.in_unit(Some(unit)).and_then(Size::exact);
    measure
        .is_some_and(|measure| units.into_iter().any(|unit| matches!(bits(measure, unit), Some(8 | 16 | 24 | 32 | 64))))
}
