//! Resolves references between sections.

use super::SectionHeader;

/// Returns the number, counted from 0, of the section with a number that is counted from 1. The section must be of type
/// `kind`.
pub(super) fn find_referenced(table: &[SectionHeader], number: u32, kind: u8, what: &str) -> Result<usize, String> {
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    match index.and_then(|index| Some((index, table.get(index)?))) {
        Some((index, entry)) if entry.kind == kind => Ok(index),
        Some((_, entry)) => Err(format!(
            "expected {what} (type {kind}), found section {number}, counted from 1, of type {}",
            entry.kind
        )),
        None if number == 0 => Err(format!("expected {what} (type {kind}), found the number 0, which no section has")),
        None => Err(format!(
            "expected an existing section, found the number {number}, counted from 1, in a file with {} sections",
            table.len()
        )),
    }
}
