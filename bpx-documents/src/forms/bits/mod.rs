//! Reads boxes of bits, as RFCs draw them: the columns of `+-+-+` show the width of a box.

mod scale;

use self::scale::{Scale, counts_down, is_ruler, read_scale, size_unit};
use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::model::{Form, Skipped};
use crate::prose::line_beginning;

/// A box: its width in columns of the picture, and the text in the box.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Cell {
    line: usize,
    /// The number of columns; `None` for any number.
    places: Option<usize>,
    words: Vec<String>,
}

/// The name of bits that never change.
const CONSTANT: &str = "Constant";

/// The largest number of lines of a picture.
const MAX_LINES: usize = 1000;

/// Reads a picture, with or without the ruler above it.
pub(super) fn read_picture(lines: &[Line<'_>]) -> Option<TakenLines> {
    let down = lines.first().and_then(|line| counts_down(&line.text));
    let rulers = lines.iter().take(3).take_while(|line| is_ruler(&line.text)).count().max(usize::from(down.is_some()));
    let border = lines.get(rulers)?;
    let scale = read_scale(&border.text, rulers > 0)?;
    let is_drawn = lines.get(rulers + 1).is_some_and(|line| line_kind(&line.text, scale) == Kind::Content);
    let unit = size_unit(scale, rulers > 0)?;
    if !is_drawn {
        return None;
    }
    let first = lines.first()?;
    if down.is_some_and(|bits| bits > 8 || scale.count != bits) {
        let reason =
            "the bits of this picture are numbered from high to low, and the document does not state which byte is \
                      first"
                .to_owned();
        return Some((vec![skipped_block(first.number, reason, true)], rulers + 1));
    }
    let mut picture = Picture { scale, cells: Vec::new(), row: Vec::new(), rows: 0, gaps: 0, merged: false };
    let mut taken = rulers + 1;
    for line in lines.iter().skip(taken).take(MAX_LINES) {
        let fits = match line_kind(&line.text, scale) {
            Kind::Border => {
                picture.end_row();
                true
            }
            Kind::Partial => picture.end_upper_boxes(),
            Kind::Gap => picture.continue_box(line),
            Kind::Content => picture.read_boxes(line),
            Kind::Other if line.text.trim().is_empty() && !picture.row.is_empty() => true,
            // Rows are left out, so the boxes do not show a whole structure.
            Kind::Other if line.text.trim() == ":" => return None,
            Kind::Other => break,
        };
        if !fits {
            let rest = lines.get(taken..).unwrap_or(&[]);
            return Some((vec![torn_picture(first.number, line)], taken + rows_of_picture(rest, scale)));
        }
        taken += 1;
    }
    let next = lines.get(taken).map_or("", |line| split_remark(&line.text, scale).1);
    let goes_on = next.starts_with('|') || picture.rows > 0 && next.starts_with(['/', '~']);
    let rest = goes_on.then(|| {
        skipped_block(
            first.number,
            format!("the picture continues with `{}`, which is not read", line_beginning(next)),
            true,
        )
    });
    picture.end_row();
    let header = ["Name", unit, "Notes"].map(str::to_owned).to_vec();
    let rows: Vec<_> = picture.cells.into_iter().filter_map(Cell::into_row).collect();
    let is_named =
        |row: &Row| row.cells.first().is_some_and(|name| name.chars().any(char::is_alphabetic) && name != CONSTANT);
    if !rows.iter().any(is_named) {
        let reason = "a picture of numbers shows the order of bits or bytes, not a structure".to_owned();
        return Some((vec![skipped_block(first.number, reason, false)], taken));
    }
    let grid = Grid { line: first.number, form: Form::Bits, header, rows, ..Grid::default() };
    Some((std::iter::once(Block::grid(grid)).chain(rest).collect(), taken))
}

/// Returns a report about a picture of which a line does not fit.
fn torn_picture(first: usize, line: &Line<'_>) -> Block {
    let reason = format!("line {} of this picture does not fit the columns of its border", line.number);
    skipped_block(first, reason, true)
}

/// Returns the number of lines that go on with a picture, because the rest of a picture is not another picture.
fn rows_of_picture(lines: &[Line<'_>], scale: Scale) -> usize {
    lines.iter().take(MAX_LINES).take_while(|line| line_kind(&line.text, scale) != Kind::Other).count()
}

fn skipped_block(line: usize, reason: String, open: bool) -> Block {
    Block::Skipped(Skipped { line, name: String::new(), reason, open })
}

/// The kind of a line of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Border,
    /// A border below some of the boxes only.
    Partial,
    /// A line with `+` at both ends, which continues the box.
    Gap,
    Content,
    Other,
}

fn line_kind(text: &str, scale: Scale) -> Kind {
    let (margin, body) = split_remark(text, scale);
    let mut chars = body.chars();
    let Some(first) = chars.next() else { return Kind::Other };
    // A number before a row is its offset.
    let digits = margin.trim();
    let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix('$')).unwrap_or(digits);
    if !digits.chars().all(|c| c.is_ascii_hexdigit()) || digits.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Kind::Other;
    }
    let inside = chars.as_str();
    match first {
        '+' if body.chars().all(|c| matches!(c, '+' | '-' | '=' | '|')) && body.contains('-') => Kind::Border,
        '+' | '|' if body.contains("+-") && body.chars().all(|c| matches!(c, '+' | '-' | '|' | ' ')) => Kind::Partial,
        '+' if !body.contains("--") && inside.ends_with('+') => Kind::Gap,
        '|' | '/' | '~' | ':' | '\\' if inside.ends_with(['|', '/', '~', ':', '\\']) => Kind::Content,
        _ => Kind::Other,
    }
}

