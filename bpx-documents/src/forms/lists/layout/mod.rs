//! Reads adjacent items of one style as a structure, with repetitions, conditions and codes.

mod reports;

use super::entry::{Entry, Habit};
use super::groups::{self, Group};
use super::lost;
use super::place;
use super::structure::{Item, Structure};
use crate::forms::block::{Block, TakenLines};
use crate::forms::line::{Line, tab_stop};
use crate::model::Skipped;
use crate::prose::line_beginning;

/// Returns the column of the first character that is not a space.
pub(super) fn indent_column(text: &str) -> usize {
    let mut column = 0_usize;
    for c in text.chars() {
        match c {
            ' ' => column += 1,
            '\t' => column = tab_stop(column),
            _ => break,
        }
    }
    column
}

/// A part of a list: the whole list, a repetition, a condition, or the members of an item.
struct Frame {
    /// The column of the line that begins the part; `None` for the whole list.
    mark: Option<usize>,
    /// The column of the items, after the first item is read.
    indent: Option<usize>,
    /// Whether a brace closes the part.
    brace: bool,
    structure: usize,
    when: String,
}

struct Reader {
    habit: Habit,
    structures: Vec<Structure>,
    frames: Vec<Frame>,
    skipped: Vec<Skipped>,
    /// A repetition that a brace on the next line opens.
    pending: Option<(String, String)>,
    known: usize,
    /// The number of all items.
    count: usize,
    /// Whether the reader has reported unread columns.
    has_columns: bool,
}

/// The largest depth of nested groups; a deeper group ends the list.
const MAX_DEPTH: usize = 16;
/// The largest number of lines that explain an item; further lines are a text of their own.
const MAX_BELOW: usize = 100;

