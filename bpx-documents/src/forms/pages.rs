//! Pages of printed texts: the lines at their edges that repeat, and the table of contents, are no part of the text.

use std::collections::HashMap;

/// The mark at the beginning of a page.
pub(super) const BREAK: char = '\u{c}';

/// So many lines at each edge may be those of the page.
const EDGE: usize = 3;

/// Returns the lines at the edges of pages that repeat, or that have a page number alone; `starts` are the indices of
/// the first lines of pages after the first.
pub(crate) fn edges(lines: &[&str], starts: &[usize]) -> Vec<usize> {
    let ends = starts.iter().copied().chain([lines.len()]);
    let pages: Vec<_> = [0].into_iter().chain(starts.iter().copied()).zip(ends).collect();
    let mut found = Vec::new();
    for (start, end) in pages.iter().copied() {
        let page = lines.get(start..end).unwrap_or_default();
        let full = || (start..end).zip(page).filter(|(_, line)| !line.trim().is_empty()).map(|(at, _)| at);
        let top: Vec<_> = full().take(EDGE).collect();
        let bottom: Vec<_> = full().rev().take(EDGE).collect();
        found.push((top, bottom));
    }
    let mut seen: HashMap<(bool, usize, String), usize> = HashMap::new();
    for (is_top, rank, at) in ranks(&found) {
        if let Some(line) = lines.get(at) {
            *seen.entry((is_top, rank, pattern(line))).or_default() += 1;
        }
    }
    // Left and right pages may differ, and so may pages of chapters; a title of columns repeats with its table.
    let repeats = |is_top, rank, text: &str| {
        let count = seen.get(&(is_top, rank, pattern(text))).copied().unwrap_or_default();
        count >= 2 && 3 * count >= pages.len() && !super::columns::is_titles(text)
    };
    let counts = (counted(lines, &found, true), counted(lines, &found, false));
    let mut empty = Vec::new();
    for (page, (top, bottom)) in found.iter().enumerate() {
        for (is_top, edge) in [(true, top), (false, bottom)] {
            let first = if is_top { counts.0 } else { counts.1 };
            for (rank, at) in edge.iter().enumerate() {
                let Some(line) = lines.get(*at) else { break };
                let counts =
                    rank == 0 && first.is_some_and(|first| has_page(line, first.saturating_add_unsigned(page as u64)));
                if !counts && !repeats(is_top, rank, line) && !is_page_number(line) {
                    break;
                }
                empty.push(*at);
            }
        }
    }
    empty
}

/// Returns the number of the first page, if the outermost lines of most pages, and of three at least, end or begin with
/// numbers that count the pages: titles of chapters beside them change.
fn counted(lines: &[&str], edges: &[(Vec<usize>, Vec<usize>)], is_top: bool) -> Option<i64> {
    let mut firsts: HashMap<i64, (usize, bool)> = HashMap::new();
    for (page, (top, bottom)) in edges.iter().enumerate() {
        let edge = if is_top { top } else { bottom };
        let Some(line) = edge.first().and_then(|at| lines.get(*at)) else { continue };
        let (start, end) = ends(line);
        let first = |number: Option<i64>| number?.checked_sub_unsigned(page as u64);
        for (first, at_end) in [(first(start), false), (first(end), true)] {
            let Some(first) = first else { continue };
            let (pages, closes) = firsts.entry(first).or_default();
            *pages += 1;
            *closes |= at_end;
        }
    }
    // A number before a title alone may be that of a section.
    let most = firsts.into_iter().filter(|(_, (pages, closes))| *pages >= 3 && 2 * pages > edges.len() && *closes);
    most.max_by_key(|(first, (pages, _))| (*pages, *first)).map(|(first, _)| first)
}

/// Returns the numbers that are the first and the last word of a line.
fn ends(line: &str) -> (Option<i64>, Option<i64>) {
    let number = |word: Option<&str>| word.filter(|word| word.len() <= 5)?.parse().ok();
    let mut words = line.split_whitespace();
    (number(words.next()), number(words.next_back()))
}

/// Returns whether a line begins or ends with this number.
fn has_page(line: &str, page: i64) -> bool {
    let (start, end) = ends(line);
    start == Some(page) || end == Some(page)
}