/// Splits a line at the beginning of the picture, and leaves out a remark beside the picture.
fn split_remark(text: &str, scale: Scale) -> (&str, &str) {
    let at = text.char_indices().nth(scale.start).map_or(text.len(), |(at, _)| at);
    let (margin, body) = text.split_at_checked(at).unwrap_or((text, ""));
    let mut after = body.char_indices().skip(scale.pitch * scale.count + 1);
    let remark = after.next().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    (margin, body.get(..remark.unwrap_or(body.len())).unwrap_or(body).trim_end())
}

struct Picture {
    scale: Scale,
    cells: Vec<Cell>,
    /// The boxes since the last border.
    row: Vec<Cell>,
    /// The number of lines of boxes since the last border.
    rows: usize,
    /// The number of lines since the last border that continue a box.
    gaps: usize,
    /// Whether the last box continues in the next row.
    merged: bool,
}

impl Picture {
    /// Reads the boxes of a line; returns whether the boxes fit the columns.
    fn read_boxes(&mut self, line: &Line<'_>) -> bool {
        let (_, body) = split_remark(&line.text, self.scale);
        let Some(boxes) = self.boxes_of_line(body, line.number) else { return false };
        if self.rows == 0 {
            self.row = boxes;
            self.rows = 1;
            return true;
        }
        let is_cut = |cells: &[Cell]| cells.iter().any(|cell| cell.places.is_none());
        if is_cut(&boxes) || is_cut(&self.row) {
            // Marks at the sides: any number of rows.
            let [own] = self.row.as_mut_slice() else { return false };
            own.places = None;
            own.words.extend(boxes.into_iter().flat_map(|cell| cell.words));
            return true;
        }
        let same = boxes.len() == self.row.len() && boxes.iter().zip(&self.row).all(|(a, b)| a.places == b.places);
        if same {
            for (own, more) in self.row.iter_mut().zip(boxes) {
                own.words.extend(more.words);
            }
            self.rows += 1;
        }
        same
    }

    /// Reads a line that continues a box; returns whether there is exactly one box.
    fn continue_box(&mut self, line: &Line<'_>) -> bool {
        let (_, body) = split_remark(&line.text, self.scale);
        let words = body.trim_matches('+').trim();
        let [own] = self.row.as_mut_slice() else { return false };
        own.words.extend(Some(words.to_owned()).filter(|words| !words.is_empty()));
        self.gaps += 1;
        true
    }

