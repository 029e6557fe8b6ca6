//! Reads Org: headings with stars, tables between bars with lines `|---+---|`, blocks of code, and lists.

use super::block::Block;
use super::captions;
use super::flow::Flow;
use super::line::{Line, each_block, indentation, leading_lines};
use super::lists::Item;
use super::spans::{Cell, SpannedTable};
use crate::model::Form;

/// Passes the blocks of a document to `give`.
pub(in crate::forms) fn read_blocks(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    // A text without stars may have headings as plain texts do.
    let headings = !lines.iter().any(|line| split_heading(&line.text).is_some());
    let mut flow = Flow::new(headings, give);
    let mut name = None;
    each_block(lines, |first, lines| {
        let text = first.text.trim();
        let mut taken = 1;
        if text.is_empty() {
            flow.end_paragraph();
        } else if text.starts_with('|') {
            let rows = leading_lines(lines, |line| line.text.trim_start().starts_with('|'));
            flow.add_table(read_table(rows, name.take()));
            taken = rows.len();
        } else if let Some((key, value)) = split_keyword(text) {
            match key.to_ascii_lowercase().as_str() {
                "caption" => name = captions::caption_name(value),
                key if key.starts_with("begin_") => taken = read_block(key, value, lines, &mut flow),
                "include" => {
                    flow.report_skipped(
                        first.number,
                        &format!("{value} is another file, which is read only when it is given"),
                    );
                }
                _ => {}
            }
        } else if let Some((depth, title)) = split_heading(&first.text) {
            name = None;
            flow.add_heading(first.number, depth, &plain_text(title));
        } else if text.starts_with(": ") {
            let code = leading_lines(lines, |line| line.text.trim_start().starts_with(':'));
            flow.add_code("", &code.iter().map(|line| cut_letters(line, 2)).collect::<Vec<_>>());
            taken = code.len();
        } else if let Some(text) = item_text(text) {
            let indent = indentation(&first.text);
            let mut text = text.replacen(" :: ", ": ", 1);
            let more = lines.iter().skip(1).take_while(|line| {
                let inside = indentation(&line.text) > indent;
                let more = line.text.trim();
                inside && !more.is_empty() && item_text(more).is_none() && !more.starts_with(['|', '#', ':'])
            });
            for line in more {
                text.push(' ');
                text.push_str(line.text.trim());
                taken += 1;
            }
            flow.add_item(Item { line: first.number, depth: indent / 2, text: plain_text(&text) });
        } else {
            name = None;
            flow.add_line(first.number, plain_text(text));
        }
        taken
    });
    flow.give_gathered();
}

/// Splits `#+KEY: value`.
fn split_keyword(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix("#+")?;
    let end = text.find([':', ' ']).unwrap_or(text.len());
    let (key, value) = text.split_at_checked(end)?;
    Some((key, value.trim_start_matches(':').trim()))
}

/// Reads a block up to its end; a block without an end is text.
fn read_block(key: &str, value: &str, lines: &[Line<'_>], flow: &mut Flow<'_>) -> usize {
    let kind = key.trim_start_matches("begin_");
    if !matches!(kind, "src" | "example" | "export" | "comment") {
        return 1;
    }
    let begins = |text: &str| text.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("#+begin_"));
    let ends = |text: &str| text.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("#+end_"));
    let [_, below @ ..] = lines else { return 1 };
    let inside = leading_lines(below, |line| !ends(line.text.trim()) && !begins(line.text.trim()));
    if below.get(inside.len()).is_none_or(|line| !ends(line.text.trim())) {
        return 1;
    }
    if matches!(kind, "src" | "example") {
        let language = if kind == "src" { value.split_whitespace().next().unwrap_or("") } else { "" };
        flow.add_code(language, inside);
    }
    inside.len() + 2
}

