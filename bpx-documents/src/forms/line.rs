//! Lines of a text, without the characters that typesetting and listings add.

use std::borrow::Cow;

/// A line, and its number in the document, from 1.
#[derive(Debug, Clone)]
pub(crate) struct Line<'t> {
    pub number: usize,
    pub text: Cow<'t, str>,
}

/// Returns the lines of a text; the first one has the number `first`.
pub(crate) fn lines(text: &str, first: usize) -> Vec<Line<'_>> {
    let mut lines: Vec<_> =
        (first..).zip(text.lines()).map(|(number, text)| Line { number, text: clean(text) }).collect();
    if is_listing(&lines) {
        for line in &mut lines {
            line.text = match &line.text {
                Cow::Borrowed(text) => Cow::Borrowed(numbered(text).map_or(*text, |(_, rest)| rest)),
                Cow::Owned(text) => Cow::Owned(numbered(text).map_or(&**text, |(_, rest)| rest).to_owned()),
            };
        }
    }
    lines
}

/// Goes through lines block by block: `take` reads the block that begins at a line, the first of those that are left,
/// and returns how many of them it takes.
pub(crate) fn each_block<'l, 't>(lines: &'l [Line<'t>], mut take: impl FnMut(&'l Line<'t>, &'l [Line<'t>]) -> usize) {
    let mut rest = lines.iter();
    while let Some(first) = rest.as_slice().first() {
        let taken = take(first, rest.as_slice());
        rest.by_ref().take(taken.max(1)).for_each(drop);
    }
}

/// Returns the lines up to the first one that is not so.
pub(crate) fn leading<'l, 't>(lines: &'l [Line<'t>], is: impl Fn(&Line<'t>) -> bool) -> &'l [Line<'t>] {
    lines.split(|line| !is(line)).next().unwrap_or(lines)
}

/// Returns how many bytes are before the first letter.
pub(crate) fn indentation(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Returns the column that a tab in a column goes on to.
pub(crate) fn tab_stop(column: usize) -> usize {
    (column / 8 + 1) * 8
}

/// Replaces ligatures by letters, and removes invisible marks.
fn clean(text: &str) -> Cow<'_, str> {
    // Tabs at the end are cells.
    let text = text.trim_end_matches([' ', '\r']);
    if !text.contains(|c| instead(c).is_some()) {
        return text.into();
    }
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match instead(c) {
            Some(other) => clean.push_str(other),
            None => clean.push(c),
        }
    }
    clean.into()
}

/// Returns the replacement of a character that typesetting inserts; `None` if the character is kept.
pub(crate) fn instead(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' | '\u{fb06}' => "st",
        '\u{a0}' | '\u{2007}' | '\u{202f}' => " ",
        '\u{ad}' | '\u{200b}' | '\u{feff}' | '\u{c}' => "",
        _ => return None,
    })
}

/// Splits a line of a listing into its number and the rest.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let (number, rest) = line.trim_start().split_once('.')?;
    Some((number.parse().ok()?, rest.strip_prefix(' ').or(rest.is_empty().then_some(rest))?))
}

/// Returns whether nearly every line begins with its number, as in a listing that was copied from a page.
fn is_listing(lines: &[Line<'_>]) -> bool {
    let full = lines.iter().filter(|line| !line.text.trim().is_empty());
    let numbers: Vec<_> = full.map(|line| numbered(&line.text).map(|(number, _)| number)).collect();
    let follow = numbers.iter().zip(numbers.iter().skip(1));
    let follow = follow.filter(|(a, b)| matches!((a, b), (Some(a), Some(b)) if a.checked_add(1) == Some(*b))).count();
    numbers.len() >= 8 && 10 * follow >= 8 * numbers.len()
}
