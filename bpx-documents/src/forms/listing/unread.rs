//! Reports listings from which nothing is read: layouts in unknown languages, and programs.

use crate::forms::line::Line;
use crate::forms::lists;
use crate::model::Skipped;
use crate::prose::line_beginning;
use crate::types::{self, Types};
use std::collections::HashSet;

/// Words of languages for layouts.
const LAYOUTS: &[&str] = &[
    "struct",
    "record",
    "packed",
    "_fields_",
    "bitfield",
    "bitmap",
    "bitstruct",
    "enum",
    "union",
    "sequence",
    "layout",
];

/// Words of programs.
const PROGRAMS: &[&str] =
    &["return", "if", "else", "elif", "for", "while", "loop", "def", "fn", "func", "function", "import", "let", "var"];

/// Returns a report about a listing; returns `None` for a listing that names no types, such as commands or bytes.
pub(super) fn of(lines: &[Line<'_>]) -> Option<Skipped> {
    let first = lines.iter().find(|line| !line.text.trim().is_empty())?;
    let (mut typed, mut layout, mut program) = (0_usize, false, false);
    for line in lines {
        let mut words = line.text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
        program |= words.clone().any(|word| PROGRAMS.contains(&word));
        let is_layout = |word: &str| LAYOUTS.contains(&word.to_ascii_lowercase().as_str());
        let begins = line.text.trim_end().ends_with(['{', '(', '[', ':']) || line.text.contains("_fields_");
        layout |= words.clone().next_back().is_some_and(is_layout) || begins && words.clone().any(is_layout);
        typed += usize::from(words.any(is_type));
    }
    let open = typed > 0 && layout || typed > 1 && !program;
    let words = line_beginning(&first.text);
    let reason = match open {
        true => {
            format!("the listing that begins with `{words}` names types or layouts, but nothing in it was understood")
        }
        false => "a listing names types, but seems to be a part of a program or an example".to_owned(),
    };
    let (name, line) = (String::new(), first.number);
    (open || typed > 0).then_some(Skipped { line, name, reason, open })
}

/// Returns a report about unread lines of a listing that have the columns of fields.
pub(super) fn skipped_lines(lines: &[(usize, String)]) -> Option<Skipped> {
    let mut fields = lines.iter().filter(|(_, text)| lists::is_field(text));
    let (line, text) = fields.next()?;
    let (more, words) = (fields.count(), line_beginning(text));
    let reason = match more {
        0 => format!("`{words}` of a listing has the columns of a field, and is not read"),
        _ => {
            format!("`{words}` of a listing and {more} more of its lines have the columns of fields, and are not read")
        }
    };
    Some(Skipped::open_part(*line, reason))
}

/// Returns a report about lines in braces that are not read, beside lines in the same braces that are; `left` are the
/// unread lines.
pub(super) fn left_members(lines: &[Line<'_>], left: &[(usize, String)]) -> Option<Skipped> {
    let unread: HashSet<usize> = left.iter().map(|(line, _)| *line).collect();
    // The lines in the innermost open braces: the first unread line, and whether a line is read.
    let mut open: Vec<(Option<&Line<'_>>, bool)> = Vec::new();
    for line in lines.iter().filter(|line| !line.text.trim().is_empty()) {
        let (opens, closes) = (line.text.matches('{').count(), line.text.matches('}').count());
        if let Some((first, is_read)) = open.last_mut().filter(|_| opens == 0 && closes == 0) {
            let is_unread = unread.contains(&line.number);
            *first = first.or(Some(line).filter(|_| is_unread));
            *is_read |= !is_unread;
        }
        open.extend(std::iter::repeat_n((None, false), opens.saturating_sub(closes)));
        for _ in opens..closes {
            if let Some((Some(line), true)) = open.pop() {
                let words = line_beginning(&line.text);
                let reason = format!("`{words}` of a listing is not read, beside members that are");
                return Some(Skipped::open_part(line.number, reason));
            }
        }
    }
    None
}

/// Returns whether a word of a listing is a type: `uint32_t`, `c_uint16`.
fn is_type(word: &str) -> bool {
    let bare = word.strip_prefix("c_").unwrap_or(word);
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    !is_number && types::type_meaning(bare, &Types::new()).is_some_and(|meaning| meaning.size.is_some())
}
