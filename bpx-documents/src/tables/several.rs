//! Splits a row that names several fields of one type: `x, y, z | float32`, and finds numbers that may be several
//! numbers.

use crate::columns::title_words;
use crate::model::Field;
use crate::size::Size;
use crate::types::{TypeMeaning, has_sized_clause};
use std::collections::HashSet;

/// Returns the fields of a row, and the reason why their number is not known. `stated` is the size that the row states,
/// and `step` is the number of bits up to the next offset.
pub(super) fn split_fields(
    field: Field,
    meaning: Option<&TypeMeaning>,
    stated: Option<Size>,
    step: Option<u64>,
) -> (Vec<Field>, Option<String>) {
    let Some(names) = several_names(&field.name) else { return (vec![field], None) };
    let count = names.len() as u64;
    if let Some(why) = unclear_count(&field, count, meaning, stated.filter(|_| step.is_none())) {
        return (vec![field], Some(why));
    }
    let of_type = meaning.filter(|meaning| !meaning.is_array).and_then(|meaning| meaning.size?.exact());
    let Some(bits) = of_type.filter(|bits| *bits > 0) else { return (vec![field], None) };
    let all = bits.checked_mul(count);
    // The row has the place or the size of one element.
    let stated = stated.map(Size::exact);
    if step == Some(bits) || step.is_none() && stated == Some(Some(bits)) && !are_alike(&names) {
        return (vec![field], None);
    }
    let proved = step.map_or(stated == Some(all), |step| Some(step) == all);
    let fits = step.is_some() || stated.is_none_or(|stated| stated == Some(bits) || stated == all);
    if !(proved || fits && are_alike(&names)) {
        // A comma may begin a remark: `speed, knots`.
        let why = match fits {
            true => format!("`{}` may be {count} fields of {bits} bits, or one field", field.name),
            false => format!(
                "`{}` are {count} fields of {bits} bits by the type, but the row states another size",
                field.name
            ),
        };
        return (vec![field], Some(why));
    }
    let one = |(at, name): (u64, &str)| Field {
        name: name.to_owned(),
        size: Some(Size::bits(bits)),
        stated: String::new(),
        offset: field.offset.filter(|_| bits.is_multiple_of(8)).and_then(|offset| offset.checked_add(at * (bits / 8))),
        ..field.clone()
    };
    ((0..).zip(names).map(one).collect(), None)
}

/// Returns the reason why a field may be several numbers or a larger number: the size of the field is that of another
/// number, and nothing says how many numbers there are. Sets the size of the element if the description states it.
pub(super) fn doubtful_number(field: &mut Field, meaning: Option<&TypeMeaning>) -> Option<String> {
    let meaning = meaning.filter(|meaning| !meaning.is_array && !field.name.contains(['[', ',']))?;
    let one = meaning.size?.exact().filter(|bits| *bits > 8)?;
    let float = meaning.number == Some(crate::Number::Float);
    let all = field.size?.exact().filter(|all| matches!(all, 32 | 64) && *all > one && all.is_multiple_of(one))?;
    if !(meaning.is_firm || float) {
        return None;
    }
    if has_sized_clause(&field.notes, all) {
        field.element = Some(all);
        return None;
    }
    let said = title_words(&field.notes);
    let is_many = |name: &str| name.ends_with('s') && !["ss", "us", "is"].iter().any(|end| name.ends_with(end));
    let several = is_many(&field.name.to_lowercase()) || said.iter().any(|word| SEVERAL.contains(&word.as_str()));
    (!several).then(|| {
        let (name, ty) = (&field.name, &field.ty);
        format!("`{name}` has {all} bits, but its type `{ty}` has {one} bits: it may be several numbers")
    })
}

/// Returns whether a field has a known number of whole bytes. Several fields of a few bits may have the same byte.
pub(super) fn has_bytes(field: &Field) -> bool {
    field.size.and_then(Size::exact).is_some_and(|bits| bits > 0 && bits.is_multiple_of(8))
}

