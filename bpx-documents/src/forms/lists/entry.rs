//! Reads a line of a list as a field, in one of the styles that authors use.

use super::code::read_code;
use super::counted;
use super::dims::{vector_as_array, with_dims};
use super::example;
use super::place;
use super::quantity;
pub(super) use super::split::{split_gap, split_name, title_words};
use super::states::is_typed;
pub(super) use crate::types::is_common_type as is_type;
use crate::types::{self, Types};

/// The styles of items of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    /// `0x04  u16  count`.
    Offset,
    /// `Bytes 0 - 3: magic`.
    Range,
    /// `Bits 0-4: mode`.
    Bits,
    /// `0x00-0x03: magic`.
    Hexadecimal,
    /// `DWORD   magic`, with two or more spaces or a tab.
    TypeColumns,
    /// `magic   4 bytes`.
    NameColumns,
    /// `int32 : magic`.
    TypeColon,
    /// `magic: u32`.
    NameColon,
    /// `magic (u32): the magic`.
    Parentheses,
    /// `4 bytes magic`, `4 bytes: magic`.
    Quantity,
    /// `u32 magic;`.
    Code,
    /// `u32 number of pots`.
    Words,
    /// `magic 4 u32`, `magic 4 bytes u32`.
    Sized,
}

const HABITS: &[Habit] = &[
    Habit::Offset,
    Habit::Range,
    Habit::Bits,
    Habit::Hexadecimal,
    Habit::TypeColumns,
    Habit::NameColumns,
    Habit::Parentheses,
    Habit::Quantity,
    Habit::TypeColon,
    Habit::NameColon,
    Habit::Code,
    Habit::Words,
    Habit::Sized,
];

/// A field that a line states.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub offset: Option<String>,
    pub ty: String,
    pub name: String,
    pub notes: String,
    /// Whether the type is a common name of a type.
    pub is_known: bool,
    /// Whether unread columns follow.
    pub has_columns: bool,
    /// The other fields of the line: `u8 kind; u8 lid;`.
    pub also: Vec<Entry>,
}

/// The size of the longest line in bytes; a longer line is a sentence.
const MAX_LINE: usize = 400;

impl Habit {
    /// Returns whether items look like parts of sentences: `32-bit kernel of ..`.
    pub(super) fn is_words(self) -> bool {
        matches!(self, Self::Quantity | Self::Words)
    }

    /// Finds the style of a line whose type is a common type, and reads the line.
    pub(super) fn of(text: &str) -> Option<(Self, Entry)> {
        let text = text.trim();
        // Most lines begin with a word of a sentence, without a type near it.
        let begins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '+' | '"' | '[');
        if text.len() > MAX_LINE || !text.starts_with(begins) {
            return None;
        }
        // A member without a gap may be among columns, but does not show that there are any.
        let in_columns = split_gap(text).is_some() || counted::split_counted(text).is_some_and(|(ty, ..)| is_type(ty));
        let shown = HABITS.iter().filter(|habit| **habit != Self::TypeColumns || in_columns);
        // `Lid: u32` and `LID   u32` may have the type after the name; columns of another kind are not a list.
        let states = |rest: &str| {
            quantity::split_quantity(rest).is_some()
                || split_gap(rest).is_some_and(|(ty, _)| is_typed(ty))
                || has_digit(rest) && is_type(rest)
        };
        let is_size = || split_gap(text).is_some_and(|(_, rest)| states(rest));
        let counts = |habit: Habit, entry: &Entry| match habit {
            Self::TypeColon => entry.is_known,
            Self::TypeColumns => entry.is_known || !is_size(),
            _ => true,
        };
        let found =
            shown.copied().find_map(|habit| Some((habit, habit.read_entry(text).filter(|one| counts(habit, one))?)));
        found.filter(|(_, entry)| entry.is_known)
    }

    /// Reads a line in the style.
    pub(super) fn read_entry(self, text: &str) -> Option<Entry> {
        let text = text.trim();
        if text.len() > MAX_LINE {
            return None;
        }
        match self {
            Self::Offset => place::read_offset(text),
            Self::Range => place::read_range(text),
            Self::Bits => place::read_bits(text),
            Self::Hexadecimal => place::read_hexadecimal(text),
            Self::TypeColumns => read_type_columns(text),
            Self::NameColumns => read_name_columns(text),
            Self::TypeColon => read_type_colon(text),
            Self::NameColon => read_name_colon(text),
            Self::Parentheses => read_parentheses(text),
            Self::Quantity => quantity::read_quantity(text),
            Self::Code => read_code(text),
            Self::Words => {
                // `Int32 (Clay)` may have its name in brackets, or none.
                let (ty, rest) = super::states::split_member(text).filter(|(_, rest)| !rest.starts_with('('))?;
                typed_entry(ty, rest)
            }
            Self::Sized => quantity::read_sized(text),
        }
    }
}

