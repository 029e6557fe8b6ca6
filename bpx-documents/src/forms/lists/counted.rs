//! Reads lines with a size in brackets between type and name: `uint32 {4}   - count`,
//! `char    (8)     magic - always ABC`.

use crate::types::{self, Types};

/// Splits a line into the type, the size in brackets, and the text after the brackets; the brackets hold one word.
pub(super) fn split_counted(text: &str) -> Option<(&str, &str, &str)> {
    let at = text.find(['{', '('])?;
    let (ty, rest) = text.split_at_checked(at)?;
    let end = if rest.starts_with('{') { '}' } else { ')' };
    let (count, rest) = rest.get(1..)?.split_once(end)?;
    let (ty, count) = (ty.trim(), count.trim());
    let is_one = !count.is_empty() && count.len() <= 8 && count.chars().all(char::is_alphanumeric);
    let is_apart = rest.starts_with("  ") || rest.starts_with('\t') || rest.trim_start().starts_with("- ");
    let is_type = !ty.is_empty() && !ty.contains("  ");
    (is_apart && is_one && is_type).then(|| (ty, count, rest.trim_start_matches([' ', '\t', '-', ':'])))
}

/// Returns a type with the size of `count` bytes: types of one byte become arrays; a type whose size differs is left
/// unclear.
pub(super) fn sized_type(ty: &str, count: &str) -> String {
    let bits = |ty: &str| types::type_meaning(ty, &Types::new()).and_then(|meaning| meaning.size?.exact());
    let stated = count.parse::<u64>().ok().and_then(|count| count.checked_mul(8));
    match bits(ty) {
        Some(own) if Some(own) == stated => ty.to_owned(),
        Some(8) => format!("{ty}[{count}]"),
        _ => format!("{ty} {{{count}}}"),
    }
}
