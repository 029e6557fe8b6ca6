//! Joins letters beside each other to lines, which wide gaps divide into pieces.

use super::letters::{Letter, Page};
use super::ruled;
use crate::forms::columns::{Range, Segment};
use crate::forms::line;
use kurbo::Rect;
use std::collections::HashMap;

/// A line, divided into pieces.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub segments: Vec<Segment>,
    /// The size of most letters of the line.
    pub size: f64,
    /// Whether the line is the first of its page.
    pub first: bool,
}

/// The number of position units in a point.
const PARTS: f64 = 10.0;

/// The largest distance between the baselines of letters in one line, as a fraction of the size.
const SAME_LINE: f64 = 0.4;

/// The smallest gap between words, as a fraction of the size.
const WORD: f64 = 0.16;

/// The smallest gap between cells, as a multiple of the size.
const CELL: f64 = 1.0;

/// The largest number of drawn underscores in a line.
const LETTERS: usize = 200;

/// The smallest distance between the baselines of paragraphs, as a multiple of the size.
const PARAGRAPH: f64 = 1.6;

/// Returns the lines of pages, with an empty line wherever the gap between two lines is wide.
pub(super) fn of(pages: Vec<Page>) -> Vec<Line> {
    let mut lines = Vec::new();
    for mut page in pages {
        let mut found: Vec<PlacedLine> = Vec::new();
        let dashes = Dashes::of(std::mem::take(&mut page.dashes));
        let mut drawn = letter_rows(std::mem::take(&mut page.letters));
        drawn.iter_mut().for_each(|letters| dashes.add_to(letters));
        page.letters = drawn.into_iter().flatten().collect();
        for row in ruled::take_ruled_rows(&mut page) {
            found.push(PlacedLine { base: row.base, line: row.line, ruled: Some((row.top, row.bottom)) });
        }
        for letters in letter_rows(page.letters) {
            let size = commonest_size(&letters);
            let base = letters.iter().map(|letter| letter.base).fold(f64::MIN, f64::max);
            let segments = line_segments(&letters, &page.bars);
            if !segments.is_empty() {
                found.push(PlacedLine { base, line: Line { segments, size, first: false }, ruled: None });
            }
        }
        found.sort_by(|a, b| a.base.total_cmp(&b.base));
        let mut above: Option<PlacedLine> = None;
        for placed in found {
            // A page begins a paragraph as well; a row of a table does not.
            let apart = above.as_ref().is_none_or(|above| {
                let wide = placed.base - above.base > PARAGRAPH * placed.line.size;
                let bounds = above.ruled.zip(placed.ruled);
                wide && bounds.is_none_or(|((_, bottom), (top, _))| (top - bottom).abs() > 2.0 * PARAGRAPH)
            });
            if apart {
                lines.push(Line { first: above.is_none(), ..Line::default() });
            }
            lines.push(placed.line.clone());
            above = Some(placed);
        }
    }
    lines
}

/// A line and its position.
struct PlacedLine {
    base: f64,
    line: Line,
    /// The positions of the drawn lines above and below the line.
    ruled: Option<(f64, f64)>,
}

/// Returns the letters of each line, from top to bottom.
pub(super) fn letter_rows(mut letters: Vec<Letter>) -> Vec<Vec<Letter>> {
    letters.sort_by(|a, b| a.base.total_cmp(&b.base));
    let mut rows: Vec<Vec<Letter>> = Vec::new();
    let mut last: Option<(f64, f64)> = None;
    for letter in letters {
        // A small letter above or below a line belongs to it.
        let near = |(base, size): (f64, f64)| letter.base - base <= SAME_LINE * size.max(letter.size);
        match rows.last_mut().filter(|_| last.is_some_and(near)) {
            Some(row) => row.push(letter),
            None => {
                last = Some((letter.base, letter.size));
                rows.push(vec![letter]);
            }
        }
    }
    rows
}

/// Returns the most frequent size of letters.
pub(super) fn commonest_size(letters: &[Letter]) -> f64 {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for letter in letters {
        *counts.entry(letter.size.to_bits()).or_default() += 1;
    }
    let most = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
    most.map_or(0.0, |(size, _)| f64::from_bits(size))
}

/// Letters that follow each other without a gap.
#[derive(Debug)]
pub(super) struct Word {
    pub start: f64,
    end: f64,
    size: f64,
    text: String,
}

