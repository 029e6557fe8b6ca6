//! Reads runs of constants whose names begin alike as enumerations: `#define KIND_A 0x10`.

use super::braces::Braces;
use super::tokens::{Kind, line_tokens};
use super::values;
use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::model::{Form, Skipped};

/// Reads a run of constants on adjacent lines; constants whose names begin alike become an enumeration.
pub(super) fn read_constants(lines: &[Line<'_>], braces: &Braces) -> Option<TakenLines> {
    read_constant(&lines.first()?.text)?;
    let run: Vec<_> = lines.iter().map_while(|line| Some((line.number, read_constant(&line.text)?))).collect();
    let taken = run.len();
    let mut blocks = Vec::new();
    let mut rest = run.as_slice();
    while let Some((line, (first, ..))) = rest.first() {
        let mut prefix = *first;
        let mut count = 1;
        while let Some(common) = rest.get(count).and_then(|(_, (name, ..))| common_prefix(prefix, name)) {
            (prefix, count) = (common, count + 1);
        }
        let (group, after) = rest.split_at_checked(count)?;
        let row = |(line, (name, value, notes)): &(usize, (&str, &str, String))| {
            let value = values::evaluate_expr(value, &braces.constants)
                .filter(|_| !value.starts_with("0x"))
                .map_or_else(|| (*value).to_owned(), |value| value.to_string());
            let cells = vec![(*name).to_owned(), value, notes.clone()];
            Row { line: *line, cells, when: String::new() }
        };
        if count > 1 {
            let header = ["Name", "Value", "Notes"].map(str::to_owned).to_vec();
            let name = Some(prefix.trim_end_matches('_').to_owned());
            let rows = group.iter().map(row).collect();
            blocks.push(Block::grid(Grid { line: *line, form: Form::Listing, name, header, rows, ..Grid::default() }));
        } else {
            let reason = "a single constant is not a set of values".to_owned();
            blocks.push(Block::Skipped(Skipped { line: *line, name: (*first).to_owned(), reason, open: false }));
        }
        rest = after;
    }
    Some((blocks, taken))
}

/// Returns the common beginning of two names, up to the last common `_`; returns `None` if the beginning has no other
/// letters.
fn common_prefix<'n>(prefix: &'n str, name: &str) -> Option<&'n str> {
    let mut stems = prefix.rmatch_indices('_').map(|(at, mark)| prefix.split_at(at + mark.len()).0);
    stems.find(|stem| name.starts_with(stem)).filter(|stem| stem.len() > 1)
}

/// Reads a constant: name, value, notes.
pub(super) fn read_constant(text: &str) -> Option<(&str, &str, String)> {
    read_define(text).or_else(|| read_assigned(text))
}

/// Reads `#define NAME value`.
fn read_define(text: &str) -> Option<(&str, &str, String)> {
    let rest = text.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
    let (name, value) = rest.trim().split_once(char::is_whitespace)?;
    // A macro with arguments is not a constant.
    let plain = rest.starts_with(char::is_whitespace) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let (value, notes) = without_comment(value.trim());
    (plain && !value.is_empty()).then_some((name, value, notes))
}

/// Reads `pub const NAME: u32 = 1;` and `const int NAME = 1;`.
fn read_assigned(text: &str) -> Option<(&str, &str, String)> {
    let (left, right) = text.trim().split_once('=')?;
    let words: Vec<_> = left.split_whitespace().collect();
    words.iter().take(3).find(|word| matches!(**word, "const" | "constexpr"))?;
    let name = left.split(':').next()?.split_whitespace().next_back()?;
    let (value, notes) = without_comment(right.trim());
    let value = value.trim_end().trim_end_matches(';').trim_end();
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !value.contains(['{', '[']);
    (plain && !value.is_empty()).then_some((name, value, notes))
}

/// Splits the comment at the end of a line off.
fn without_comment(text: &str) -> (&str, String) {
    let mut tokens = Vec::new();
    line_tokens(text, 0, false, &mut tokens);
    let Some(comment) = tokens.iter().find(|token| token.is_comment()) else { return (text, String::new()) };
    let notes: Vec<_> = tokens
        .iter()
        .filter_map(|token| if let Kind::Comment(text) = token.kind { Some(text) } else { None })
        .collect();
    (text.split_at(comment.column).0.trim_end(), notes.join(" "))
}
