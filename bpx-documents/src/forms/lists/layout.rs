//! Reads adjacent items of one style as a structure, with its repetitions, conditions and codes.

use super::codes::{self, Code};
use super::entry::{Entry, Habit};
use super::groups::{self, Group};
use crate::forms::block::{Block, Grid, Row, Taken};
use crate::forms::line::Line;
use crate::model::{Form, Skipped};

/// The largest length of an item that may be a field.
const MAX_ITEM: usize = 100;

/// Returns the column of the first letter; a tab goes on to the next column of eight.
pub(super) fn indent(text: &str) -> usize {
    let mut column = 0_usize;
    for c in text.chars() {
        match c {
            ' ' => column += 1,
            '\t' => column = (column / 8 + 1) * 8,
            _ => break,
        }
    }
    column
}

/// A field, with the lines below it.
struct Item {
    line: usize,
    entry: Entry,
    when: String,
    below: Vec<(usize, usize, String)>,
}

/// A part of the list: the whole, a repetition or a condition.
struct Frame {
    /// The column of the line that begins it; `None` for the whole.
    mark: Option<usize>,
    /// The column of its items, once the first one is read.
    indent: Option<usize>,
    /// Whether a brace closes it.
    brace: bool,
    structure: usize,
    when: String,
}

/// A structure that is being read.
#[derive(Default)]
struct Structure {
    line: usize,
    name: Option<String>,
    items: Vec<Item>,
}

struct Reader {
    habit: Habit,
    structures: Vec<Structure>,
    frames: Vec<Frame>,
    skipped: Vec<Skipped>,
    /// A repetition that a brace on the next line opens.
    pending: Option<(String, String)>,
    known: usize,
}

/// The largest depth of nested groups; a deeper one ends the list.
const MAX_DEPTH: usize = 16;
/// The largest length of the explanation of an item; a longer one is a text of its own.
const MAX_BELOW: usize = 100;

