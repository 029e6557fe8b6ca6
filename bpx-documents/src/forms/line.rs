//! Splits a text into lines, without the characters that typesetting and listings add.

use std::borrow::Cow;

/// A line, and its number in the document, from 1.
#[derive(Debug, Clone)]
pub(crate) struct Line<'t> {
    pub number: usize,
    pub text: Cow<'t, str>,
}

/// Returns the lines of a text; the first line has the number `first`.
pub(crate) fn split_lines(text: &str, first: usize) -> Vec<Line<'_>> {
    let mut lines: Vec<_> =
        (first..).zip(text.lines()).map(|(number, text)| Line { number, text: clean_text(text) }).collect();
    if is_listing(&lines) {
        for line in &mut lines {
            line.text = match &line.text {
                Cow::Borrowed(text) => Cow::Borrowed(split_line_number(text).map_or(*text, |(_, rest)| rest)),
                Cow::Owned(text) => Cow::Owned(split_line_number(text).map_or(&**text, |(_, rest)| rest).to_owned()),
            };
        }
    }
    lines
}

/// Reads lines block by block: `take` gets the first line of a block and all remaining lines, and returns the number of
/// lines that the block takes.
pub(crate) fn each_block<'l, 't>(lines: &'l [Line<'t>], mut take: impl FnMut(&'l Line<'t>, &'l [Line<'t>]) -> usize) {
    let mut rest = lines.iter();
    while let Some(first) = rest.as_slice().first() {
        let taken = take(first, rest.as_slice());
        rest.by_ref().take(taken.max(1)).for_each(drop);
    }
}

/// Returns the lines before the first line that does not meet the condition.
pub(crate) fn leading_lines<'l, 't>(lines: &'l [Line<'t>], is: impl Fn(&Line<'t>) -> bool) -> &'l [Line<'t>] {
    lines.split(|line| !is(line)).next().unwrap_or(lines)
}

/// Returns the number of bytes before the first character that is not a space.
pub(crate) fn indentation(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Returns the column after a tab at a column.
pub(crate) fn tab_stop(column: usize) -> usize {
    (column / 8 + 1) * 8
}

/// Replaces ligatures by letters, and removes invisible marks.
fn clean_text(text: &str) -> Cow<'_, str> {
    // Tabs at the end are cells.
    let text = text.trim_end_matches([' ', '\r']);
    if is_drawn(text) {
        return text.chars().map(drawing_sign).collect::<String>().into();
    }
    if !text.contains(|c| typeset_replacement(c).is_some()) {
        return text.into();
    }
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match typeset_replacement(c) {
            Some(other) => clean.push_str(other),
            None => clean.push(c),
        }
    }
    clean.into()
}

/// Returns whether a line is a border or a row of a table in box-drawing characters of Unicode.
fn is_drawn(text: &str) -> bool {
    let is_side = |c: Option<char>| c.is_some_and(|c| ('\u{2500}'..='\u{257f}').contains(&c));
    let text = text.trim_start();
    is_side(text.chars().next()) && is_side(text.chars().next_back()) && text.chars().nth(1).is_some()
}

/// Returns the ASCII character for a box-drawing character.
fn drawing_sign(c: char) -> char {
    match c {
        '\u{2502}' | '\u{2503}' | '\u{2551}' => '|',
        '\u{2550}' => '=',
        '\u{2500}' | '\u{2501}' => '-',
        '\u{2500}'..='\u{257f}' => '+',
        c => c,
    }
}

/// Returns the replacement of a character that typesetting inserts; `None` if the character is kept.
pub(crate) fn typeset_replacement(c: char) -> Option<&'static str> {
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

/// Splits a line of a listing into its number and the rest: `12. text`, `12 text`.
fn split_line_number(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start();
    let digits = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let (number, rest) = line.split_at_checked(digits)?;
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    Some((number.parse().ok()?, rest.strip_prefix(' ').or(rest.is_empty().then_some(rest))?))
}

/// Returns whether nearly every line begins with its number, as in a listing that was copied from a page. If no number
/// has a full stop, the numbers may be values; the lines then count as a listing only if they look like a program.
fn is_listing(lines: &[Line<'_>]) -> bool {
    let full = lines.iter().filter(|line| !line.text.trim().is_empty());
    let numbers: Vec<_> = full.clone().map(|line| split_line_number(&line.text).map(|(number, _)| number)).collect();
    let follow = numbers.iter().zip(numbers.iter().skip(1));
    let follow = follow.filter(|(a, b)| matches!((a, b), (Some(a), Some(b)) if a.checked_add(1) == Some(*b))).count();
    let is_marked = |line: &Line<'_>| {
        line.text.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']).starts_with('.')
    };
    let mut rests = full.clone().filter_map(|line| split_line_number(&line.text)).map(|(_, rest)| rest.trim_end());
    let mut is_program = || rests.clone().any(|rest| rest.ends_with('{')) && rests.any(|rest| rest.ends_with(';'));
    let follows = numbers.len() >= 8 && 10 * follow >= 8 * numbers.len();
    follows && (full.clone().any(is_marked) || is_program())
}
