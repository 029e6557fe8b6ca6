//! Reads pictures of structures in extracted texts: a bit ruler, and rows of names between tabs.
//!
//! A row of a picture has a meaning only together with the table of the same structure, so a picture is read only after a
//! table.

use super::heading;
use crate::forms::block::{Block, Grid, TakenLines};
use crate::forms::line::Line;
use crate::model::{BitBox, Diagram, DiagramRow, Form};
use crate::name::{is_near, normal_name};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};

/// Reads the picture of the structure in a table.
pub(crate) fn read_diagram(lines: &[Line<'_>], table: &Grid) -> Option<TakenLines> {
    let names = TableNames::of(table);
    let mut diagram = Diagram { form: Form::Tabs, ..Diagram::default() };
    let mut rows: Vec<DrawnRow> = Vec::new();
    let mut cells_of_ruler = None;
    let mut taken = 0;
    for (at, line) in lines.iter().enumerate() {
        let text = line.text.trim();
        if text.is_empty() {
            continue;
        }
        if lines.get(at..).is_some_and(|rest| heading::read_heading(rest, &[]).is_some()) {
            break;
        }
        if let Some(width) = read_ruler(&line.text) {
            diagram.damaged |= diagram.width.is_some() || !rows.is_empty() || width.torn;
            diagram.width = Some(width.bits);
            cells_of_ruler = width.cells;
        } else if diagram.width.is_some() && text.chars().all(|c| c.is_ascii_digit()) {
            diagram.damaged = true;
        } else if let Some(boxes) = row_boxes(&line.text, &names) {
            rows.push(DrawnRow { line: line.number, boxes, cells: line.text.split('\t').count() });
        } else {
            break;
        }
        if diagram.line == 0 {
            diagram.line = line.number;
        }
        taken = at + 1;
    }
    if rows.is_empty() {
        return None;
    }
    drop_echoes(&mut rows);
    diagram.damaged |= diagram.width.is_none();
    for DrawnRow { line, boxes, cells } in rows {
        let exact = cells_of_ruler == Some(cells) && boxes.first().is_some_and(|first| first.start == 0);
        let alone = diagram.width.filter(|_| boxes.len() == 1);
        let ends: Vec<_> = boxes.iter().skip(1).map(|next| next.start).chain([cells]).collect();
        let boxes = boxes.into_iter().zip(ends).map(|(PlacedBox { start, unit, .. }, end)| {
            let between = end.checked_sub(start).filter(|_| exact).and_then(|bits| u64::try_from(bits).ok());
            BitBox { bits: alone.or(between).filter(|_| !diagram.damaged), ..unit }
        });
        diagram.rows.push(DiagramRow { line, boxes: boxes.collect() });
    }
    Some((vec![Block::diagram(diagram)], taken))
}

/// A row of boxes, as the text shows the row.
struct DrawnRow {
    line: usize,
    boxes: Vec<PlacedBox>,
    /// The number of cells.
    cells: usize,
}

/// A box and the cell in which it begins.
struct PlacedBox {
    start: usize,
    unit: BitBox,
    /// Whether the text spells the name as the table does.
    exact: bool,
}

/// Removes rows that repeat the row above with damaged names.
fn drop_echoes(rows: &mut Vec<DrawnRow>) {
    let mut above: HashSet<String> = HashSet::new();
    rows.retain(|row| {
        let echo = row.boxes.iter().all(|placed| !placed.exact && above.contains(&normal_name(&placed.unit.name)));
        above = row.boxes.iter().map(|placed| normal_name(&placed.unit.name)).collect();
        !echo
    });
}

/// A line that counts bits.
struct Ruler {
    bits: u64,
    /// The number of cells, if each bit has a cell of its own.
    cells: Option<usize>,
    /// Whether the line has other words, or cells of several bits.
    torn: bool,
}

/// Returns whether a line counts bits from 0: 0, 1, 2, and so on.
pub(crate) fn is_ruler(text: &str) -> bool {
    read_ruler(text).is_some()
}

fn read_ruler(text: &str) -> Option<Ruler> {
    let words: Vec<_> = text.split_whitespace().collect();
    let mut next = 0_u64;
    let mut hits = 0_usize;
    for word in &words {
        // Extraction reads a zero as a letter.
        let number = if *word == "O" { Some(0) } else { word.parse().ok() };
        if number == Some(next) {
            next += 1;
            hits += 1;
        }
    }
    let enough = hits >= 6 && 10 * hits >= 8 * words.len();
    let cells: Vec<_> = text.split('\t').collect();
    let one_each = cells.len() == hits && words.len() == hits;
    enough.then_some(Ruler {
        bits: next,
        cells: one_each.then_some(cells.len()),
        torn: words.len() != hits || (cells.len() > 1 && !one_each),
    })
}

/// The names of a table.
struct TableNames<'g> {
    list: Vec<(String, &'g str)>,
    /// The first name with each normal name.
    known: HashMap<String, &'g str>,
    /// The number of comparisons with damaged names that are left.
    guesses: Cell<usize>,
}

impl<'g> TableNames<'g> {
    /// The largest number of names in a picture, and the largest size in bytes of a text that consists of several
    /// names.
    const MOST: usize = 256;
    /// The largest number of comparisons with damaged names for a picture.
    const GUESSES: usize = 1024;

    fn of(table: &'g Grid) -> Self {
        let names = table.cells().filter_map(|cells| cells.first()).map(|name| (normal_name(name), name.as_str()));
        let list: Vec<_> = names.filter(|(norm, _)| !norm.is_empty()).collect();
        let mut known = HashMap::new();
        for (norm, name) in &list {
            known.entry(norm.clone()).or_insert(*name);
        }
        Self { list, known, guesses: Cell::new(Self::GUESSES) }
    }

    fn find_name(&self, text: &str) -> Option<&'g str> {
        self.known.get(&normal_name(text)).copied()
    }

    /// Finds the names that together form a text.
    fn find_segments(&self, text: &str) -> Option<Vec<&'g str>> {
        if !text.is_empty() && self.list.len().max(text.len()) > Self::MOST {
            return None;
        }
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (left, name) =
                self.list.iter().find_map(|(norm, name)| Some((rest.strip_prefix(norm.as_str())?, *name)))?;
            rest = left;
            parts.push(name);
        }
        Some(parts)
    }

    /// Finds the name whose damaged spelling a text may be.
    fn find_damaged(&self, text: &str) -> Option<&'g str> {
        let text = normal_name(text);
        let is_near = |(norm, _): &&(String, &'g str)| {
            let Some(left) = self.guesses.get().checked_sub(1) else { return false };
            self.guesses.set(left);
            is_near(norm, &text)
        };
        self.list.iter().find(is_near).map(|(_, name)| *name)
    }
}