/// Reads the list that begins at the first of these lines: at least two items, all of one habit.
pub(super) fn read(lines: &[Line<'_>], name: Option<&str>) -> Option<Taken> {
    let first = lines.first()?;
    let (habit, entry) = Habit::of(&first.text)?;
    let root = Structure { line: first.number, name: name.map(ToOwned::to_owned), items: Vec::new() };
    let frame =
        Frame { mark: None, indent: Some(indent(&first.text)), brace: false, structure: 0, when: String::new() };
    let mut reader =
        Reader { habit, structures: vec![root], frames: vec![frame], skipped: Vec::new(), pending: None, known: 0 };
    reader.push(first.number, entry);
    let mut taken: usize = 1;
    let (mut blanks, mut is_loose) = (0_usize, false);
    for (at, line) in lines.iter().enumerate().skip(1) {
        if line.text.trim().is_empty() {
            blanks += 1;
            continue;
        }
        let items = reader.count();
        if blanks > 1 || !reader.line(line, blanks > 0) {
            let follows = if blanks == 0 { reader.is_item(line) } else { is_loose || reader.may_be_field(line) };
            if blanks <= 1 && follows {
                reader.goes_on(line);
            }
            break;
        }
        is_loose |= blanks > 0 && reader.count() > items;
        blanks = 0;
        taken = at + 1;
    }
    (reader.known > 1).then(|| (reader.blocks(), taken))
}

impl Reader {
    fn push(&mut self, line: usize, entry: Entry) {
        self.known += usize::from(entry.is_known);
        let Some(frame) = self.frames.last() else { return };
        let when = self.frames.iter().filter(|other| other.structure == frame.structure && !other.when.is_empty());
        let when = when.map(|frame| frame.when.as_str()).collect::<Vec<_>>().join(", and ");
        if let Some(structure) = self.structures.get_mut(frame.structure) {
            structure.items.push(Item { line, entry, when, below: Vec::new() });
        }
    }

    /// Returns how many items there are.
    fn count(&self) -> usize {
        self.structures.iter().map(|structure| structure.items.len()).sum()
    }

    /// Returns whether the line right after a list is an item of it: as short, and no title.
    fn is_item(&self, line: &Line<'_>) -> bool {
        let text = line.text.trim();
        let ends = text.ends_with(['.', ':']) && !text.contains(": ");
        text.starts_with(char::is_alphanumeric) && text.len() <= MAX_ITEM && !ends && self.habit != Habit::Code
    }

    /// Returns whether a line states a size in brackets that no field can have: `file name (variable size)`.
    fn may_be_field(&self, line: &Line<'_>) -> bool {
        let size = line.text.split_once('(').map_or("", |(_, rest)| rest.split(')').next().unwrap_or(""));
        let says = |word: &str| ["variable", "size", "bytes", "length"].contains(&word);
        self.is_item(line) && size.to_lowercase().split_whitespace().any(says)
    }

    /// Reports that a list goes on with an item that is not a field.
    fn goes_on(&mut self, line: &Line<'_>) {
        let first = self.frames.first().and_then(|frame| frame.indent);
        if first != Some(indent(&line.text)) {
            return;
        }
        let name = self.structures.first().and_then(|structure| structure.name.clone()).unwrap_or_default();
        let words: String = line.text.trim().chars().take(60).collect();
        let reason = format!("the list of fields ends before `{words}`, which is not a field with a size");
        self.skipped.push(Skipped { line: line.number, name, reason, open: true });
    }

    /// Takes a line; returns whether it belongs to the list.
    fn line(&mut self, line: &Line<'_>, after_blank: bool) -> bool {
        let column = indent(&line.text);
        let text = line.text.trim();
        if self.habit == Habit::Range
            && let Some(entry) = Habit::Range.entry(text)
        {
            self.push(line.number, Entry { is_known: true, ..entry });
            return true;
        }
        if text.starts_with('}') && self.frames.last().is_some_and(|frame| frame.brace) {
            self.frames.pop();
            return true;
        }
        if text == "{"
            && let Some((what, words)) = self.pending.take()
        {
            return self.open(line.number, Group::Each(what, words), column, true);
        }
        while self.frames.len() > 1
            && self.frames.last().is_some_and(|frame| !frame.brace && frame.mark.is_some_and(|mark| column <= mark))
        {
            self.frames.pop();
        }
        let Some(frame) = self.frames.last_mut() else { return false };
        let is_inside = frame.mark.is_none_or(|mark| column > mark || frame.brace);
        let at_item = frame.indent.map_or(is_inside, |indent| indent == column);
        if at_item {
            if let Some(group) = groups::read(text) {
                frame.indent = Some(column);
                if let Group::Each(what, words) = &group
                    && line.text.trim_start().starts_with("//")
                {
                    self.pending = Some((what.clone(), words.clone()));
                    return true;
                }
                return self.open(line.number, group, column, false);
            }
            if let Some(entry) = self.habit.entry(text) {
                frame.indent = Some(column);
                self.push(line.number, entry);
                return true;
            }
            // In a part of its own a type needs no name.
            if frame.mark.is_some() && (super::entry::is_type(text) || super::entry::is_word(text)) {
                frame.indent = Some(column);
                let entry = Entry { ty: text.to_owned(), name: "value".to_owned(), is_known: true, ..Entry::default() };
                self.push(line.number, entry);
                return true;
            }
        }
        let deeper = frame.indent.is_some_and(|indent| column > indent);
        // Paragraphs below an item of prose explain it.
        let is_prose = matches!(self.habit, Habit::Quantity | Habit::Range);
        let structure = frame.structure;
        let last = self.structures.get_mut(structure).and_then(|structure| structure.items.last_mut());
        match last.filter(|last| deeper && (!after_blank || is_prose) && last.below.len() < MAX_BELOW) {
            Some(last) => last.below.push((line.number, column, text.to_owned())),
            None => return false,
        }
        true
    }

    /// Begins a part.
    fn open(&mut self, line: usize, group: Group, column: usize, brace: bool) -> bool {
        let Some(frame) = self.frames.last().filter(|_| self.frames.len() < MAX_DEPTH) else { return false };
        let indent = brace.then_some(column);
        let part = |structure, when| Frame { mark: Some(column), indent, brace, structure, when };
        let frame = match group {
            Group::If(when) => part(frame.structure, when),
            Group::Else => part(frame.structure, "not the condition above".to_owned()),
            Group::Each(what, words) => {
                let ty = self.structures.get(frame.structure).and_then(|structure| count_of(&what, &structure.items));
                let ty = format!("{what}[{}]", ty.unwrap_or_default());
                let entry = Entry { ty, name: format!("{what} list"), notes: words, ..Entry::default() };
                self.push(line, entry);
                let index = self.structures.len();
                self.structures.push(Structure { line, name: Some(what), items: Vec::new() });
                part(index, String::new())
            }
        };
        self.frames.push(frame);
        true
    }

    fn blocks(self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for structure in self.structures {
            let (grid, codes) = structure.tables();
            blocks.extend(grid.into_iter().map(Block::grid));
            blocks.extend(codes);
        }
        blocks.extend(self.skipped.into_iter().map(Block::Skipped));
        blocks
    }
}

/// Finds the field that counts what is repeated: `Number of packets`, `numPackets`.
fn count_of(what: &str, items: &[Item]) -> Option<String> {
    let wanted = crate::name::norm(what);
    let stem = wanted.strip_suffix('y').map_or(wanted.clone(), |stem| format!("{stem}i"));
    let counts = |item: &&Item| {
        let name = crate::name::norm(&item.entry.name);
        let lead = ["numberof", "num", "count", "n"]
            .iter()
            .find_map(|lead| name.strip_prefix(lead))
            .or_else(|| name.strip_suffix("count"));
        lead.is_some_and(|rest| {
            let rest = rest.strip_prefix("of").unwrap_or(rest);
            !wanted.is_empty() && (rest.starts_with(&wanted) || rest.starts_with(&stem))
        })
    };
    let mut found = items.iter().filter(counts);
    let first = found.next()?;
    found.next().is_none().then(|| first.entry.name.clone())
}

impl Structure {
    /// Makes the table of the fields, and those of their codes.
    fn tables(self) -> (Option<Grid>, Vec<Block>) {
        let with_offset = self.items.iter().any(|item| item.entry.offset.is_some());
        let titles = ["Offset", "Type", "Name", "Notes"];
        let titles = titles.get(usize::from(!with_offset)..).unwrap_or(&titles);
        let header = titles.iter().map(|title| (*title).to_owned()).collect();
        let mut grid = Grid { line: self.line, form: Form::Listing, name: self.name, header, ..Grid::default() };
        let mut codes = Vec::new();
        for item in self.items {
            let Item { line, entry, when, below } = item;
            let (set, notes) = explained(&entry.name, &below);
            let notes = format!("{} {notes}", entry.notes).trim().to_owned();
            if let Some(first) = set.first().map(|(line, _)| *line) {
                codes.push(codes::grid(first, Some(entry.name.clone()), set));
            }
            let mut cells = vec![entry.ty, entry.name, notes];
            if with_offset {
                cells.insert(0, entry.offset.unwrap_or_default());
            }
            grid.rows.push(Row { line, cells, when });
        }
        ((!grid.rows.is_empty()).then_some(grid), codes)
    }
}

/// Splits the lines below a field into codes and notes. They are codes only if all of them are, as others may be values
/// too: `n = so many times`.
fn explained(name: &str, below: &[(usize, usize, String)]) -> (Vec<(usize, Code)>, String) {
    let joined = || below.iter().map(|(_, _, text)| text.as_str()).collect::<Vec<_>>().join(" ");
    let mut set: Vec<(usize, Code)> = Vec::new();
    let mut notes: Vec<&str> = Vec::new();
    let mut column = None;
    for (line, at, text) in below {
        match (codes::code(text), column) {
            (Some(code), None) => {
                column = Some(*at);
                set.push((*line, code));
            }
            (Some(code), Some(column)) if column == *at => set.push((*line, code)),
            (_, Some(column)) if *at > column => {
                if let Some((_, last)) = set.last_mut() {
                    last.notes = format!("{} {text}", last.notes).trim().to_owned();
                }
            }
            (None, None) => notes.push(text),
            _ => return (Vec::new(), joined()),
        }
    }
    let mut values: Vec<_> = set.iter().map(|(_, code)| code.value.as_str()).collect();
    values.sort_unstable();
    let is_twice = values.windows(2).any(|pair| pair.first() == pair.last());
    // A single value does not show the set of all values.
    let is_alone = set.len() == 1 && !name.to_lowercase().contains("flag");
    if is_twice || is_alone {
        return (Vec::new(), joined());
    }
    (set, notes.join(" "))
}
