//! Reads lists, with bullets or on lines of their own: each item is a field (`magic: u32`, `DWORD  magic`,
//! `4 bytes: magic`) or a code (`0: none`).

mod code;
mod codes;
mod counted;
mod dims;
mod entry;
mod example;
mod groups;
mod layout;
mod lost;
mod place;
mod quantity;
mod split;
mod states;
mod structure;

pub(in crate::forms) use self::codes::read_counted as counted_codes;
pub(crate) use self::states::{is_typed, stated_field};

use crate::forms::block::{Block, TakenLines};
use crate::forms::line::{Line, indentation};
use crate::model::Skipped;
use crate::prose::{Prose, line_beginning};

/// An item of a list, without its mark and without markup.
#[derive(Debug, Clone)]
pub(in crate::forms) struct Item {
    pub line: usize,
    /// The depth of the item; 0 for the outermost items.
    pub depth: usize,
    /// The text of the item, whose lines are joined by spaces.
    pub text: String,
}

/// The largest depth by which items are indented.
const MAX_DEPTH: usize = 32;

/// A part of a list.
pub(in crate::forms) enum Part {
    Block(Block),
    /// An item, by its index, that is not a row of a table.
    Item(usize),
}

/// Passes the blocks of a list to `give`: tables of the items that are understood, and paragraphs of the other items.
pub(in crate::forms) fn read_blocks(items: &[Item], give: &mut dyn FnMut(Block)) {
    read_parts(items, &mut |part| match part {
        Part::Block(block) => give(block),
        Part::Item(at) => {
            let mut paragraph = Prose::default();
            items.get(at).into_iter().for_each(|item| paragraph.push_line(item.line, &item.text));
            give(Block::Prose(paragraph));
        }
    });
}

/// Passes the parts of a list to `give`, in order.
pub(in crate::forms) fn read_parts(items: &[Item], give: &mut dyn FnMut(Part)) {
    let indented = |item: &Item| Line {
        number: item.line,
        text: format!("{}{}", "  ".repeat(item.depth.min(MAX_DEPTH)), item.text).into(),
    };
    let lines: Vec<_> = items.iter().map(indented).collect();
    let mut rest = lines.as_slice();
    let mut parent: Option<&Line<'_>> = None;
    // The items that are not a list of codes, as one of them is not a code.
    let mut others = 0_usize;
    // The first item in a row that is not read, and its depth.
    let mut unread: Option<(usize, &Line<'_>)> = None;
    // The depth of the fields right before the next item.
    let mut fields = None;
    while let Some((line, after)) = rest.split_first() {
        // Items below a title are its members; below a sentence they may be alternatives.
        let depth = layout::indent_column(&line.text);
        let title = parent.filter(|parent| layout::indent_column(&parent.text) < depth);
        let name = title.and_then(|title| entry::title_words(&title.text));
        let found = if depth == 0 || name.is_some() { layout::read_list(rest, name.as_deref()) } else { None };
        let codes = if others == 0 { codes::read_list(rest, name.as_deref()) } else { Err(others) };
        let found = found.or_else(|| match codes {
            Ok(found) => Some(found),
            Err(count) => {
                others = count;
                None
            }
        });
        let taken = match found {
            Some((blocks, taken)) => {
                let before = unread.take().filter(|(of, _)| *of == depth && blocks.iter().any(is_structure));
                before.into_iter().for_each(|(_, first)| give(Part::Block(unread_block(first))));
                fields = Some(depth).filter(|_| blocks.iter().any(is_structure));
                blocks.into_iter().for_each(|block| give(Part::Block(block)));
                taken
            }
            None => {
                let is_sized = lost::begins_with_size(&line.text);
                if fields.take() == Some(depth) && (lost::is_named(&line.text) || is_sized) {
                    let reason = format!(
                        "items from `{}` on follow the fields of a list, and are not read",
                        line_beginning(line.text.trim())
                    );
                    give(Part::Block(Block::Skipped(Skipped::open_part(line.number, reason))));
                }
                give(Part::Item(lines.len() - rest.len()));
                parent = Some(line);
                let is_item = is_sized || lost::is_item(line.text.trim_start_matches(['"', ' ']));
                if unread.is_none_or(|(of, _)| depth < of) && is_item {
                    unread = Some((depth, line));
                }
                1
            }
        };
        // Of the lines that were looked at, so many are left; 0 if more were taken.
        others = others.saturating_sub(taken);
        rest = rest.get(taken..).unwrap_or(after);
    }
}

/// Returns whether a block is a table of fields.
fn is_structure(block: &Block) -> bool {
    matches!(block, Block::Grid(grid) if grid.header.iter().any(|title| title == "Type" || title == "Offset"))
}

/// Adjacent items of a text that no reader has read.
#[derive(Debug, Clone, Copy)]
pub(in crate::forms) struct UnreadItems {
    first: usize,
    last: usize,
    column: usize,
}

impl UnreadItems {
    /// Adds an unread line; returns `None` if the line is not a short item of a list.
    pub(in crate::forms) fn with_line(before: Option<Self>, line: &Line<'_>) -> Option<Self> {
        let text = item_text(&line.text).filter(|text| lost::is_item(text.trim_start_matches(['"', ' '])))?;
        let column = layout::indent_column(&text);
        let same = before.filter(|before| before.last + 1 == line.number && before.column == column);
        Some(Self { first: same.map_or(line.number, |same| same.first), last: line.number, column })
    }

    /// Reports the unread items, if fields of the same list follow in the next line.
    pub(in crate::forms) fn report_before(self, line: &Line<'_>, above: &[Line<'_>], found: &[Block]) -> Option<Block> {
        let follows = self.last + 1 == line.number && layout::indent_column(&line.text) == self.column;
        let is_list = follows && item_text(&line.text).is_some() && found.iter().any(is_structure);
        let mut items = above.iter().rev().take_while(|_| is_list);
        items.find(|line| line.number <= self.first).map(unread_block)
    }
}

