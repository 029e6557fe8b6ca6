//! Removes the marks of footnotes from sizes, where offsets show that the marks are not a part of the sizes: `2*`, `1¹`.

use super::stated_rows::Rows;
use crate::measure::{self, Measure};
use crate::size::Unit;

/// Reads sizes with marks of footnotes. The sizes must be those of the steps between offsets; the last size has no step,
/// so another marked size must have shown what its mark is.
pub(super) fn remove_marks(rows: &mut Rows, unit: Option<Unit>) {
    let marked = |at: usize| {
        let row = rows.rows.get(at)?;
        let bare = without_mark(&row.cell).filter(|_| row.measure.is_none())?;
        Some((at, bare.to_owned(), measure::read_size(bare)?))
    };
    let found: Vec<(usize, String, Measure)> = (0..rows.rows.len()).filter_map(marked).collect();
    let unit = unit.unwrap_or(Unit::Bytes);
    let is_step = |(at, _, measure): &(usize, String, Measure)| {
        let bits = measure.in_unit(Some(unit)).and_then(crate::size::Size::exact);
        rows.step_bits(*at).map(|step| Some(step) == bits)
    };
    let shown: Vec<Option<bool>> = found.iter().map(is_step).collect();
    if shown.contains(&Some(false)) || !shown.contains(&Some(true)) {
        return;
    }
    for (at, bare, measure) in found {
        if let Some(row) = rows.rows.get_mut(at) {
            (row.cell, row.measure) = (bare, Some(measure));
        }
    }
}

/// Returns a cell without the mark of a footnote; returns `None` if the cell has none.
fn without_mark(cell: &str) -> Option<&str> {
    let is_mark = |c: char| {
        matches!(c, '*' | '\u{2020}' | '\u{2021}' | '\u{a7}' | '\u{b9}' | '\u{b2}' | '\u{b3}' | '\u{2074}'..='\u{2079}')
    };
    let raised = || cell.rsplit_once('^').filter(|(_, mark)| mark.len() == 1).map(|(bare, _)| bare);
    let bare = Some(cell.trim_end_matches(is_mark)).filter(|bare| bare.len() < cell.len()).or_else(raised)?;
    let bare = bare.trim_end();
    bare.ends_with(|c: char| c.is_ascii_alphanumeric()).then_some(bare)
}
