//! Compares columns that repeat sizes or offsets, and reads columns that state the ends of fields.

use super::offsets::{self, Place};
use super::places::Places;
use super::scale::Scale;
use crate::columns::{Role, role_of_title, title_words};
use crate::forms::block::Grid;
use crate::measure::Measure;

/// Adds the ends of fields to their offsets; returns sentences about columns that contradict the first columns of sizes
/// and offsets.
pub(super) fn add_repeated_places(grid: &Grid, places: &Places, starts: &mut [Option<Place>]) -> Vec<String> {
    let mut open = Vec::new();
    for column in &places.again {
        let Some(title) = grid.header.get(*column) else { continue };
        let cells = || grid.cells().map(|cells| cells.get(*column).map_or("", |cell| cell.trim()));
        match role_of_title(title) {
            Some(Role::Offset(_)) => {
                let read = offsets::read_offsets(cells(), Scale::of(title).hex);
                if is_end(title) {
                    open.extend(add_ends(title, &read, starts));
                } else if !is_layout(&read) {
                    // Such as the offset of a scaled value.
                } else if read.iter().zip(starts.iter()).any(|(a, b)| a.map(|a| a.start) != b.map(|b| b.start)) {
                    open.push(difference_message(grid, places, Role::Offset(None), title));
                }
            }
            Some(Role::Size(unit)) => {
                let scale = Scale::of(title);
                let differ = |(cells, cell): (&[String], &str)| {
                    let first = places.cell_of(cells, Role::Size(None)).unwrap_or("");
                    let (first, second) = (places.sizes.measure_cell(first), scale.measure_cell(cell));
                    let in_unit = |measure: Measure, unit| measure.in_unit(unit).ok_or(measure.plain_number());
                    first.map(|first| in_unit(first, places.size.or(unit)))
                        != second.map(|one| in_unit(one, unit.or(places.size)))
                };
                if grid.cells().zip(cells()).any(differ) {
                    open.push(difference_message(grid, places, Role::Size(None), title));
                }
            }
            _ => {}
        }
    }
    open
}

fn difference_message(grid: &Grid, places: &Places, role: Role, title: &str) -> String {
    let first = places.title_of(grid, role).unwrap_or("");
    let what = if matches!(role, Role::Size(_)) { "sizes" } else { "offsets" };
    format!("the columns `{first}` and `{title}` state different {what}")
}

/// Returns whether the understood numbers increase.
fn is_layout(read: &[Option<Place>]) -> bool {
    let known: Vec<_> = read.iter().flatten().map(|place| place.start).collect();
    known.len() > 1 && known.windows(2).all(|pair| matches!(pair, [a, b] if a < b))
}

fn is_end(title: &str) -> bool {
    title_words(title).iter().any(|word| matches!(word.as_str(), "end" | "ending" | "last" | "to" | "stop"))
}

/// Adds the ends of fields. The next offsets show whether a cell has the last byte of its field, or the byte after the
/// field.
fn add_ends(title: &str, ends: &[Option<Place>], starts: &mut [Option<Place>]) -> Option<String> {
    let next = starts.iter().skip(1).map(|place| place.map(|place| place.start));
    let pairs: Vec<_> = ends.iter().map(|place| place.map(|place| place.start)).zip(next).collect();
    let all = |more: u64| {
        pairs.iter().all(|(end, next)| end.zip(*next).is_some_and(|(end, next)| end.checked_add(more) == Some(next)))
    };
    let more = if all(1) {
        1
    } else if all(0) && !pairs.is_empty() {
        0
    } else {
        return Some(format!("the column `{title}` does not state where the next fields begin"));
    };
    for (place, end) in starts.iter_mut().zip(ends) {
        if let Some((place, end)) = place.as_mut().zip(*end) {
            place.end = end.start.checked_add(more);
        }
    }
    None
}
