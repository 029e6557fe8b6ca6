//! Reads offsets at the beginnings of members' comments: `/* 0x1C */`, `// +04 count`, `/* 16 */`.

use super::values;
use crate::forms::block::Row;
use crate::types::{self, Types};

/// An offset and the notes after the offset in a comment.
struct Offset<'r> {
    digits: &'r str,
    /// Whether the offset begins with `0x`.
    is_hex: bool,
    notes: &'r str,
}

/// Splits the comments of all members into rising offsets, from 0, and notes. Offsets without `0x` count only if the
/// sizes of members agree with the offsets, read as decimal or as hexadecimal numbers.
pub(super) fn split_offsets(rows: &[Row]) -> Option<Vec<(String, String)>> {
    let found: Option<Vec<_>> = rows.iter().map(|row| split_offset(row.cells.get(2)?)).collect();
    let found = found.filter(|found| found.len() > 1)?;
    let is_marked = found.iter().all(|offset| offset.is_hex);
    let bases: &[u32] = if is_marked { &[16] } else { &[10, 16] };
    let values = bases.iter().find_map(|base| {
        let values: Option<Vec<u64>> =
            found.iter().map(|offset| u64::from_str_radix(offset.digits, *base).ok()).collect();
        let begins = |values: &Vec<u64>| values.first() == Some(&0) && values.is_sorted();
        values.filter(|values| begins(values) && (is_marked || fits_types(rows, values)))
    })?;
    let cell = |(value, offset): (u64, Offset<'_>)| (format!("{value:#x}"), offset.notes.to_owned());
    Some(values.into_iter().zip(found).map(cell).collect())
}

/// Returns whether the differences between offsets are the sizes of the members of known types, and there is at least
/// one such member.
fn fits_types(rows: &[Row], values: &[u64]) -> bool {
    let bits = |row: &Row| types::size_of_type(row.cells.first()?, &Types::new())?.exact();
    let steps = values.windows(2).map(|pair| pair.last()?.checked_sub(*pair.first()?)?.checked_mul(8));
    let mut known = rows.iter().map(bits).zip(steps).filter(|(bits, _)| bits.is_some()).peekable();
    known.peek().is_some() && known.all(|(bits, step)| bits == step)
}

/// Splits `0x1C the count` into the offset and the rest.
fn split_offset(notes: &str) -> Option<Offset<'_>> {
    let text = notes.trim_start_matches(['@', '+', '[', '(', ' ']);
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(end)?;
    let digits = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X"));
    let is_hex = digits.is_some() && values::parse_number(number).is_some();
    let digits = digits.unwrap_or(number);
    // Words such as `add` are not numbers.
    let is_number = is_hex || digits.starts_with(|c: char| c.is_ascii_digit());
    let notes = rest.trim_start_matches([')', ']', ':', '-', ',', ' ']);
    (is_number && u64::from_str_radix(digits, 16).is_ok()).then_some(Offset { digits, is_hex, notes })
}
