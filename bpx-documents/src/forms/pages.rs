//! Removes text that belongs to printed pages: lines that repeat at the edges of pages, and tables of contents.

use super::line::{self, Line};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The character at the beginning of a page.
const BREAK: char = '\u{c}';

/// Returns the lines of a text; lines at the edges of pages and lines of tables of contents are empty.
pub(crate) fn read_lines(text: &str, first: usize) -> Vec<Line<'_>> {
    let mut lines = line::split_lines(text, first);
    let starts = text.lines().enumerate().filter(|(_, line)| line.starts_with(BREAK)).map(|(at, _)| at);
    let starts: Vec<_> = starts.collect();
    let texts: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
    let edges = if starts.is_empty() { Vec::new() } else { edge_lines(&texts, &starts) };
    let contents = contents_lines(&texts);
    for at in edges.into_iter().chain(contents) {
        lines.iter_mut().skip(at).take(1).for_each(|line| line.text = Cow::Borrowed(""));
    }
    lines
}

/// The largest number of lines at each edge of a page that may be no part of the text.
const EDGE: usize = 3;

/// Returns the indexes of lines at the edges of pages that repeat, or that have a page number; `starts` are the indexes
/// of the first lines of all pages after the first.
pub(crate) fn edge_lines(lines: &[&str], starts: &[usize]) -> Vec<usize> {
    let ends = starts.iter().copied().chain([lines.len()]);
    let pages: Vec<_> = [0].into_iter().chain(starts.iter().copied()).zip(ends).collect();
    let (mut tops, mut bottoms) = (Vec::new(), Vec::new());
    for (start, end) in pages {
        let page = || lines.iter().copied().enumerate().take(end).skip(start);
        let full = || page().filter(|(_, line)| !line.trim().is_empty());
        tops.push(full().take(EDGE).collect());
        bottoms.push(full().rev().take(EDGE).collect());
    }
    let mut found = repeated_edges(&tops);
    found.append(&mut repeated_edges(&bottoms));
    found
}

/// The lines at an edge of a page with their indexes, the outermost line first.
type Edge<'t> = Vec<(usize, &'t str)>;

/// Returns the indexes of lines at an edge that belong to the pages, not to the text.
fn repeated_edges(pages: &[Edge<'_>]) -> Vec<usize> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for edge in pages {
        let patterns: HashSet<_> = edge.iter().filter_map(|(_, text)| edge_pattern(text)).collect();
        patterns.into_iter().for_each(|pattern| *seen.entry(pattern).or_default() += 1);
    }
    // Left and right pages may differ, and so may pages of chapters; a title of columns repeats with its table.
    let repeats = |text: &str| {
        let count = edge_pattern(text).and_then(|pattern| seen.get(&pattern).copied());
        count.is_some_and(|count| count >= 2 && 3 * count >= pages.len()) && !super::columns::is_titles(text)
    };
    let first = first_page(pages);
    let mut found = Vec::new();
    for (page, edge) in (0_i64..).zip(pages) {
        let expected = first.map(|first| first + page);
        for (rank, (at, text)) in edge.iter().enumerate() {
            let counts = expected.is_some_and(|page| has_page(text, page)) && (rank == 0 || is_number(text));
            let alone = expected.is_none() && rank == 0 && is_number(text);
            if counts || alone || is_page_number(text) || repeats(text) {
                found.push(*at);
            }
        }
    }
    found
}

/// Returns the number of the first page, if the outermost lines of most pages, and of at least three pages, begin or
/// end with numbers that count the pages. The title beside a number may differ from page to page.
fn first_page(pages: &[Edge<'_>]) -> Option<i64> {
    let mut firsts: HashMap<i64, (usize, bool)> = HashMap::new();
    for (page, edge) in (0_i64..).zip(pages) {
        let mut found = HashMap::<i64, bool>::new();
        for (rank, (_, line)) in edge.iter().enumerate() {
            let (start, end) = numbers_at_ends(line);
            // Words beside a number are those of the outermost line.
            if rank == 0 || is_number(line) {
                for (number, closes) in [(start, is_number(line)), (end, true)] {
                    let Some(number) = number else { continue };
                    *found.entry(number - page).or_default() |= closes;
                }
            }
        }
        for (first, closes) in found {
            let entry = firsts.entry(first).or_default();
            *entry = (entry.0 + 1, entry.1 | closes);
        }
    }
    // A number before a title alone may be that of a section.
    let most = firsts.into_iter().filter(|(_, (count, closes))| *count >= 3 && 2 * count > pages.len() && *closes);
    most.max_by_key(|(first, (count, _))| (*count, *first)).map(|(first, _)| first)
}

/// Returns the number that is the first word of a line, and the number that is the last word.
fn numbers_at_ends(line: &str) -> (Option<i64>, Option<i64>) {
    let number = |word: Option<&str>| word.filter(|word| word.len() <= 5)?.parse().ok();
    let mut words = line.split_whitespace();
    let first = number(words.next());
    (first, words.next_back().map_or(first, |word| number(Some(word))))
}

/// Returns whether a line begins or ends with the page number.
fn has_page(line: &str, page: i64) -> bool {
    let (start, end) = numbers_at_ends(line);
    start == Some(page) || end == Some(page)
}

/// Returns whether a line is a number.
fn is_number(line: &str) -> bool {
    line.trim().parse::<u32>().is_ok()
}

/// Returns the indexes of the lines in tables of contents. Such a table has lines with dots before a page number, and
/// numbered lines between them; or section numbers and page numbers that both increase; or numbered titles that occur
/// again.
pub(crate) fn contents_lines(lines: &[&str]) -> Vec<usize> {
    let mut empty = Vec::new();
    let mut region = Region::default();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let titles = lines.iter().map(|line| line.trim()).filter(|text| is_numbered(text));
    titles.for_each(|text| *counts.entry(text).or_default() += 1);
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim();
        // The first time that a title occurs which occurs again.
        let again = counts.get_mut(text).is_some_and(|count| std::mem::take(count) > 1);
        if !text.is_empty() && !region.add_line(at, text, again) {
            empty.extend(std::mem::take(&mut region).contents_lines());
        }
    }
    empty.extend(region.contents_lines());
    empty
}