/// Returns the boxes of a row; `None` if no box has a name of the table, or if the row is a sentence.
fn row_boxes(text: &str, names: &TableNames<'_>) -> Option<Vec<PlacedBox>> {
    let mut boxes: Vec<PlacedBox> = Vec::new();
    let mut run: Vec<(usize, &str)> = Vec::new();
    for (at, cell) in text.split('\t').map(str::trim).chain([""]).enumerate() {
        if !cell.is_empty() {
            run.push((at, cell));
        } else if !run.is_empty() {
            boxes.extend(boxes_of(&run, names));
            run.clear();
        }
    }
    let known = boxes.iter().any(|placed| names.find_name(&placed.unit.name).is_some());
    let whole = text.contains('\t') || boxes.len() == 1;
    (known && whole).then_some(boxes)
}

/// Returns the boxes of adjacent cells: each cell is a name, or the cells are the pieces of one name or of several
/// names.
fn boxes_of(run: &[(usize, &str)], names: &TableNames<'_>) -> Vec<PlacedBox> {
    let placed = |start, text: &str, name: &str, exact| PlacedBox { start, unit: make_box(text, name), exact };
    let each: Option<Vec<_>> =
        run.iter().map(|(at, cell)| Some(placed(*at, cell, names.find_name(cell)?, true))).collect();
    if let Some(each) = each {
        return each;
    }
    let start = run.first().map_or(0, |(at, _)| *at);
    let whole: String = run.iter().map(|(_, cell)| *cell).collect();
    if let Some(name) = names.find_name(&whole) {
        return vec![placed(start, &whole, name, true)];
    }
    if let Some(parts) = names.find_segments(&normal_name(&whole)) {
        return parts.into_iter().map(|name| placed(start, "", name, true)).collect();
    }
    // A name in one piece keeps the spelling of the document.
    if let Some(name) = Some(run).filter(|run| run.len() > 1).and_then(|_| names.find_damaged(&whole)) {
        return vec![placed(start, &whole, name, false)];
    }
    run.iter().map(|(at, cell)| placed(*at, cell, cell, true)).collect()
}

/// Creates a box with a name; `[n]` in the text states how often the box repeats.
fn make_box(text: &str, name: &str) -> BitBox {
    let (name, _) = name.split_once('[').unwrap_or((name, ""));
    BitBox { name: name.trim().to_owned(), times: repeat_count(text), bits: None }
}

/// Returns the number in brackets, such as 3 for `Name [3]`, or 1 without brackets.
pub(crate) fn repeat_count(text: &str) -> u64 {
    let inside = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    inside.and_then(|(count, _)| count.trim().parse().ok()).unwrap_or(1)
}