/// Returns each line at an edge: whether the edge is the top, how far it is from it, and its index.
fn ranks(edges: &[(Vec<usize>, Vec<usize>)]) -> impl Iterator<Item = (bool, usize, usize)> {
    edges.iter().flat_map(|(top, bottom)| {
        let top = top.iter().enumerate().map(|(rank, at)| (true, rank, *at));
        top.chain(bottom.iter().enumerate().map(|(rank, at)| (false, rank, *at)))
    })
}

/// Returns the lines of tables of contents: those with dots up to a page number, and the numbered ones between them; or
/// numbers of sections before titles and numbers of pages, when both increase.
pub(crate) fn contents(lines: &[&str]) -> Vec<usize> {
    let mut empty = Vec::new();
    let mut region = Region::default();
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim();
        if !text.is_empty() && !region.add(at, text) {
            empty.extend(std::mem::take(&mut region).contents());
        }
    }
    empty.extend(region.contents());
    empty
}

/// Lines that follow each other, each of which may belong to a table of contents.
#[derive(Default)]
struct Region {
    lines: Vec<usize>,
    /// How many of the lines end with the last entry.
    end: usize,
    /// How many have dots.
    dotted: usize,
    /// How many have a number of several parts, a title and a page.
    entries: usize,
    /// The last number of a section, and its page.
    last: (Vec<u32>, u32),
    /// Whether a number was smaller than the one before.
    mixed: bool,
}

impl Region {
    /// Adds a line; returns whether it can be one of a table of contents.
    fn add(&mut self, at: usize, text: &str) -> bool {
        let leader = has_leader(text);
        if !leader && !is_numbered(text) {
            return false;
        }
        self.lines.push(at);
        let entry = entry(text);
        if let Some((number, page)) = &entry {
            self.mixed |= *number <= self.last.0 || *page < self.last.1;
            self.entries += usize::from(number.len() > 1);
        }
        self.dotted += usize::from(leader);
        let page = self.dotted > 0 && text.bytes().all(|byte| byte.is_ascii_digit());
        if leader || page || entry.is_some() {
            self.end = self.lines.len();
        }
        self.last = entry.unwrap_or_else(|| std::mem::take(&mut self.last));
        true
    }

    /// Returns the lines if they are a table of contents.
    fn contents(mut self) -> Vec<usize> {
        self.lines.truncate(self.end);
        if self.dotted >= 3 || self.entries >= 2 && !self.mixed { self.lines } else { Vec::new() }
    }
}

/// Returns the number of a section and the page after its title, which a gap or dots separate: `3.2. Names    12`.
fn entry(text: &str) -> Option<(Vec<u32>, u32)> {
    let title = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let page = text.strip_prefix(title)?.parse().ok()?;
    let (number, title) = title.split_once(' ')?;
    let parts: Result<Vec<_>, _> = number.trim_end_matches('.').split('.').map(str::parse).collect();
    let apart = title.ends_with("  ") || has_leader(title);
    parts.ok().filter(|_| apart && title.contains(char::is_alphabetic)).map(|parts| (parts, page))
}

/// Returns whether a line has dots between words and their page, or dots at its end: `Header . . . . 12`.
fn has_leader(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let dots = text.trim_end_matches(|c: char| matches!(c, '.' | '\u{2026}' | '\u{b7}') || c.is_whitespace());
    let drawn = text.get(dots.len()..).unwrap_or_default();
    !dots.is_empty() && drawn.chars().filter(|c| !c.is_whitespace()).count() >= 4
}

/// Returns whether a line begins with the number of a section, or is a number.
fn is_numbered(text: &str) -> bool {
    let number = text.split_whitespace().next().unwrap_or_default();
    number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Returns what lines at the edges of pages have in common: their words, without numbers.
fn pattern(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| c.is_ascii_digit()));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns whether a line has the number of a page alone: `12`, `- 12 -`, `[Page 12]`, `Page 3 of 40`.
fn is_page_number(text: &str) -> bool {
    let marks = |c: char| !c.is_alphanumeric();
    let words: Vec<_> = text.split(marks).filter(|word| !word.is_empty()).collect();
    let number = |word: &str| word.len() <= 5 && word.bytes().all(|byte| byte.is_ascii_digit());
    match words.as_slice() {
        [one] => number(one),
        [page, one] => page.eq_ignore_ascii_case("page") && number(one),
        [page, one, of, all] => {
            page.eq_ignore_ascii_case("page") && number(one) && of.eq_ignore_ascii_case("of") && number(all)
        }
        _ => false,
    }
}