/// Reads a table; the rows above the first line of dashes are titles.
fn read_table(lines: &[Line<'_>], name: Option<String>) -> SpannedTable {
    let is_rule = |line: &Line<'_>| line.text.trim().starts_with("|-");
    // A table of nothing but lines of dashes has no rows, and so no titles.
    let first = lines.iter().position(|line| !is_rule(line)).unwrap_or(0);
    let rule = lines.iter().skip(first).position(is_rule).map_or(0, |at| at + first);
    let mut table =
        SpannedTable { line: lines.first().map_or(0, |line| line.number), form: Form::Org, name, rows: Vec::new() };
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !is_rule(line)) {
        let text = line.text.trim();
        let text = text.strip_prefix('|').unwrap_or(text);
        let text = text.strip_suffix('|').unwrap_or(text);
        let cells: Vec<_> = text.split('|').map(str::trim).collect();
        // Rows of marks for the width and the groups of columns.
        let is_mark = |cell: &&str| {
            let inside = cell.trim_start_matches('<').trim_end_matches('>');
            let counts = inside.trim_start_matches(['l', 'r', 'c']).chars().all(|c| c.is_ascii_digit());
            cell.is_empty()
                || (counts && cell.starts_with('<') && cell.ends_with('>'))
                || matches!(*cell, "/" | "<" | ">" | "<>")
        };
        if cells.iter().all(is_mark) && cells.iter().any(|cell| !cell.is_empty()) {
            continue;
        }
        let cell = |text: &str| Cell {
            title: at < rule,
            ..Cell::plain_cell(plain_text(&text.replace("\\vert{}", "|").replace("\\vert", "|")))
        };
        table.rows.push((line.number, cells.into_iter().map(cell).collect()));
    }
    table
}

/// Returns the depth and the title of `** Title`.
fn split_heading(text: &str) -> Option<(usize, &str)> {
    let title = text.trim_start_matches('*');
    let depth = text.len() - title.len();
    let title = title.strip_prefix(' ').filter(|_| depth > 0)?.trim();
    // Tags are at the end: `:word:`.
    let tags =
        title.rsplit_once(' ').filter(|(_, tags)| tags.len() > 2 && tags.starts_with(':') && tags.ends_with(':'));
    Some((depth, tags.map_or(title, |(title, _)| title.trim())))
}

/// Returns the text of a list item.
fn item_text(text: &str) -> Option<&str> {
    let (mark, rest) = text.split_once(' ')?;
    let number = mark.trim_end_matches(['.', ')']);
    let counts = number.len() < mark.len() && !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    (matches!(mark, "-" | "+") || counts).then_some(rest.trim())
}

/// Removes marks: `=code=`, `~code~`, `*bold*`, `[[link][text]]`. No letter or digit may be right before or right after
/// a marked text.
fn plain_text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    let closes = text.contains("]]");
    while let Some(at) = rest.find(['=', '~', '*', '[']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let free = plain.chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let mark = from.chars().next().unwrap_or(' ');
        let inside = from.get(1..).unwrap_or("");
        let link = inside.strip_prefix('[').filter(|_| mark == '[' && closes).and_then(|link| link.split_once("]]"));
        let end = inside.find(mark).filter(|end| free && *end > 0 && !inside.starts_with(' ') && mark != '[');
        let end = end.filter(|end| {
            let after = inside.get(end + 1..).unwrap_or("").chars().next();
            after.is_none_or(|c| !c.is_alphanumeric())
        });
        if let Some((link, after)) = link {
            plain.push_str(link.split_once("][").map_or(link, |(_, shown)| shown));
            rest = after;
        } else if let Some(end) = end {
            plain.push_str(inside.get(..end).unwrap_or(""));
            rest = inside.get(end + 1..).unwrap_or("");
        } else {
            plain.push(mark);
            rest = from.get(mark.len_utf8()..).unwrap_or("");
        }
    }
    plain.push_str(rest);
    plain.trim().to_owned()
}

/// Removes `letters` characters from the beginning of a line.
fn cut_letters<'t>(line: &'t Line<'t>, letters: usize) -> Line<'t> {
    let text = line.text.trim_start();
    Line { number: line.number, text: text.get(letters..).unwrap_or("").into() }
}