    /// Ends all boxes of a row except the last one.
    fn end_upper_boxes(&mut self) -> bool {
        let is_open = self.row.len() > 1 && !self.merged;
        let last = self.row.pop();
        self.end_row();
        self.row.extend(last);
        self.rows = 0;
        self.merged = true;
        is_open
    }

    /// Returns the boxes of a line; `None` if a side of a box lies between columns.
    fn boxes_of_line(&mut self, body: &str, line: usize) -> Option<Vec<Cell>> {
        let letters: Vec<char> = body.chars().collect();
        let pitch = self.scale.pitch;
        let width = letters.len().checked_sub(1)?;
        let is_cut = letters.first().is_some_and(|c| *c != '|') || letters.last().is_some_and(|c| *c != '|');
        let mut cells = Vec::new();
        let (mut from, mut words) = (0, String::new());
        for (at, c) in letters.iter().enumerate().skip(1) {
            if *c == '|' && !is_cut || at == width {
                if (at - from) % pitch != 0 {
                    return None;
                }
                let words = vec![std::mem::take(&mut words)];
                cells.push(Cell { line, places: (!is_cut).then_some((at - from) / pitch), words });
                from = at;
            } else {
                words.push(*c);
            }
        }
        let total = width / pitch;
        if self.merged {
            // The box that went on takes what is below it.
            self.merged = false;
            let open = self.row.pop()?;
            let first = cells.first_mut()?;
            first.places = first.places.zip(open.places).map(|(a, b)| a + b);
            first.words.splice(0..0, open.words);
        }
        (total <= self.scale.count).then_some(cells)
    }

    fn end_row(&mut self) {
        // Several lines without a border between them are one row only if they have several boxes, or if all have words.
        let blank = self.row.iter().flat_map(|cell| &cell.words).any(|words| words.trim().is_empty());
        let is_open = self.row.len() == 1 && self.rows > self.gaps + 1 && blank;
        let more = self.gaps * self.scale.count;
        for cell in self.row.drain(..) {
            let places = cell.places.filter(|_| !is_open).map(|places| places + more);
            self.cells.push(Cell { places, ..cell });
        }
        (self.rows, self.gaps) = (0, 0);
    }
}

impl Cell {
    fn into_row(self) -> Option<Row> {
        let words: Vec<_> = self.words.iter().map(|words| words.trim()).filter(|words| !words.is_empty()).collect();
        // Letters below each other are one word.
        let letters = words.len() > 1 && words.iter().all(|words| words.chars().count() == 1);
        let text = if letters { words.concat() } else { words.join(" ") };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (name, notes) = text.split_once('=').map_or((&*text, ""), |(name, value)| (name.trim(), value.trim()));
        // `(variable length)` is not part of a name.
        let varies = name.to_ascii_lowercase().rfind("variable").filter(|at| *at > 0 && name.is_ascii());
        let (name, notes) = varies.map_or((name, notes), |at| name.split_at(at));
        let name = if varies.is_some() { name.trim_end_matches(['(', ' ', '-', '[', ',']) } else { name };
        let notes = notes.trim_end_matches([')', ']']);
        let digits = |text: &str| text.chars().all(|c| matches!(c, '0' | '1' | ' '));
        let (name, notes) = match name {
            "" => ("Reserved", String::new()),
            zero if zero.chars().all(|c| matches!(c, '0' | ' ')) => ("Reserved", "zero".to_owned()),
            bits if digits(bits) => (CONSTANT, format!("The bits {bits}.")),
            name if notes.is_empty() => (name, String::new()),
            name if varies.is_some() => (name, notes.to_owned()),
            name => (name, format!("= {notes}")),
        };
        // Nothing says how many rows dots leave out.
        let is_any = varies.is_some() || matches!(name, "..." | "\u{2026}");
        let bits = self.places.filter(|_| !is_any).map_or_else(|| "variable".to_owned(), |places| places.to_string());
        let cells = vec![name.to_owned(), bits, notes];
        Some(Row { line: self.line, cells, when: String::new() })
    }
}
