//! Writes lines as text: titles as headings, tables between tabs, other lines with their gaps.

use super::lines::Line;
use crate::forms::block::Grid;
use crate::forms::columns::{self, Lines, Segment};
use crate::forms::pages;
use std::collections::BTreeMap;

/// The smallest factor by which the letters of section titles are larger than other letters.
const LARGER: f64 = 1.05;

/// The largest number of letters in a title.
const TITLE: usize = 80;

/// The last column of a text. The widest sheet of ISO 216, 2A0 in landscape, has 4768 points, and 953 letters of 10
/// points; a letter may be anywhere outside of its page.
const LAST_COLUMN: usize = 1024;

/// Returns the text of lines.
pub(super) fn of(lines: &[Line]) -> String {
    let words: Vec<String> = lines.iter().map(Line::words).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let starts: Vec<_> = lines.iter().enumerate().skip(1).filter(|(_, line)| line.first).map(|(at, _)| at).collect();
    let mut lines = lines.to_vec();
    for at in pages::edge_lines(&words, &starts).into_iter().chain(pages::contents_lines(&words)) {
        lines.iter_mut().skip(at).take(1).for_each(|line| line.segments.clear());
    }
    let titles = Titles::of(&lines);
    // Lines without text have no margin.
    let margin = lines.iter().filter_map(Line::line_range).map(|range| range.start).min().unwrap_or(0);
    let mut text = String::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = RemainingLines(lines.split_at(at).1);
        if let Some((grid, taken)) = columns::read_table(&rest) {
            write_table(&mut text, &grid);
            at += taken.max(1);
            continue;
        }
        if let Some(depth) = titles.title_depth(line) {
            text.push('\n');
            text.push_str(&"#".repeat(depth));
            text.push(' ');
            text.push_str(&line.words());
            text.push('\n');
        } else {
            write_line(&mut text, line, margin, titles.body);
        }
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
        at += 1;
    }
    text
}

/// The lines from the current line to the end.
struct RemainingLines<'l>(&'l [Line]);

impl Lines for RemainingLines<'_> {
    fn segments_at(&self, at: usize) -> Option<Vec<Segment>> {
        self.0.get(at).map(|line| line.segments.clone())
    }

    fn number_at(&self, at: usize) -> usize {
        at
    }
}

/// Writes a table, with tabs between its cells.
fn write_table(text: &mut String, grid: &Grid) {
    text.push('\n');
    for cells in std::iter::once(grid.header.as_slice()).chain(grid.cells()) {
        text.push_str(&cells.join("\t"));
        // A row without known columns stays a row.
        if cells.iter().skip(1).all(String::is_empty) {
            text.push_str("\t?");
        }
        text.push('\n');
    }
    text.push('\n');
}

/// Writes a line, with its pieces at about the same positions as on the page.
fn write_line(text: &mut String, line: &Line, margin: usize, body: f64) {
    let mut column: usize = 0;
    for segment in &line.segments {
        let at = letter_count(segment.start - margin, body).min(LAST_COLUMN);
        let gap = if column == 0 { 0 } else { at.max(column + 2) - column };
        text.extend(std::iter::repeat_n(' ', gap));
        text.push_str(&segment.text);
        column += gap + segment.text.chars().count();
    }
}

/// Returns the number of letters that fit into a width.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "pages are small"
)]
fn letter_count(width: usize, size: f64) -> usize {
    (width as f64 / (5.0 * size.max(1.0))) as usize
}

/// The letter sizes of section titles.
struct Titles {
    /// The size of most letters.
    body: f64,
    /// The bits of larger sizes, the largest first.
    sizes: Vec<u64>,
}

impl Titles {
    fn of(lines: &[Line]) -> Self {
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for line in lines {
            let letters = line.segments.iter().map(|segment| segment.text.len()).sum::<usize>();
            *counts.entry(line.size.to_bits()).or_default() += letters;
        }
        let body = counts.iter().max_by_key(|(_, letters)| **letters).map_or(0.0, |(size, _)| f64::from_bits(*size));
        let sizes = counts.into_keys().rev().filter(|size| f64::from_bits(*size) > LARGER * body).collect();
        Self { body, sizes }
    }

    /// Returns the depth of a section title; returns `None` for other lines.
    fn title_depth(&self, line: &Line) -> Option<usize> {
        let rank = self.sizes.iter().position(|size| *size == line.size.to_bits())?;
        let words = line.words();
        let title = words.chars().count() <= TITLE && words.contains(char::is_alphabetic) && line.segments.len() <= 2;
        title.then_some(rank.min(5) + 1)
    }
}