/// Reads a type and a name in columns: `u32   count`.
fn read_type_columns(text: &str) -> Option<Entry> {
    if let Some((ty, count, rest)) = counted::split_counted(text).filter(|(ty, ..)| is_type(ty) || is_word(ty)) {
        return typed_entry(&counted::sized_type(ty, count), rest);
    }
    let Some((ty, rest)) = split_gap(text) else { return read_code(text).filter(|entry| entry.is_known) };
    // `CHAR[16] name   what it is`, `u32 name   (a remark)`
    let is_code = |of: &str| is_word(of) && of.contains(|c: char| c == '[' || c.is_ascii_digit());
    let remarks = rest.starts_with(['(', '=']);
    let is_name = |name: &str| !name.ends_with(';') && (remarks || !is_type(ty));
    if let Some((of, name)) = ty.rsplit_once(' ').filter(|(of, name)| is_name(name) && is_code(of) && is_type(of)) {
        // `u8 kind   u8 lid`
        let second = read_code(rest).filter(|second| second.is_known && has_digit(&second.ty));
        let notes = if second.is_some() { "" } else { rest };
        return named_entry(name, of, notes).map(|entry| Entry { also: second.into_iter().collect(), ..entry });
    }
    typed_entry(ty, rest).filter(|entry| entry.is_known || is_word(ty))
}

/// Reads a name and a type in columns: `magic   4 bytes`.
fn read_name_columns(text: &str) -> Option<Entry> {
    let (name, rest) = split_gap(text)?;
    // `magic   4  bytes`
    let (ty, notes) = quantity::split_quantity(rest).or_else(|| split_gap(rest)).unwrap_or((rest, ""));
    if example::is_bytes(name) {
        return example::example_entry(name, ty, notes).filter(|entry| entry.is_known);
    }
    let ty = ty.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_name = !is_type(name) && !is_expression(name);
    named_entry(name, &ty, notes).filter(|entry| entry.is_known && is_name)
}

/// Reads a type, a colon or a dash, and a name: `u32: count`.
fn read_type_colon(text: &str) -> Option<Entry> {
    // A dash means so only after a type that everybody knows: `u32 - magic`.
    // `int[] - an array` explains a type.
    let is_fixed = |ty: &str| types::size_of_type(ty, &Types::new()).is_some_and(|size| size.exact().is_some());
    let dashed = text.split_once(" - ").filter(|(ty, rest)| is_fixed(ty.trim()) && !quantity::is_size(rest));
    let (ty, rest) = dashed.or_else(|| text.split_once(':'))?;
    let rest = rest.trim();
    // A glossary of types explains them: `BYTE: an 8-bit number`.
    let explains = ["a ", "an ", "the "].iter().any(|word| rest.to_lowercase().starts_with(word))
        || rest.split_whitespace().take(3).any(|word| word.contains("-bit") || word.contains("-byte"));
    let is_name = |name: &str| crate::columns::cell_number(name).is_none();
    let entry = typed_entry(ty.trim(), rest).filter(|entry| !explains && is_name(&entry.name));
    entry.filter(|entry| entry.is_known || is_word(ty.trim()))
}

/// Reads a name, a colon or an equals sign, and a type: `count: u32`.
fn read_name_colon(text: &str) -> Option<Entry> {
    let assigned = text.split_once(" = ").filter(|(_, ty)| is_typed(ty.trim()));
    let (name, rest) = assigned.or_else(|| text.split_once(':'))?;
    let end = rest.find([',', ';', '=']).into_iter().chain(rest.find(" - ")).chain(rest.find("//"));
    // `magic: 4 bytes : the magic`
    let end =
        end.chain([" (", " : ", " #", ". "].iter().filter_map(|mark| rest.find(mark))).min().unwrap_or(rest.len());
    let (ty, notes) = rest.split_at_checked(end)?;
    let name = name.trim();
    named_entry(name, ty.trim(), notes)
        .filter(|entry| entry.is_known && !is_type(name) && !name.starts_with("0x") && name.split(' ').count() <= 5)
}