/// Keeps the larger one of two fields with the same offset, which share their bytes; returns the report about the other
/// one.
pub(super) fn merge_alternatives(before: &mut Field, other: Field) -> String {
    let bits = |field: &Field| field.size.and_then(Size::exact);
    let reason =
        format!("`{}` and `{}` have the same offset, so only the larger one is declared", before.name, other.name);
    if bits(&other) > bits(before) {
        *before = other;
    }
    reason
}

/// Reports a field without a type whose name or description lists parts in brackets, if each part has the size of a
/// number: `position (x, y, z)`.
pub(super) fn untyped_parts(field: &Field) -> Option<String> {
    let bits = field.size?.exact().filter(|_| field.ty.is_empty() && field.number.is_none())?;
    let listed = |text: &str| {
        let (_, inside) = text.split_once('(')?;
        let count = several_names(inside.split_once(')')?.0).filter(|names| are_alike(names))?.len() as u64;
        let one = bits.checked_div(count).filter(|one| one.checked_mul(count) == Some(bits))?;
        matches!(one, 16 | 32 | 64).then_some((count, one))
    };
    let (count, one) = listed(&field.name).or_else(|| listed(&field.notes))?;
    Some(format!("`{}` may be {count} numbers of {one} bits, whose type is not stated", field.name))
}

/// Returns the reason why the sizes of several fields are not known: the type is an array of another number of
/// elements, or a row without a type states a size that is not a multiple of the number of fields.
fn unclear_count(field: &Field, count: u64, meaning: Option<&TypeMeaning>, stated: Option<Size>) -> Option<String> {
    let Some(meaning) = meaning else {
        let bits = stated.and_then(Size::exact).filter(|bits| !bits.is_multiple_of(count))?;
        return Some(format!("`{}` are {count} fields, but the row states {bits} bits", field.name));
    };
    let size = meaning.size?.exact().filter(|_| meaning.is_array)?;
    let elements = size.checked_div(meaning.element?).filter(|elements| *elements != count)?;
    Some(format!("`{}` are {count} fields, but the type is an array of {elements} elements", field.name))
}

/// Returns the names in a list of names, each one word; returns `None` for one name, or a name with a remark.
fn several_names(text: &str) -> Option<Vec<&str>> {
    // `date and time` may be one field.
    let and = text.rsplit_once(" and ").filter(|(lead, _)| lead.contains(','));
    let (lead, last) = and.map_or((text, None), |(lead, last)| (lead, Some(last)));
    let mut names: Vec<&str> = lead.split(',').chain(last).map(str::trim).collect();
    names.pop_if(|last| last.is_empty());
    let is_name = |name: &&str| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !REMARKS.contains(&name.to_lowercase().as_str())
    };
    let mut known = HashSet::new();
    (names.len() > 1 && names.len() <= MAX_NAMES && names.iter().all(|name| is_name(name) && known.insert(*name)))
        .then_some(names)
}

/// Returns whether names are those of the parts of one value: `x, y, z`, `low0, low1`.
fn are_alike(names: &[&str]) -> bool {
    let mut stems = names.iter().map(|name| (name, name.trim_end_matches(|c: char| c.is_ascii_digit())));
    let first = stems.clone().next().map(|(_, stem)| stem);
    let numbered = stems.all(|(name, stem)| stem.len() < name.len() && Some(stem) == first);
    numbered || names.iter().all(|name| name.chars().count() == 1)
}

/// The largest number of names in a cell.
const MAX_NAMES: usize = 32;

/// Words that describe the field before a comma.
const REMARKS: [&str; 14] = [
    "reserved",
    "unused",
    "padding",
    "pad",
    "zero",
    "zeros",
    "zeroes",
    "optional",
    "signed",
    "unsigned",
    "ignored",
    "always",
    "unknown",
    "deprecated",
];

/// Words that say that a field has several numbers.
const SEVERAL: [&str; 20] = [
    "and",
    "array",
    "both",
    "coordinates",
    "each",
    "elements",
    "entries",
    "floats",
    "integers",
    "list",
    "numbers",
    "pair",
    "pairs",
    "several",
    "shorts",
    "two",
    "values",
    "vector",
    "words",
    "four",
];
