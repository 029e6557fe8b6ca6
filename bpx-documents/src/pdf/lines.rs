//! Lines of pages: letters that stand beside each other, in pieces between wide gaps.

use super::letters::{Letter, Page};
use crate::forms::columns::{Range, Segment};
use crate::forms::line;
use kurbo::Rect;
use std::collections::HashMap;

/// A line, in pieces.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub segments: Vec<Segment>,
    /// The size of most of its letters.
    pub size: f64,
    /// Whether it is the first of its page.
    pub first: bool,
}

/// Places are counted in so many parts of a point.
const PARTS: f64 = 10.0;

/// Letters whose bases are so near are in one line, as a part of their size.
const SAME_LINE: f64 = 0.4;

/// The gap between words, as a part of the size.
const WORD: f64 = 0.16;

/// The gap between cells.
const CELL: f64 = 1.0;

/// The gap between the bases of paragraphs.
const PARAGRAPH: f64 = 1.6;

/// Returns the lines of pages, with empty ones where the gap between two is wide.
pub(super) fn of(pages: Vec<Page>) -> Vec<Line> {
    let mut lines = Vec::new();
    for page in pages {
        let mut first = true;
        let mut above: Option<f64> = None;
        let dashes = Dashes::of(page.dashes);
        for mut letters in rows(page.letters) {
            dashes.add_to(&mut letters);
            let size = most(&letters);
            let base = letters.iter().map(|letter| letter.base).fold(f64::MIN, f64::max);
            let segments = segments(letters, &page.bars);
            if segments.is_empty() {
                continue;
            }
            // A page begins a paragraph as well.
            if above.is_none_or(|above| base - above > PARAGRAPH * size) {
                lines.push(Line { first, ..Line::default() });
                first = false;
            }
            lines.push(Line { segments, size, first: false });
            above = Some(base);
        }
    }
    lines
}

/// Returns the letters of each line, from top to bottom.
fn rows(mut letters: Vec<Letter>) -> Vec<Vec<Letter>> {
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

/// Returns the size that most of the letters have.
pub(super) fn most(letters: &[Letter]) -> f64 {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for letter in letters {
        *counts.entry(letter.size.to_bits()).or_default() += 1;
    }
    let most = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
    most.map_or(0.0, |(size, _)| f64::from_bits(size))
}

/// Returns the pieces of a line between wide gaps and vertical lines.
fn segments(mut letters: Vec<Letter>, bars: &[Rect]) -> Vec<Segment> {
    letters.sort_by(|a, b| a.start.total_cmp(&b.start));
    let base = letters.iter().map(|letter| letter.base).fold(f64::MIN, f64::max);
    let size = most(&letters);
    let beside = |bar: &&Rect| bar.y0 <= base - size / 4.0 && bar.y1 >= base - size / 2.0;
    let bars: Vec<_> = bars.iter().filter(beside).map(|bar| bar.center().x).collect();
    let mut found: Vec<Segment> = Vec::new();
    let mut space = false;
    let mut last: Option<Letter> = None;
    for letter in letters {
        if letter.c.is_whitespace() || letter.c.is_control() {
            space = true;
            continue;
        }
        let Some((segment, before)) = found.last_mut().zip(last.take()) else {
            found.push(piece(&letter));
            (last, space) = (Some(letter), false);
            continue;
        };
        // Bold letters may be drawn twice.
        let twice = letter.c == before.c && letter.start - before.start < 0.1 * letter.size;
        let gap = letter.start - before.end;
        let size = letter.size.max(before.size);
        let parted = gap > 0.0 && bars.iter().any(|bar| (before.end - 0.5..=letter.start + 0.5).contains(bar));
        if twice {
            last = Some(before);
            continue;
        } else if gap > CELL * size || parted {
            found.push(piece(&letter));
        } else {
            if space || gap > WORD * size {
                segment.text.push(' ');
            }
            push(&mut segment.text, letter.c);
            segment.end = segment.end.max(place(letter.end));
        }
        (last, space) = (Some(letter), false);
    }
    found
}

/// Returns a piece of one letter.
fn piece(letter: &Letter) -> Segment {
    let mut text = String::new();
    push(&mut text, letter.c);
    Segment { start: place(letter.start), end: place(letter.end), text }
}

/// Adds a letter; two that are drawn as one become two.
fn push(text: &mut String, c: char) {
    match line::instead(c) {
        Some(letters) => text.push_str(letters),
        None => text.push(c),
    }
}

/// Short lines between letters, from top to bottom: typesetting draws underscores so.
struct Dashes(Vec<Rect>);

impl Dashes {
    fn of(mut dashes: Vec<Rect>) -> Self {
        dashes.sort_by(|a, b| a.y0.total_cmp(&b.y0));
        Self(dashes)
    }

    /// Adds an underscore where a short line joins two letters of a line.
    fn add_to(&self, letters: &mut Vec<Letter>) {
        let size = most(letters);
        let base = letters.iter().map(|letter| letter.base).fold(f64::MIN, f64::max);
        let first = self.0.partition_point(|dash| dash.y0 < base - 0.1 * size);
        let near = self.0.iter().skip(first).take_while(|dash| dash.y0 <= base + 0.3 * size);
        let letter_wide = |dash: &&Rect| (0.2 * size..=0.7 * size).contains(&dash.width());
        let mut found = Vec::new();
        for dash in near.filter(letter_wide) {
            let beside = |a: f64, b: f64| (a - b).abs() <= 0.2 * size;
            let left = letters.iter().any(|letter| beside(letter.end, dash.x0));
            let right = letters.iter().any(|letter| beside(letter.start, dash.x1));
            if left && right {
                found.push(Letter { c: '_', start: dash.x0, end: dash.x1, base, size, drawn: None });
            }
        }
        letters.append(&mut found);
    }
}

/// Returns a place as a number of parts of a point.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places on a page are small")]
fn place(at: f64) -> usize {
    (at.max(0.0) * PARTS) as usize
}

impl Line {
    /// Returns the place of the line.
    pub(super) fn range(&self) -> Option<Range> {
        self.segments.iter().map(Segment::range).reduce(Range::with)
    }

    pub(super) fn words(&self) -> String {
        self.segments.iter().map(|segment| segment.text.as_str()).collect::<Vec<_>>().join("  ")
    }
}
