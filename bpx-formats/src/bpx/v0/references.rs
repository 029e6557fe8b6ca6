//! References between sections.

use super::SectionHeader;

/// Returns the number, counted from 0, of the section that a number counted from 1 names; it must have the given
/// type.
pub(super) fn find_referenced(table: &[SectionHeader], number: u32, kind: u8, what: &str) -> Result<usize, String> {
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    match index.and_then(|index| Some((index, table.get(index)?))) {
        Some((index, entry)) if entry.kind == kind => Ok(index),
        Some((_, entry)) => Err(format!(
            "expected {what} (type {kind}), found section {number}, counted from 1, of type {}",
            entry.kind
        )),
        None if number == 0 => Err(format!("expected {what} (type {kind}), found 0, which names no section")),
        None => Err(format!("there is no section {number}, counted from 1; there are {}", table.len())),
    }
}
