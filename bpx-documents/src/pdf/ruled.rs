//! Reads rows of tables between drawn lines. Each cell of such a row may have several lines, also above the name in the
//! row.

use super::letters::{Letter, Page};
use super::lines::{self, Line, Word};
use crate::forms::columns::{self, Range, Segment};
use kurbo::Rect;

/// The tolerance for the positions of drawn lines, in points.
const NEAR: f64 = 2.0;

/// The largest number of horizontal lines on a page with tables; a page with more lines is a drawing.
const MOST: usize = 2000;

/// A row of a table, and the position of its baseline.
pub(super) struct Row {
    pub base: f64,
    pub line: Line,
    /// The position of the drawn line above the row; `bottom` is that of the line below.
    pub top: f64,
    pub bottom: f64,
}

/// Takes the rows between drawn lines out of the letters of a page.
pub(super) fn take_ruled_rows(page: &mut Page) -> Vec<Row> {
    let mut found = Vec::new();
    for area in ruled_bands(&page.rules) {
        let inside = |bar: &&Rect| {
            let middle = area.center().y;
            bar.y0 <= middle && middle <= bar.y1 && bar.x0 > area.x0 + NEAR && bar.x1 < area.x1 - NEAR
        };
        let mut bars: Vec<f64> = page.bars.iter().filter(inside).map(|bar| bar.center().x).collect();
        bars.sort_by(f64::total_cmp);
        bars.dedup_by(|a, b| (*a - *b).abs() <= NEAR);
        let (own, rest) = std::mem::take(&mut page.letters).into_iter().partition(|letter| is_in(letter, area));
        page.letters = rest;
        match read_row(&own, &bars, area) {
            Some(row) => found.push(row),
            None => page.letters.extend(own),
        }
    }
    found
}

fn is_in(letter: &Letter, area: Rect) -> bool {
    let middle = f64::midpoint(letter.start, letter.end);
    area.y0 <= letter.base && letter.base <= area.y1 + NEAR && area.x0 <= middle && middle <= area.x1
}

/// Returns the areas between two horizontal lines of the same length, without another line between the two lines.
fn ruled_bands(rules: &[Rect]) -> Vec<Rect> {
    let mut joined: Vec<Rect> = Vec::new();
    let mut rules = rules.to_vec();
    rules.sort_by(|a, b| a.y0.total_cmp(&b.y0).then(a.x0.total_cmp(&b.x0)));
    if rules.len() > MOST {
        return Vec::new();
    }
    for rule in rules {
        // The borders of cells are drawn one by one.
        let touches = |last: &&mut Rect| {
            (rule.y0 - last.y0).abs() <= NEAR && rule.x0 <= last.x1 + NEAR && last.x0 <= rule.x1 + NEAR
        };
        match joined.iter_mut().rev().take(8).find(touches) {
            Some(last) => *last = last.union(rule),
            None => joined.push(rule),
        }
    }
    let same = |a: &Rect, b: &Rect| (a.x0 - b.x0).abs() <= NEAR && (a.x1 - b.x1).abs() <= NEAR;
    let mut bands = Vec::new();
    for (at, above) in joined.iter().enumerate() {
        // The next line under it bounds the row, or belongs to a part of it.
        let mut below = joined.iter().skip(at + 1).filter(|below| below.x0 < above.x1 && above.x0 < below.x1);
        let Some(below) = below.find(|below| below.y0 > above.y1 + NEAR).filter(|below| same(above, below)) else {
            continue;
        };
        bands.push(Rect::new(above.x0, above.y1, above.x1, below.y0));
    }
    bands
}

/// Returns a row of the letters, if the letters form a row: the first cell and all other cells except one have a single
/// line.
fn read_row(letters: &[Letter], bars: &[f64], area: Rect) -> Option<Row> {
    if bars.is_empty() {
        return None;
    }
    // The lines of each cell.
    let mut cells: Vec<Vec<Vec<Word>>> = (0..=bars.len()).map(|_| Vec::new()).collect();
    let rows = lines::letter_rows(letters.to_vec());
    for row in &rows {
        let mut begun = vec![false; cells.len()];
        for word in lines::letter_words(row) {
            // A word that is too wide for its cell belongs to the cell in which it begins.
            let column = bars.partition_point(|bar| *bar < word.start);
            let cell = cells.get_mut(column)?;
            if !std::mem::replace(begun.get_mut(column)?, true) {
                cell.push(Vec::new());
            }
            cell.last_mut()?.push(word);
        }
    }
    let counts: Vec<_> = cells.iter().map(Vec::len).filter(|count| *count > 0).collect();
    let single = counts.iter().filter(|count| **count == 1).count();
    if cells.first().map(Vec::len) != Some(1) || single < 2 || single + 1 < counts.len() {
        return None;
    }
    let own = rows.iter().find(|row| row.iter().any(|letter| bars.first().is_some_and(|bar| letter.start < *bar)))?;
    let (base, size) = (own.first()?.base, lines::commonest_size(own));
    let segments = cells.into_iter().filter_map(|cell| {
        let mut text = String::new();
        let mut range: Option<Range> = None;
        for segment in cell.into_iter().flat_map(|words| lines::split_pieces(words, &[])) {
            columns::append_words(&mut text, &segment.text);
            range = Some(range.map_or(segment.range(), |range| range.united_with(segment.range())));
        }
        range.map(|range| Segment { start: range.start, end: range.end, text })
    });
    let line = Line { segments: segments.collect(), size, first: false };
    Some(Row { base, line, top: area.y0, bottom: area.y1 })
}
