//! Finds the ends of HTML tables in Markdown, because an empty line ends a block of HTML, but not a table.

use crate::forms::line::Line;
use std::collections::HashMap;

/// The index of the last line of each table, by the index of the first line.
pub(super) struct Ends(HashMap<usize, usize>);

/// Finds the ends of all tables.
pub(super) fn find_ends(lines: &[Line<'_>]) -> Ends {
    let mut ends = HashMap::new();
    let mut open = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.text.contains('<')) {
        let lower = line.text.to_ascii_lowercase();
        for (at, _) in lower.match_indices('<') {
            let tag = lower.get(at..).unwrap_or("");
            if tag.starts_with("<table") {
                open.push(index);
            } else if tag.starts_with("</table")
                && let Some(first) = open.pop()
            {
                ends.insert(first, index);
            }
        }
    }
    Ends(ends)
}

impl Ends {
    /// Returns the last line of a block, or of a table that begins in the block and ends later.
    pub(super) fn last_line(&self, first: usize, last: usize) -> usize {
        (first..=last).filter_map(|line| self.0.get(&line)).copied().fold(last, usize::max)
    }
}
