//! Splits a line into pieces at two or more spaces.

/// Words of a line with single spaces between them, at the character positions `start..end`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

/// The largest number of pieces in a row of a table.
const MOST: usize = 64;

/// Returns the pieces of a line; `None` if the line has a tab or too many pieces.
pub(super) fn split_segments(line: &str) -> Option<Vec<Segment>> {
    let mut found: Vec<Segment> = Vec::new();
    for (at, c) in line.chars().enumerate() {
        if c == '\t' {
            return None;
        }
        if c.is_whitespace() {
            continue;
        }
        let many = found.len() == MOST;
        match found.last_mut() {
            Some(last) if at <= last.end + 1 => {
                if at > last.end {
                    last.text.push(' ');
                }
                last.text.push(c);
                last.end = at + 1;
            }
            _ if many => return None,
            _ => found.push(Segment { start: at, end: at + 1, text: c.to_string() }),
        }
    }
    Some(found)
}

impl Segment {
    /// Returns whether the piece shares a character position with a range.
    pub(super) fn overlaps_range(&self, range: Range) -> bool {
        self.start < range.end && range.start < self.end
    }

    pub(crate) fn range(&self) -> Range {
        Range { start: self.start, end: self.end }
    }

    /// Returns whether the piece is a line of dashes.
    pub(super) fn is_rule(&self) -> bool {
        let drawn = |c| matches!(c, '-' | '=' | '_' | '\u{2500}' | '\u{2501}' | '\u{2013}' | '\u{2014}');
        self.end >= self.start + 2 && self.text.chars().all(drawn)
    }
}

/// A range of character positions in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    pub start: usize,
    pub end: usize,
}

impl Range {
    /// Returns the smallest range that contains both ranges.
    pub(crate) fn united_with(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}