/// Reads the list that begins at the first line; the list has at least two items, all of the same style.
pub(super) fn read_list(lines: &[Line<'_>], name: Option<&str>) -> Option<TakenLines> {
    let first = lines.first()?;
    let after = lost::line_after_label(first, lines.get(1));
    let after = after.and_then(|line| Some((Habit::of(&line.text)?, line)));
    let ((habit, entry), first) = match &after {
        Some((found, line)) => (found.clone(), line),
        None => (Habit::of(&first.text).or_else(|| lost::read_before_field(first, lines.get(1..)?))?, first),
    };
    let root = Structure::new(first.number, name.map(ToOwned::to_owned));
    let frame =
        Frame { mark: None, indent: Some(indent_column(&first.text)), brace: false, structure: 0, when: String::new() };
    let mut reader = Reader {
        habit,
        structures: vec![root],
        frames: vec![frame],
        skipped: Vec::new(),
        pending: None,
        known: 0,
        count: 0,
        has_columns: false,
    };
    reader.push_entry(first.number, entry);
    let mut taken: usize = 1;
    let (mut blanks, mut is_loose) = (0_usize, false);
    for (at, line) in lines.iter().enumerate().skip(1) {
        if line.text.trim().is_empty() {
            blanks += 1;
            continue;
        }
        let items = reader.count;
        let rest = lines.get(at + 1..).unwrap_or(&[]);
        let is_taken = blanks <= 1
            && (reader.take_line(line, blanks > 0) || reader.take_lost(line, rest, (blanks == 0, is_loose)));
        if !is_taken {
            // The last lines of the parameters of a function.
            let is_call = reader.habit == Habit::Code && blanks == 0 && line.text.trim_end().ends_with([')', ';']);
            if is_call && first.text.trim_end().ends_with(',') && line.text.contains(')') {
                return None;
            }
            reader.report_end(line, blanks == 0);
            break;
        }
        is_loose |= blanks > 0 && reader.count > items;
        blanks = 0;
        taken = at + 1;
    }
    let entries = || reader.structures.iter().flat_map(|structure| &structure.items).map(|item| &item.entry);
    let fits = reader.habit != Habit::Bits || place::are_bits(entries());
    // Sentences that begin alike: `32-bit words of letters`, `32-bit words of digits`.
    let alike = reader.habit.is_words()
        && reader.count > 1
        && entries().zip(entries().skip(1)).all(|(first, second)| first.name == second.name);
    let fits = fits && !alike;
    (reader.known > 1 && fits).then(|| (reader.into_blocks(), taken))
}

impl Reader {
    fn push_entry(&mut self, line: usize, mut entry: Entry) {
        let also = std::mem::take(&mut entry.also);
        self.add_entry(line, entry);
        also.into_iter().for_each(|entry| self.add_entry(line, entry));
    }

    fn add_entry(&mut self, line: usize, entry: Entry) {
        self.known += usize::from(entry.is_known);
        if entry.has_columns {
            self.report_columns(line, &entry.notes);
        }
        if lost::is_repeated(&entry) {
            let reason = format!("the number of repetitions of `{}` is not understood", line_beginning(&entry.name));
            self.skipped.push(Skipped::open_part(line, reason));
        }
        let Some(frame) = self.frames.last() else { return };
        let when = self.frames.iter().filter(|other| other.structure == frame.structure && !other.when.is_empty());
        let when = when.map(|frame| frame.when.as_str()).collect::<Vec<_>>().join(", and ");
        if let Some(structure) = self.structures.get_mut(frame.structure) {
            structure.push_item(Item { line, entry, when, below: Vec::new() });
            self.count += 1;
        }
    }

    /// Reads a line; returns whether the line belongs to the list.
    fn take_line(&mut self, line: &Line<'_>, after_blank: bool) -> bool {
        let column = indent_column(&line.text);
        let text = line.text.trim();
        if self.habit == Habit::Range
            && let Some(entry) = Habit::Range.read_entry(text)
        {
            // After a gap, places from the beginning on are those of another list.
            let begins_again = entry.offset.as_deref() == Some("0");
            if after_blank && begins_again {
                return false;
            }
            self.push_entry(line.number, Entry { is_known: true, ..entry });
            return true;
        }
        if text.starts_with('}') && self.frames.last().is_some_and(|frame| frame.brace) {
            self.frames.pop();
            return true;
        }
        if text == "{"
            && let Some((what, words)) = self.pending.take()
        {
            return self.open_part(line.number, Group::Each(what, words), column, true);
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
            if let Some(group) = groups::read_group(text) {
                frame.indent = Some(column);
                if let Group::Each(what, words) = &group
                    && line.text.trim_start().starts_with("//")
                {
                    self.pending = Some((what.clone(), words.clone()));
                    return true;
                }
                let brace = matches!(group, Group::Members(..));
                return self.open_part(line.number, group, column, brace);
            }
            if let Some(entry) = self.habit.read_entry(text) {
                frame.indent = Some(column);
                self.push_entry(line.number, entry);
                return true;
            }
            // In a part of its own a type needs no name.
            if frame.mark.is_some() && (super::entry::is_type(text) || super::entry::is_word(text)) {
                frame.indent = Some(column);
                let entry = Entry { ty: text.to_owned(), name: "value".to_owned(), is_known: true, ..Entry::default() };
                self.push_entry(line.number, entry);
                return true;
            }
        }
        let (deeper, structure) = (frame.indent.is_some_and(|indent| column > indent), frame.structure);
        deeper && self.explain_last_item(structure, line.number, (column, text), after_blank)
    }

    /// Adds an indented line to the explanation of the last item of a structure; returns whether the line belongs to
    /// the item.
    fn explain_last_item(
        &mut self,
        structure: usize,
        line: usize,
        (column, text): (usize, &str),
        after_blank: bool,
    ) -> bool {
        // Paragraphs below an item of prose explain it.
        let is_prose = matches!(self.habit, Habit::Quantity | Habit::Range);
        let last = self.structures.get_mut(structure).and_then(|structure| structure.items.last_mut());
        let Some(last) = last.filter(|last| (!after_blank || is_prose) && last.below.len() < MAX_BELOW) else {
            return false;
        };
        // A field below another one is not an explanation.
        let may_state = !is_prose || self.habit == Habit::Quantity && !after_blank;
        let is_field = may_state && self.habit.read_entry(text).is_some_and(|entry| entry.is_known);
        if is_field && last.below.iter().all(|(.., below)| self.habit.read_entry(below).is_none()) {
            let reason = format!("lines below `{}` state fields, but are not read", last.entry.name);
            self.skipped.push(Skipped::open_part(line, reason));
        }
        last.below.push((line, column, text.to_owned()));
        true
    }

    /// Begins a part of the list; returns `false` if the parts nest too deeply.
    fn open_part(&mut self, line: usize, group: Group, column: usize, brace: bool) -> bool {
        let Some(frame) = self.frames.last().filter(|_| self.frames.len() < MAX_DEPTH) else { return false };
        let indent = Some(column).filter(|_| brace && !matches!(group, Group::Members(..)));
        let part = |structure, when| Frame { mark: Some(column), indent, brace, structure, when };
        let frame = match group {
            Group::If(when) => part(frame.structure, when),
            Group::Else => part(frame.structure, "not the condition above".to_owned()),
            Group::Members(what, count) => {
                let ty = if count.is_empty() { what.clone() } else { format!("{what}[{count}]") };
                let entry = Entry { ty, name: what.clone(), ..Entry::default() };
                part(self.add_member(line, what, entry), String::new())
            }
            Group::Each(what, words) => {
                let ty = self.structures.get(frame.structure).and_then(|structure| structure.count_of(&what));
                // Without the field that counts them, the number of elements is not known.
                let ty = format!("{what}[{}]", ty.unwrap_or_default());
                let entry = Entry { ty, name: format!("{what} list"), notes: words, ..Entry::default() };
                part(self.add_member(line, what, entry), String::new())
            }
        };
        self.frames.push(frame);
        true
    }

    /// Adds an item with a structure of its own; returns the index of the structure.
    fn add_member(&mut self, line: usize, name: String, entry: Entry) -> usize {
        self.push_entry(line, entry);
        self.structures.push(Structure::new(line, Some(name)));
        self.structures.len() - 1
    }

    fn into_blocks(self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for structure in self.structures {
            let (grid, codes) = structure.into_tables();
            blocks.extend(grid.into_iter().map(Block::grid));
            blocks.extend(codes);
        }
        blocks.extend(self.skipped.into_iter().map(Block::Skipped));
        blocks
    }
}
