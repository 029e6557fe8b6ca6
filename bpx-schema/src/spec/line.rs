//! Lines of a text, freed of what typesetting and listings add.

/// A line, and its number in the document, from 1.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub number: usize,
    pub text: String,
}

/// The lines of a text; the first one has the number `first`.
pub(super) fn lines(text: &str, first: usize) -> Vec<Line> {
    let mut lines: Vec<_> =
        (first..).zip(text.lines()).map(|(number, text)| Line { number, text: clean(text) }).collect();
    if is_listing(&lines) {
        for line in &mut lines {
            if let Some((_, text)) = numbered(&line.text) {
                line.text = text.to_owned();
            }
        }
    }
    lines
}

/// Ligatures become letters, and marks that nobody sees disappear.
fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    // Tabs at the end are cells.
    for c in text.trim_end_matches([' ', '\r']).chars() {
        match c {
            '\u{fb00}' => clean.push_str("ff"),
            '\u{fb01}' => clean.push_str("fi"),
            '\u{fb02}' => clean.push_str("fl"),
            '\u{fb03}' => clean.push_str("ffi"),
            '\u{fb04}' => clean.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => clean.push_str("st"),
            '\u{a0}' | '\u{2007}' | '\u{202f}' => clean.push(' '),
            '\u{ad}' | '\u{200b}' | '\u{feff}' | '\u{c}' => {}
            other => clean.push(other),
        }
    }
    clean
}

/// The number at the beginning of a line of a listing, and the rest.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let (number, rest) = line.trim_start().split_once('.')?;
    Some((number.parse().ok()?, rest.strip_prefix(' ').or(rest.is_empty().then_some(rest))?))
}

/// Whether nearly every line begins with its number: a listing of a file, copied from a page.
fn is_listing(lines: &[Line]) -> bool {
    let full = lines.iter().filter(|line| !line.text.trim().is_empty());
    let numbers: Vec<_> = full.map(|line| numbered(&line.text).map(|(number, _)| number)).collect();
    let follow = numbers.iter().zip(numbers.iter().skip(1));
    let follow = follow.filter(|(a, b)| matches!((a, b), (Some(a), Some(b)) if a.checked_add(1) == Some(*b))).count();
    numbers.len() >= 8 && follow.saturating_mul(10) >= numbers.len().saturating_mul(8)
}
