//! Reads the text between fences: YAML at the beginning, code, and directives of reStructuredText.

use crate::forms::line::Line;
use std::borrow::Cow;

/// Returns the lines after the YAML at the beginning of a document, which is between `---` and `---`, or before
/// `--- abstract` in an RFC.
pub(super) fn after_front_matter<'l, 't>(lines: &'l [Line<'t>]) -> &'l [Line<'t>] {
    let Some((_, below)) = lines.split_first().filter(|(first, _)| first.text == "---") else { return lines };
    let ends = |line: &Line<'_>| matches!(&*line.text, "---" | "...") || line.text.starts_with("--- ");
    below.iter().position(ends).map_or(lines, |end| below.split_at(end + 1).1)
}

/// Converts a fenced block of MyST, such as a `{list-table}`, to a directive of reStructuredText.
pub(super) fn directive_lines(info: &str, lines: &[Line<'_>]) -> Option<Vec<Line<'static>>> {
    let (name, argument) = info.strip_prefix('{')?.split_once('}')?;
    if !matches!(name, "list-table" | "csv-table" | "table" | "eval-rst" | "code-block" | "code") {
        return None;
    }
    let first = lines.first()?.number;
    let all = name == "eval-rst";
    let lead = if all { "" } else { "   " };
    let head = Line { number: first, text: Cow::Owned(format!(".. {name}::{argument}")) };
    let body = lines.iter().map(|line| Line { number: line.number, text: Cow::Owned(format!("{lead}{}", line.text)) });
    Some((!all).then_some(head).into_iter().chain(body).collect())
}

/// Returns the language of a fenced block, which is the first word of ` ```c title="x" ` or ` ```{.c} `.
pub(super) fn fence_language(info: &str) -> String {
    let word = info.split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}')).find(|word| !word.is_empty());
    word.unwrap_or("").trim_start_matches('.').to_owned()
}
