//! Splits lines of a table into pieces with positions.

use super::segments::{Segment, split_segments};
use crate::forms::line::Line;

/// Lines as pieces with positions; the first line is the first line of a table.
pub(crate) trait Lines {
    /// Returns the pieces of a line; an empty line has no pieces. Returns `None` after the last line, or if the pieces
    /// of the line cannot be cells.
    fn segments_at(&self, at: usize) -> Option<Vec<Segment>>;
    /// Returns the number of a line in the document.
    fn number_at(&self, at: usize) -> usize;
}

impl Lines for &[Line<'_>] {
    fn segments_at(&self, at: usize) -> Option<Vec<Segment>> {
        split_segments(&self.get(at)?.text)
    }

    fn number_at(&self, at: usize) -> usize {
        self.get(at).map_or(0, |line| line.number)
    }
}

/// Adds words to a cell. A word that a hyphen breaks at the end of a line becomes whole.
pub(crate) fn append_words(cell: &mut String, text: &str) {
    let broken = cell.strip_suffix('-').is_some_and(|cell| cell.ends_with(char::is_alphabetic));
    if broken && text.starts_with(char::is_lowercase) {
        cell.pop();
    } else if !cell.is_empty() {
        cell.push(' ');
    }
    cell.push_str(text.trim());
}
