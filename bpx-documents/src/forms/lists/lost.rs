//! Reads list items that are not fields, and the first item after a label.

use super::entry::{self, Entry, Habit};
use super::example::{self, is_bytes};
use super::layout::indent_column;
use super::states;
use crate::columns::is_title_word;
use crate::forms::line::Line;
use crate::size::Unit;
use std::borrow::Cow;

/// The largest size of an item that may be a field, in bytes.
const MAX_ITEM: usize = 100;

/// The largest number of lines in which the next field of a list is searched.
const MAX_LOST: usize = 8;

/// Returns whether a line may be an item of a list of fields, because the line is short, and neither a sentence nor a
/// title.
pub(super) fn is_item(text: &str) -> bool {
    let text = text.trim();
    let ends = text.ends_with(['.', ':']) && !text.contains(": ");
    text.starts_with(char::is_alphanumeric) && text.len() <= MAX_ITEM && !ends
}

/// Returns whether an item begins with a size, in words that state no field: `Eight bytes that are reserved`.
pub(super) fn begins_with_size(text: &str) -> bool {
    let mut words = text.split([' ', '-']).filter(|word| !word.is_empty()).take(MAX_LEAD);
    words.any(|word| word.len() > 1 && Unit::of(word).is_some())
}

/// The number of words at the beginning of an item in which a size is searched.
const MAX_LEAD: usize = 4;

/// Returns whether an item is a name and an explanation of the name: `Contents: all pots`.
pub(super) fn is_named(text: &str) -> bool {
    let name = text.trim().split_once(':').filter(|(_, rest)| !rest.trim().is_empty());
    name.is_some_and(|(name, _)| !name.is_empty() && name.split_whitespace().count() <= 4 && !name.contains(['.', ',']))
}

/// Returns whether a line states a size in parentheses that cannot be the size of a field: `file name (variable size)`.
pub(super) fn states_size(text: &str) -> bool {
    let size = text.split_once('(').map_or("", |(_, rest)| rest.split(')').next().unwrap_or(""));
    let says = |word: &str| ["variable", "size", "bytes", "length"].contains(&word);
    size.to_lowercase().split_whitespace().any(says)
}

/// Returns whether a count, or another size that no type has, follows a field: `pots x 3`, `pots (x3)`,
/// `pots, or 4 bytes in version 2`.
pub(super) fn is_repeated(entry: &Entry) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let counts =
        |text: &str| text.strip_prefix(['x', 'X', '\u{d7}']).is_some_and(|count| is_number(count.trim_start()));
    let words: Vec<_> = entry.name.split(' ').collect();
    let of_name = match words.as_slice() {
        [_, .., sign, count] if counts(&format!("{sign}{count}")) => true,
        [_, .., last] => counts(last),
        _ => false,
    };
    let another = entry.notes.strip_prefix("or ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    of_name || another || counts(entry.notes.trim_matches(['(', ')', ' ', '.']))
}

/// Returns whether a field of this style, at this column, is among the next lines of the paragraph.
pub(super) fn continues_list(habit: Habit, column: usize, rest: &[Line<'_>]) -> bool {
    let paragraph = rest.iter().take(MAX_LOST).take_while(|line| !line.text.trim().is_empty());
    let mut lines = paragraph.take_while(|line| indent_column(&line.text) >= column);
    lines.any(|line| {
        indent_column(&line.text) == column && habit.read_entry(&line.text).is_some_and(|entry| entry.is_known)
    })
}

/// Reads an item of this style whose type is not understood; an item without a fitting name gives an empty entry.
pub(super) fn unknown_entry(habit: Habit, text: &str) -> Entry {
    let text = text.trim();
    if let Some((bytes, rest)) =
        entry::split_gap(text).filter(|(bytes, _)| habit == Habit::NameColumns && is_bytes(bytes))
    {
        let (ty, notes) = entry::split_gap(rest).unwrap_or(("", rest));
        return example::example_entry(bytes, ty, notes).unwrap_or_default();
    }
    if let Some((ty, rest)) = states::split_member(text).filter(|_| habit == Habit::Words) {
        return entry::named_entry("value", ty, rest).unwrap_or_default();
    }
    let parts = match habit {
        Habit::TypeColon => text.split_once(" - ").or_else(|| text.split_once(':')),
        Habit::NameColon => {
            let parts = text.split_once(" = ").or_else(|| text.split_once(':'));
            parts.map(|(name, ty)| (name, ty.split(". ").next().unwrap_or(ty)))
        }
        Habit::Quantity => text.split_once(" - "),
        Habit::Parentheses => text.split_once('(').or_else(|| text.split_once(" [")),
        _ => entry::split_gap(text),
    };
    let (ty, (name, notes)) = match (habit, parts) {
        (Habit::TypeColumns | Habit::TypeColon | Habit::Quantity, Some((ty, rest))) => (ty, entry::split_name(rest)),
        (Habit::NameColumns | Habit::NameColon | Habit::Parentheses, Some((name, ty))) => {
            (ty.trim_end_matches([')', ']']), (name.trim().to_owned(), String::new()))
        }
        _ => ("", entry::split_name(text)),
    };
    Entry { ty: ty.trim().to_owned(), name, notes, ..Entry::default() }
}

/// Reads the first item of a list if its type is not understood, and the next line is a field in the same columns.
pub(super) fn read_before_field(first: &Line<'_>, rest: &[Line<'_>]) -> Option<(Habit, Entry)> {
    let next = rest.first()?;
    if let Some(entry) = Habit::Code.read_entry(&first.text).filter(|_| first.text.contains(';')) {
        // Members of other types whose types are not known may be between it and one of a known type.
        let column = indent_column(&first.text);
        let near = rest.iter().take(MAX_LOST).take_while(|line| indent_column(&line.text) == column);
        let mut members = near.map_while(|line| Habit::Code.read_entry(&line.text));
        return members.any(|member| member.is_known).then_some((Habit::Code, entry));
    }
    // `Size (bits)`
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let are_titles = first.text.split_whitespace().all(|word| is_title_word(&bare(word)));
    if are_titles || !is_item(&first.text) || indent_column(&first.text) != indent_column(&next.text) {
        return None;
    }
    let (habit, _) = Habit::of(&next.text)?;
    let entry = Some(unknown_entry(habit, &first.text)).filter(|entry| !entry.name.is_empty())?;
    let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    let fits = match habit {
        Habit::TypeColumns => is_word(&entry.ty),
        Habit::NameColumns => is_word(&entry.name) && !entry.ty.is_empty(),
        Habit::NameColon => is_word(&entry.name) && is_word(&entry.ty) && entry.ty.starts_with(char::is_alphabetic),
        _ => false,
    };
    fits.then_some((habit, entry))
}

/// Returns the first line of a list without the label before its first item, `Fields:  Kind (1 octet)`, if the next
/// line begins in the column of the item.
pub(super) fn line_after_label<'t>(first: &Line<'t>, next: Option<&Line<'_>>) -> Option<Line<'t>> {
    let (label, rest) = first.text.split_once(':')?;
    let item = rest.trim_start();
    let lead = format!("{}{}", blank_out(label), blank_out(rest.strip_suffix(item)?));
    let column = indent_column(&format!("{lead} "));
    let is_list =
        column == indent_column(&next?.text) && item.len() < rest.len() && column > indent_column(&first.text);
    is_list.then(|| Line { number: first.number, text: Cow::Owned(format!("{}{item}", " ".repeat(column))) })
}

/// Replaces all characters except tabs by spaces.
fn blank_out(text: &str) -> String {
    text.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect()
}