/// Reads a name with its type in brackets: `magic (4 bytes)`.
fn read_parentheses(text: &str) -> Option<Entry> {
    // `magic [ 4 bytes ]`
    let square = text.split_once(" [").zip(Some(']')).filter(|((_, inside), _)| !inside.starts_with(']'));
    let round = text.split_once('(').zip(Some(')'));
    let square = square.filter(|((name, _), _)| !name.contains('('));
    let ((name, rest), end) = square.or(round)?;
    if place::is_bits(name) {
        return None;
    }
    // The last bracket may be missing.
    let (ty, notes) = rest.split_once(end).unwrap_or((rest, ""));
    // `0x04 (2 bytes): version`
    if crate::columns::cell_number(name).is_some() {
        let (own, notes) = split_name(notes.trim_start_matches(':'));
        let entry = named_entry(&own, ty.trim(), &notes).filter(|entry| entry.is_known)?;
        return Some(Entry { offset: Some(name.trim().to_owned()), ..entry });
    }
    // `Bytes 0-3 (4 bytes) magic`
    if let Some(entry) = place::read_range(&format!("{name}: {}", notes.trim_start_matches([':', ' ']))) {
        // The size shows that the numbers are places of bytes.
        let entry = Some(entry).filter(|entry| place::have_same_size(&entry.ty, ty))?;
        return Some(Entry { is_known: true, ..entry });
    }
    // `h:high bits (4 bit)` explains a letter of a picture.
    let is_letter = name.split_once(':').is_some_and(|(letter, _)| letter.chars().count() == 1);
    let is_name = name.split_whitespace().count() <= 5 && !is_type(name.trim()) && !is_letter;
    // `n (2 bytes, signed)` states a type, `n (u16, the number of pots)` also says more.
    let (ty, more) = if is_type(ty) { (ty, "") } else { ty.split_once(',').unwrap_or((ty, "")) };
    named_entry(name.trim(), ty.trim(), &format!("{more} {notes}")).filter(|entry| entry.is_known && is_name)
}

/// Returns whether a text is a number or an expression of numbers, as an offset may be: `20+30*n`.
fn is_expression(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    has_digit(text) && words.all(|word| word.len() == 1 || crate::columns::cell_number(word).is_some())
}

/// Returns whether a word has a digit, as types of a fixed size mostly do.
fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

/// Returns whether a text is one word that may be a type.
pub(super) fn is_word(text: &str) -> bool {
    let stem = text.split('[').next().unwrap_or(text);
    (stem == text || text.ends_with(']'))
        && stem.chars().all(|c| c.is_alphanumeric() || c == '_')
        && stem.starts_with(|c: char| c.is_alphabetic())
        && stem.chars().any(|c| c.is_uppercase() || c.is_ascii_digit())
}

/// Reads a field from its type and the text after the type.
pub(super) fn typed_entry(ty: &str, rest: &str) -> Option<Entry> {
    // `BYTE   == 0 means no` has no name.
    let (name, notes) = match rest.starts_with(['=', '!', '<', '>']) {
        true => ("value".to_owned(), rest.to_owned()),
        false if ty.starts_with(|c: char| c.is_ascii_digit()) => split_name(quantity::skip_type(rest)),
        false => split_name(rest),
    };
    // `uint32  4  Four bytes follow`: a value instead of a name. Of a byte, one above 1 may be a count.
    let value = crate::columns::cell_number(&name).filter(|_| !notes.is_empty());
    let is_byte = || types::size_of_type(ty, &Types::new()).is_some_and(|size| size.exact() == Some(8));
    let has_columns = value.is_some_and(|value| value > 1) && is_byte();
    let (name, notes) =
        if value.is_some() { (split_name(&notes).0, format!("= {name}: {notes}")) } else { (name, notes) };
    let (ty, name) = with_dims(&vector_as_array(ty), &name);
    let is_known = is_type(&ty);
    let entry = Entry { ty, name, notes, is_known, has_columns, ..Entry::default() };
    (!entry.name.is_empty() && entry.ty.split_whitespace().count() <= 4).then_some(entry)
}

/// Reads a field from its name, its type and the text after both.
pub(super) fn named_entry(name: &str, ty: &str, notes: &str) -> Option<Entry> {
    let (ty, name) = with_dims(ty, name.trim_matches(['`', '*', '"']));
    let notes = notes.strip_prefix(". ").unwrap_or(notes);
    let notes = notes.trim_start_matches([' ', ':', ',', ';', '-', '\u{2013}', '\u{2014}', '/']).trim().to_owned();
    let is_known = is_type(&ty);
    (!name.is_empty() && name.len() <= 80).then_some(Entry { ty, name, notes, is_known, ..Entry::default() })
}
