//! Recognizes borders of drawings, which are lines of `+`, `-` and `=`.

/// Returns the border in a line, without the spaces around the border; a border begins with `+`.
pub(super) fn of(text: &str) -> Option<&str> {
    let is_sign = |c: char| matches!(c, '+' | '-' | '=');
    Some(text.trim()).filter(|text| text.starts_with('+') && text.chars().all(is_sign))
}

/// Returns whether a line is a border of a grid, which begins and ends with `+` and has at least two columns.
pub(super) fn is_of_grid(text: &str) -> bool {
    let inside = of(text).and_then(|text| text.strip_prefix('+')?.strip_suffix('+'));
    inside.is_some_and(|inside| inside.contains('+') && inside.split('+').any(|part| part.len() >= 2))
}

/// Returns whether a line is a border of at least one box.
pub(super) fn is_of_boxes(text: &str) -> bool {
    of(text).is_some_and(|text| text.contains("--"))
}