/// Returns an item of a list without its mark. An item without a mark must begin with a type: `DWORD length of it`.
fn item_text(text: &str) -> Option<String> {
    let is_typed = || text.split_whitespace().next().is_some_and(entry::is_type);
    unmarked_item(text).or_else(|| is_typed().then(|| text.to_owned()))
}

/// Reports list items that come before the fields of the list.
fn unread_block(first: &Line<'_>) -> Block {
    let words = line_beginning(first.text.trim());
    let reason = format!("items from `{words}` on come before the fields of a list, and are not read");
    Block::Skipped(Skipped::open_part(first.number, reason))
}

/// Returns whether a line of a listing has the columns of a field.
pub(in crate::forms) fn is_field(text: &str) -> bool {
    use entry::Habit::{Hexadecimal, NameColumns, Offset, Range, TypeColon, TypeColumns};
    let text = unmarked_item(text).unwrap_or_else(|| text.to_owned());
    let habit = entry::Habit::of(&text).map(|(habit, _)| habit);
    habit.is_some_and(|habit| [Hexadecimal, NameColumns, Offset, Range, TypeColon, TypeColumns].contains(&habit))
}

/// The facts about a text that matter for the lists in the text.
pub(in crate::forms) struct ListSurroundings<'o> {
    /// Whether the text declares structures. If so, lines such as `int count;` between structures are variables.
    pub is_program: bool,
    /// Whether the line before is an unfinished sentence. If so, `32-bit` at the beginning of a line may continue the
    /// sentence.
    pub in_sentence: bool,
    /// The number of lines that are known to be no list of codes, so that no list is read again from each of its items.
    pub others: &'o mut usize,
}

/// Reads a list, with or without bullets, that begins at the first of these lines of a text.
pub(in crate::forms) fn read_list(lines: &[Line<'_>], around: ListSurroundings<'_>) -> Option<TakenLines> {
    let ListSurroundings { is_program, in_sentence, others } = around;
    let first = lines.first()?;
    let Some(text) = unmarked_item(&first.text) else {
        let is_none = |habit: entry::Habit| match habit {
            entry::Habit::Words => true,
            entry::Habit::Code => is_program,
            habit => in_sentence && habit.is_words(),
        };
        return layout::read_list(lines, None)
            .filter(|_| !entry::Habit::of(&first.text).is_some_and(|(habit, _)| is_none(habit)))
            .or_else(|| codes::read_plain(lines));
    };
    let is_code = codes::read_code(&text).is_some();
    let is_field = entry::Habit::of(&text).is_some();
    if !is_field && (!is_code || *others > 0) {
        return None;
    }
    let column = layout::indent_column(&first.text);
    let mut plain = Vec::new();
    for line in lines.iter().take(MAX_ITEMS) {
        let marked = unmarked_item(&line.text);
        if line.text.trim().is_empty() || marked.is_none() && layout::indent_column(&line.text) <= column {
            break;
        }
        plain.push(Line { number: line.number, text: marked.map_or_else(|| line.text.clone(), Into::into) });
    }
    let fields = layout::read_list(&plain, None);
    fields.or_else(|| {
        let codes = if *others == 0 { codes::read_list(&plain, None) } else { return None };
        codes.map_err(|count| *others = count).ok().filter(|_| is_code)
    })
}

/// The largest number of lines in a list of a text; longer lists are read in parts.
const MAX_ITEMS: usize = 2000;

/// Returns an item of a list without its mark, but with the indentation of the mark; returns `None` without a mark.
fn unmarked_item(text: &str) -> Option<String> {
    let bare = text.trim_start();
    let item = ["- ", "* ", "\u{2022} "].iter().find_map(|mark| bare.strip_prefix(mark))?;
    let (lead, _) = text.split_at(indentation(text));
    let item = item.trim_start().replace('`', "").replace("**", "");
    Some(format!("{lead}{item}"))
}
