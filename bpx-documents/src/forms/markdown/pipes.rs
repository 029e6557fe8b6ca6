//! Reads bars and marks in lines that the parser of Markdown does not read as a table.

use crate::forms::html;
use pulldown_cmark::{Options, Parser};

/// Returns the cells of a row of a table.
pub(super) fn row_cells(line: &str) -> Vec<String> {
    let line = line.trim_start_matches(['>', ' ']).trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in line.chars() {
        match c {
            '|' if !escaped => cells.push(String::new()),
            c => cells.iter_mut().rev().take(1).for_each(|cell| cell.push(c)),
        }
        escaped = c == '\\' && !escaped;
    }
    if cells.len() > 1 && cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    cells.iter().map(|cell| plain_text(cell.trim())).collect()
}

/// Returns a line of a paragraph without marks. A line with bars, tabs or columns of spaces stays unchanged, because
/// other readers need these characters.
pub(super) fn plain_line(line: &str) -> String {
    let trimmed = line.trim_start();
    let marked = trimmed.contains(['*', '`', '[', '<', '\\', '&', '_']);
    let laid_out = trimmed.contains(['|', '\t']) || trimmed.contains("  ");
    if !marked || laid_out {
        return line.to_owned();
    }
    let lead = line.len() - trimmed.len();
    format!("{}{}", line.get(..lead).unwrap_or(""), plain_text(trimmed))
}

/// Returns a text without marks of Markdown.
fn plain_text(text: &str) -> String {
    // A word before the text keeps it from being a list or a heading.
    let text = format!("x {text}");
    let mut marks = html::Marks::default();
    for event in Parser::new_ext(&text, Options::ENABLE_STRIKETHROUGH) {
        super::add_inline(&mut marks, &event);
    }
    marks.plain_text().strip_prefix('x').unwrap_or("").trim_start().to_owned()
}
