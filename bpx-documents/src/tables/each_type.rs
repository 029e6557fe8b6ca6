//! Applies a sentence about the type of each field to a table without types and sizes: `Each field is 2 bytes`.

use super::offsets::read_offsets;
use crate::columns::{Role, column_roles, title_words};
use crate::forms::block::Grid;
use crate::measure::{self, Measure};
use crate::prose::Sentence;
use crate::size::{Size, Unit};
use crate::types::{Types, leading_size, type_meaning};
use std::mem::discriminant;

/// The things that such a sentence is about.
const THINGS: [&str; 12] = [
    "field",
    "fields",
    "value",
    "values",
    "register",
    "registers",
    "member",
    "members",
    "coordinate",
    "coordinates",
    "parameter",
    "parameters",
];

/// The largest number of words before the verb.
const MAX_SUBJECT: usize = 8;

/// Returns the words of the type that a sentence states for each field: `Each register is one byte`.
pub(super) fn type_of_each(sentence: Sentence<'_>) -> Option<String> {
    if sentence.has_any(&["except", "but", "apart", "besides", "exception", "exceptions"]) {
        return None;
    }
    let lower = sentence.text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let verb = words.iter().take(MAX_SUBJECT).position(|word| matches!(*word, "is" | "are"))?;
    let (subject, rest) = words.split_at(verb);
    let clean = |word: &&str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let subject: Vec<String> = subject.iter().map(clean).collect();
    let has = |list: &[&str]| subject.iter().any(|word| list.contains(&word.as_str()));
    let is_last = subject.last().is_some_and(|last| THINGS.contains(&last.as_str()));
    if !has(&["each", "every", "all"]) || !is_last || has(&["not", "some", "multi", "byte", "bit"]) {
        return None;
    }
    let predicate = rest.get(1..)?.join(" ");
    // `, little-endian` is about the order of bytes.
    let text = predicate.split([',', ';', '(']).next()?.trim().trim_end_matches(['.', ':']);
    let text = ["stored as ", "encoded as "].iter().fold(text, |text, lead| text.strip_prefix(lead).unwrap_or(text));
    let text = ["a ", "an "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text);
    let order = ["little-endian", "big-endian", "little endian", "big endian"];
    let text = order.iter().fold(text.to_owned(), |text, order| text.replace(order, ""));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_end_matches(" wide").trim_end_matches(" long").to_owned();
    let text = ["integers", "numbers", "floats", "values"].iter().fold(text, |text, many| {
        text.strip_suffix(many).map_or_else(|| text.clone(), |lead| format!("{lead}{}", many.trim_end_matches('s')))
    });
    each_bits(&text).map(|_| text)
}

/// Returns whether a sentence states the type of each of the fields that follow: `Each of the following fields is int16:`.
pub(crate) fn states_each(sentence: Sentence<'_>) -> bool {
    sentence.has_any(&["following", "below"]) && type_of_each(sentence).is_some()
}

/// Returns the number of bits of a type or a size.
fn each_bits(text: &str) -> Option<u64> {
    let of_type = || type_meaning(text, &Types::new()).filter(|meaning| !meaning.is_array)?.size?.exact();
    let bits = match measure::read_size(text) {
        Some(Measure::Bits(size)) => size.exact(),
        _ => of_type(),
    };
    bits.filter(|bits| bits.is_multiple_of(8))
}

/// Adds a column with the type of each field to a table of fields without types and sizes. Fields whose offsets or
/// descriptions state another size get no type.
pub(super) fn add_types(grid: &mut Grid, ty: &str) {
    let Some(bits) = each_bits(ty) else { return };
    let roles = column_roles(&grid.header);
    let column_of = |wanted: Role| roles.iter().position(|role| discriminant(role) == discriminant(&wanted));
    let has = |wanted| column_of(wanted).is_some();
    let places = column_of(Role::Offset(None));
    let in_bits = places.is_some_and(|column| roles.get(column) == Some(&Role::Offset(Some(Unit::Bits))));
    let is_field = |title: &String| title_words(title).iter().any(|word| THINGS.contains(&word.as_str()));
    let is_named = has(Role::Name) || places.is_some() && has(Role::Notes);
    let is_table = is_named && (places.is_some() || grid.header.iter().any(is_field));
    if !is_table || in_bits || [Role::Type, Role::Size(None), Role::Count].into_iter().any(has) {
        return;
    }
    let values = column_of(Role::Value).filter(|_| places.is_none());
    if values.is_some() || grid.rows.is_empty() {
        return;
    }
    let starts = places
        .map(|column| read_offsets(grid.cells().map(|cells| cells.get(column).map_or("", String::as_str)), false));
    let step = |at: usize| {
        let starts = starts.as_ref()?;
        let place = (*starts.get(at)?)?;
        let next = || starts.get(at + 1).copied().flatten()?.start.checked_sub(place.start);
        place.element_count().or_else(next)?.checked_mul(8)
    };
    let notes = column_of(Role::Notes);
    let is_other = |cells: &[String]| {
        let said = notes.and_then(|column| cells.get(column)).map_or("", String::as_str);
        let stated = leading_size(said, &Types::new()).and_then(Size::exact);
        stated.is_some_and(|stated| stated != bits)
    };
    let fits: Vec<bool> = grid
        .cells()
        .enumerate()
        .map(|(at, cells)| step(at).is_none_or(|step| step == bits) && !is_other(cells))
        .collect();
    let is_size = matches!(measure::read_size(ty), Some(Measure::Bits(_)));
    grid.header.push(if is_size { "Size" } else { "Type" }.to_owned());
    let columns = grid.header.len();
    for (row, fits) in grid.rows.iter_mut().zip(fits) {
        row.cells.resize(columns - 1, String::new());
        row.cells.push(if fits { ty.to_owned() } else { String::new() });
    }
}
