//! Splits paragraphs into sentences, and finds the sizes that sentences state.

use super::size::Unit;
use std::str::SplitWhitespace;

/// The largest number of characters of a line in a message.
const SHOWN: usize = 60;

/// Returns the beginning of a line, for a message.
pub(super) fn line_beginning(line: &str) -> String {
    line.trim().chars().take(SHOWN).collect()
}

/// A paragraph, which may have several lines.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Prose {
    text: String,
    /// Number of the first line.
    line: usize,
    /// The offset in the text and the number of each line after the first.
    starts: Vec<(usize, usize)>,
    /// Whether the paragraph is part of a listing.
    pub is_code: bool,
}

/// A sentence, without the mark at its end, unless the mark is a colon.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sentence<'a> {
    pub line: usize,
    pub text: &'a str,
}

/// A size in a sentence, such as `24 bytes`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quantity {
    pub bits: u64,
    /// The index of the word that has the number.
    pub at: usize,
    /// The index of the first word after the unit.
    pub end: usize,
}

impl Prose {
    /// Adds a line.
    pub(super) fn push_line(&mut self, number: usize, line: &str) {
        if self.line == 0 {
            self.line = number;
        } else {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.starts.push((self.text.len(), number));
        }
        self.text.push_str(line.trim());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the number of the first line.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Returns the text of all lines.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the lines, each with its number.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let starts = [(0, self.line)].into_iter().chain(self.starts.iter().copied());
        let ends = self.starts.iter().map(|(start, _)| *start).chain([self.text.len()]);
        starts.zip(ends).filter_map(|((start, line), end)| Some((line, self.text.get(start..end)?.trim())))
    }

    /// Returns the last line and its number.
    pub(super) fn last_line(&self) -> Option<(usize, &str)> {
        let (start, line) = self.starts.last().copied().unwrap_or((0, self.line));
        Some((line, self.text.get(start..)?))
    }

    pub(super) fn sentences(&self) -> impl Iterator<Item = Sentence<'_>> {
        let ends = self.text.match_indices(['.', '!', '?', ':', ';']).map(|(at, mark)| at + mark.len());
        let ends = ends.filter(|end| self.text.split_at(*end).1.chars().next().is_none_or(char::is_whitespace));
        let mut from = 0;
        ends.chain([self.text.len()]).filter_map(move |end| {
            let (_, piece) = self.text.split_at(end).0.split_at(from);
            let lead = piece.len() - piece.trim_start().len();
            let text = piece.trim().trim_end_matches(['.', '!', '?', ';']);
            let line = self.line_at(from + lead);
            from = end;
            (!text.is_empty()).then_some(Sentence { line, text })
        })
    }

    fn line_at(&self, offset: usize) -> usize {
        let after = self.starts.partition_point(|(start, _)| *start <= offset);
        after.checked_sub(1).and_then(|at| self.starts.get(at)).map_or(self.line, |(_, line)| *line)
    }
}

impl<'a> Sentence<'a> {
    pub(super) fn words(&self) -> SplitWhitespace<'a> {
        self.text.split_whitespace()
    }

    /// Returns the sizes that the sentence mentions: a number and `bits` or `bytes`, as one word or two words.
    pub(super) fn quantities(&self) -> Vec<Quantity> {
        if !self.text.contains(|c: char| c.is_ascii_digit()) {
            return Vec::new();
        }
        let words: Vec<_> = self.words().map(|word| word.trim_matches(['$', '*', '(', ',', ')'])).collect();
        let mut found = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let next = at + 1;
            if let Ok(count) = word.parse()
                && let Some(unit) = words.get(next).and_then(|word| Unit::of(word))
                && let Some(bits) = unit.size(count).exact()
            {
                found.push(Quantity { bits, at, end: next + 1 });
                continue;
            }
            let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let count = word.strip_suffix(unit).and_then(|count| count.trim_end_matches('-').parse().ok());
            if let Some(count) = count
                && let Some(bits) = Unit::of(unit).and_then(|unit| unit.size(count).exact())
            {
                found.push(Quantity { bits, at, end: next });
            }
        }
        found
    }

    /// Returns whether any of the words is in the sentence, in upper or lower case.
    pub(super) fn has_any(&self, words: &[&str]) -> bool {
        self.words().any(|word| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            words.iter().any(|one| one.eq_ignore_ascii_case(word))
        })
    }
}
