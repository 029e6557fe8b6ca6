//! Reads headings of plain texts and of Markdown.

use crate::forms::block::{Block, Heading, TakenLines};
use crate::forms::columns;
use crate::forms::line::Line;

/// Reads a heading; `last` is the number of the heading before. A heading with a number must have a greater number.
pub(crate) fn read_heading(lines: &[Line<'_>], last: &[u32]) -> Option<TakenLines> {
    let line = lines.first()?;
    let text = line.text.trim();
    let block = |number, depth, title: &str, taken| {
        let title = title.trim().to_owned();
        Some((vec![Block::Heading(Heading { line: line.number, number, depth, title })], taken))
    };
    if let Some(rest) = text.strip_prefix('#') {
        let title = rest.trim_start_matches('#');
        let depth = text.len() - title.len();
        // `#flags  - bits` marks a name.
        let is_marked = !title.starts_with(char::is_lowercase) || depth > 1;
        let (number, title) = section_number(title.trim()).unwrap_or((Vec::new(), title));
        return block(number, depth, title, 1).filter(|_| depth <= 6 && is_marked && is_title(title));
    }
    if let Some(title) = text.strip_prefix('§') {
        return block(Vec::new(), 1, title, 1).filter(|_| is_title(title));
    }
    if let Some((depth, title)) = read_wiki_heading(text).filter(|(_, title)| is_title(title)) {
        return block(Vec::new(), depth, title, 1);
    }
    let below = lines.get(1).map_or("", |line| &*line.text);
    if let Some(depth) = ['=', '-'].iter().position(|mark| is_rule(below, *mark)).filter(|_| is_title(text)) {
        let (number, title) = section_number(text).unwrap_or((Vec::new(), text));
        return block(number, depth + 1, title, 2);
    }
    // A title between a rule above it and an empty line.
    if is_rule(text, '=') && is_title(below) && lines.get(2).is_some_and(|line| line.text.trim().is_empty()) {
        let title = without_label(below.trim());
        return block(Vec::new(), 1, title, 2);
    }
    let Some((number, title)) = section_number(text) else { return read_two_paragraphs(lines, last) };
    let first = title.chars().next()?;
    // A paragraph can begin with a number too; a heading has no words after it on the next line.
    let alone = lines.get(1).is_none_or(|line| line.text.trim().is_empty());
    let fits = !line.text.contains('\t') && (first.is_uppercase() || first == '_') && is_title(title);
    let depth = number.len();
    (fits && (alone || has_gap_after_number(&line.text, &number, last)) && number.as_slice() > last)
        .then(|| block(number, depth, title, 1))
        .flatten()
}

/// Reads the headings of wikis: `== Title ==`, `== Title` and `h2. Title`.
fn read_wiki_heading(text: &str) -> Option<(usize, &str)> {
    if let Some((depth, title)) = text.strip_prefix('h').and_then(|rest| rest.split_once(". ")) {
        return depth.parse().ok().filter(|depth| (1..=6).contains(depth)).map(|depth| (depth, title.trim()));
    }
    let title = text.trim_start_matches('=');
    let marks = text.len() - title.len();
    let title = title.strip_prefix(' ')?;
    let bare = title.trim_end_matches('=').trim();
    // The outermost heading has most marks in one wiki, and fewest in another.
    (2..=6).contains(&marks).then_some((marks, bare)).filter(|(_, title)| !title.is_empty())
}

/// The largest number of lines in which the parts of a heading are searched.
const NEAR: usize = 8;

/// Reads a section number and a section title in paragraphs of their own, as text extraction may return them.
fn read_two_paragraphs(lines: &[Line<'_>], last: &[u32]) -> Option<TakenLines> {
    let near = lines.iter().enumerate().take(NEAR);
    let mut full = near.map(|(at, line)| (at, line.number, line.text.trim())).filter(|(.., text)| !text.is_empty());
    let (_, _, shown) = full.next()?;
    let parts: Result<Vec<u32>, _> = shown.split('.').map(str::parse).collect();
    let number = parts.ok().filter(|number| number.len() <= 6 && number.as_slice() > last)?;
    let (at, line, title) = full.next()?;
    let alone = lines.get(at + 1).is_none_or(|line| line.text.trim().is_empty());
    let below = full.next().map_or("", |(.., text)| text);
    // A number without parts is that of a section if it is the next or one is lost, and a sentence or the first part
    // follows.
    let steps = number.first().and_then(|number| number.checked_sub(last.first().map_or(0, |last| *last)));
    let next = steps.is_some_and(|steps| (1..=2).contains(&steps));
    let part = below.strip_prefix(shown).is_some_and(|rest| rest.starts_with(".1"));
    let sure = number.len() > 1 || next && (part || below.len() > SENTENCE);
    let table = || lines.get(at..).is_some_and(|rest| columns::read_columns(rest).is_some());
    let fits = sure && alone && title.starts_with(char::is_uppercase) && is_title(title) && !table();
    let heading = Heading { line, depth: number.len(), number, title: title.to_owned() };
    fits.then(|| (vec![Block::Heading(heading)], at + 1))
}

/// The largest size of a title below a heading, in bytes; a longer text is a sentence.
const SENTENCE: usize = 40;

/// Returns whether a gap follows a section number, as on printed pages. A number without parts must be the next number,
/// because lists have numbers too.
fn has_gap_after_number(line: &str, number: &[u32], last: &[u32]) -> bool {
    let text = line.trim_start();
    let indented = line.len() - text.len();
    let title = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let (shown, _) = text.split_at(text.len() - title.len());
    let next = last.first().map_or(Some(1), |last| last.checked_add(1));
    let follows = number.len() > 1 || number.first().copied() == next;
    let at_edge = indented == 0 || indented <= 4 && number.len() > 1;
    follows && at_edge && !shown.is_empty() && !shown.ends_with('.') && title.starts_with("  ")
}

/// Returns a title without a label in parentheses, and without the text after a colon.
fn without_label(text: &str) -> &str {
    let text = text.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(text, |(_, rest)| rest.trim());
    text.split(" : ").next().unwrap_or(text).trim()
}

/// Returns whether a line repeats the mark.
pub(crate) fn is_rule(text: &str, mark: char) -> bool {
    let text = text.trim();
    text.len() >= 3 && text.chars().all(|c| c == mark)
}

/// Returns the section number and the section title in a text.
pub(in crate::forms) fn section_number(text: &str) -> Option<(Vec<u32>, &str)> {
    let (number, title) = text.split_once(' ')?;
    let parts: Result<Vec<u32>, _> = number.trim_end_matches('.').split('.').map(str::parse).collect();
    Some((parts.ok().filter(|parts| parts.len() <= 6)?, title.trim()))
}

fn is_title(text: &str) -> bool {
    // The text after a colon between spaces is a description.
    let named = text.split(" : ").next().unwrap_or(text).trim();
    !named.is_empty() && named.chars().count() <= 80 && !text.trim().ends_with(['.', ':', ';', ','])
}