/// Returns the words of a line, from left to right; `letters` are in the order in which the page draws them, so that
/// the words of cells that are too wide do not mix.
pub(super) fn letter_words(letters: &[Letter]) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut last: Option<&Letter> = None;
    for letter in letters {
        if letter.c.is_whitespace() || letter.c.is_control() {
            last = None;
            continue;
        }
        let before = last.replace(letter);
        // Bold letters may be drawn twice.
        if before.is_some_and(|b| b.c == letter.c && (letter.start - b.start).abs() < 0.1 * letter.size) {
            continue;
        }
        let follows = |before: &Letter| {
            let gap = (letter.start - before.end) / letter.size.max(before.size);
            (-WORD * 2.0..=WORD).contains(&gap)
        };
        match found.last_mut().filter(|_| before.is_some_and(follows)) {
            Some(word) => {
                push_letter(&mut word.text, letter.c);
                word.end = word.end.max(letter.end);
            }
            None => {
                let mut text = String::new();
                push_letter(&mut text, letter.c);
                found.push(Word { start: letter.start, end: letter.end, size: letter.size, text });
            }
        }
    }
    found.sort_by(|a, b| a.start.total_cmp(&b.start));
    found
}

/// Returns the pieces of a line between wide gaps and vertical lines.
fn line_segments(letters: &[Letter], bars: &[Rect]) -> Vec<Segment> {
    let base = letters.iter().map(|letter| letter.base).fold(f64::MIN, f64::max);
    let size = commonest_size(letters);
    let beside = |bar: &&Rect| bar.y0 <= base - size / 4.0 && bar.y1 >= base - size / 2.0;
    let bars: Vec<_> = bars.iter().filter(beside).map(|bar| bar.center().x).collect();
    split_pieces(letter_words(letters), &bars)
}

/// Joins words to pieces between wide gaps and vertical lines.
pub(super) fn split_pieces(words: Vec<Word>, bars: &[f64]) -> Vec<Segment> {
    let mut found: Vec<Segment> = Vec::new();
    let mut last: Option<(f64, f64)> = None;
    for word in words {
        let own = Segment { start: place_key(word.start), end: place_key(word.end), text: word.text };
        let (end, size) = last.unwrap_or((f64::MIN, 0.0));
        let size = size.max(word.size);
        let gap = word.start - end;
        let parted = bars.iter().any(|bar| (end - 0.5..=word.start + 0.5).contains(bar));
        // A word that begins within another one is that of the next cell.
        match found.last_mut().filter(|_| gap <= CELL * size && gap >= -WORD * 2.0 * size && !parted) {
            Some(segment) => {
                if gap > WORD * size {
                    segment.text.push(' ');
                }
                segment.text.push_str(&own.text);
                segment.end = segment.end.max(own.end);
            }
            None => found.push(own),
        }
        last = Some((word.end.max(end), word.size));
    }
    found
}

/// Adds a letter. A ligature becomes separate letters, and typographic quotation marks become those of source code.
fn push_letter(text: &mut String, c: char) {
    match (line::typeset_replacement(c), c) {
        (Some(letters), _) => text.push_str(letters),
        (None, '\u{201c}' | '\u{201d}') => text.push('"'),
        (None, '\u{2018}' | '\u{2019}') => text.push('\''),
        (None, _) => text.push(c),
    }
}

/// The short drawn lines of a page, from top to bottom; some typesetting programs draw underscores as such lines.
struct Dashes(Vec<Rect>);

impl Dashes {
    fn of(mut dashes: Vec<Rect>) -> Self {
        dashes.sort_by(|a, b| a.y0.total_cmp(&b.y0));
        Self(dashes)
    }

    /// Adds an underscore wherever a short drawn line joins two letters of a line.
    fn add_to(&self, letters: &mut Vec<Letter>) {
        let size = commonest_size(letters);
        let base = letters.iter().map(|letter| letter.base).fold(f64::MIN, f64::max);
        let first = self.0.partition_point(|dash| dash.y0 < base - 0.1 * size);
        let near = self.0.iter().skip(first).take(LETTERS).take_while(|dash| dash.y0 <= base + 0.3 * size);
        let letter_wide = |dash: &&Rect| (0.2 * size..=0.7 * size).contains(&dash.width());
        for dash in near.filter(letter_wide) {
            let beside = |a: f64, b: f64| (a - b).abs() <= 0.2 * size;
            let left = letters.iter().position(|letter| beside(letter.end, dash.x0));
            let right = letters.iter().any(|letter| beside(letter.start, dash.x1));
            if let Some(left) = left.filter(|_| right) {
                let drawn = Letter { c: '_', start: dash.x0, end: dash.x1, base, size, drawn: None };
                letters.insert(left + 1, drawn);
            }
        }
    }
}

/// Returns a position as a number of tenths of a point.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places on a page are small")]
fn place_key(at: f64) -> usize {
    (at.max(0.0) * PARTS) as usize
}

impl Line {
    /// Returns the horizontal range of the line.
    pub(super) fn line_range(&self) -> Option<Range> {
        self.segments.iter().map(Segment::range).reduce(Range::united_with)
    }

    pub(super) fn words(&self) -> String {
        self.segments.iter().map(|segment| segment.text.as_str()).collect::<Vec<_>>().join("  ")
    }
}