/// The smallest number of titles in a table of contents without page numbers.
const LEAST_TITLES: usize = 5;

/// Adjacent lines that may each belong to a table of contents.
#[derive(Default)]
struct Region {
    lines: Vec<usize>,
    /// The number of lines up to the last entry.
    end: usize,
    /// The number of lines with dots.
    dotted: usize,
    /// The number of lines with a section number of several parts, a title and a page number.
    entries: usize,
    /// The last section number, and the page number beside it.
    last: (Vec<u32>, u32),
    /// Whether a section number or a page number does not increase.
    mixed: bool,
    /// The number of lines whose text occurs again in the document.
    again: usize,
}

impl Region {
    /// Adds a line; returns whether the line may belong to a table of contents.
    fn add_line(&mut self, at: usize, text: &str, again: bool) -> bool {
        let leader = has_leader(text);
        if !leader && !is_numbered(text) {
            return false;
        }
        self.lines.push(at);
        let entry = contents_entry(text);
        if let Some((number, page)) = &entry {
            self.mixed |= *number <= self.last.0 || *page < self.last.1;
            self.entries += usize::from(number.len() > 1);
        }
        self.dotted += usize::from(leader);
        let page = self.dotted > 0 && text.bytes().all(|byte| byte.is_ascii_digit());
        self.again += usize::from(again && text.contains(char::is_alphabetic));
        if leader || page || entry.is_some() || again {
            self.end = self.lines.len();
        }
        self.last = entry.unwrap_or_else(|| std::mem::take(&mut self.last));
        true
    }

    /// Returns the indexes of the lines, if the lines are a table of contents.
    fn contents_lines(mut self) -> Vec<usize> {
        self.lines.truncate(self.end);
        let are_titles = self.again >= LEAST_TITLES && 10 * self.again >= 9 * self.lines.len();
        let is_contents = self.dotted >= 3 || self.entries >= 2 && !self.mixed || are_titles;
        if is_contents { self.lines } else { Vec::new() }
    }
}

/// Returns the section number and the page number of a line with a gap or dots after the title: `3.2. Names    12`.
fn contents_entry(text: &str) -> Option<(Vec<u32>, u32)> {
    let title = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let page = text.strip_prefix(title)?.parse().ok()?;
    let (number, title) = title.split_once(' ')?;
    let parts: Result<Vec<_>, _> = number.trim_end_matches('.').split('.').map(str::parse).collect();
    let apart = title.ends_with("  ") || has_leader(title);
    parts.ok().filter(|_| apart && title.contains(char::is_alphabetic)).map(|parts| (parts, page))
}

/// Returns whether a line has dots before a page number or at its end: `Header . . . . 12`.
fn has_leader(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let dots = text.trim_end_matches(|c: char| matches!(c, '.' | '\u{2026}' | '\u{b7}') || c.is_whitespace());
    let (_, drawn) = text.split_at(dots.len());
    !dots.is_empty() && drawn.chars().filter(|c| !c.is_whitespace()).count() >= 4
}

/// Returns whether a line begins with a section number or another number.
fn is_numbered(text: &str) -> bool {
    let is = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    text.split_whitespace().next().is_some_and(is)
}

/// Returns the words of a line without numbers, which are equal in lines that repeat at the edges of pages.
fn edge_pattern(text: &str) -> Option<String> {
    let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| c.is_ascii_digit()));
    let pattern = words.collect::<Vec<_>>().join(" ");
    pattern.contains(char::is_alphabetic).then_some(pattern)
}

/// Returns whether a line is a page number: `- 12 -`, `[Page 12]`, `Page 3 of 40`.
fn is_page_number(text: &str) -> bool {
    let words: Vec<_> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let number = |word: &str| word.len() <= 5 && word.bytes().all(|byte| byte.is_ascii_digit());
    match words.as_slice() {
        [one] => number(one) && text.trim().starts_with(['-', '[', '\u{2013}', '\u{2014}']),
        [page, one] => page.eq_ignore_ascii_case("page") && number(one),
        [page, one, of, all] => {
            page.eq_ignore_ascii_case("page") && number(one) && of.eq_ignore_ascii_case("of") && number(all)
        }
        _ => false,
    }
}
