//! Joins lines to one string, for parsers that take a string and return positions as offsets.

use super::line::Line;
use std::ops::Range;

/// The text of some lines, and the offset at which each line begins.
pub(in crate::forms) struct JoinedLines {
    pub text: String,
    /// The offset and the number of each line.
    starts: Vec<(usize, usize)>,
}

impl JoinedLines {
    pub(in crate::forms) fn of(lines: &[Line<'_>]) -> Self {
        let mut text = String::with_capacity(lines.iter().map(|line| line.text.len() + 1).sum());
        let mut starts = Vec::with_capacity(lines.len());
        for line in lines {
            starts.push((text.len(), line.number));
            text.push_str(&line.text);
            text.push('\n');
        }
        Self { text, starts }
    }

    /// Returns the index of the line that contains an offset.
    pub(in crate::forms) fn line_index(&self, offset: usize) -> usize {
        let below = self.starts.split_first().map_or(&[][..], |(_, below)| below);
        below.partition_point(|(start, _)| *start <= offset)
    }

    /// Returns the index of the last line of a range; an empty range is within one line.
    pub(in crate::forms) fn last_index(&self, range: &Range<usize>) -> usize {
        self.line_index(range.end.saturating_sub(1))
    }

    /// Returns the number of the line that contains an offset.
    pub(in crate::forms) fn line_number(&self, offset: usize) -> usize {
        self.starts.get(self.line_index(offset)).map_or(0, |(_, number)| *number)
    }

    /// Returns the offset at which the line with an index begins.
    pub(in crate::forms) fn line_start(&self, index: usize) -> usize {
        self.starts.get(index).map_or(self.text.len(), |(start, _)| *start)
    }
}
