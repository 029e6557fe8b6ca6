//! Reads packets in the notation of QUIC: `Version (32),` between braces.

use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::measure::read_number;
use crate::model::Form;

/// The largest number of words in a name.
const MAX_WORDS: usize = 6;

/// Reads a packet: a name and a brace, then a field in each line, with its number of bits in parentheses.
pub(super) fn read_packet(lines: &[Line<'_>]) -> Option<TakenLines> {
    let first = lines.first()?;
    let name = first.text.trim().strip_suffix('{')?.trim();
    let is_title = name.starts_with(char::is_uppercase) && is_name(name);
    let end = lines.iter().take(MAX_LINES).position(|line| line.text.trim() == "}").filter(|_| is_title)?;
    let joined = join_lines(lines.get(1..end)?);
    let rows: Option<Vec<Row>> = joined.iter().map(|(line, text)| read_field(*line, text)).collect();
    let rows = rows.filter(|rows| rows.len() > 1)?;
    let header = ["Name", "Bits", "Notes"].map(str::to_owned).to_vec();
    let name = Some(name.to_owned());
    let grid = Grid { line: first.number, form: Form::Bits, name, header, rows, ..Grid::default() };
    Some((vec![Block::grid(grid)], end + 1))
}

/// The largest number of lines in a packet.
const MAX_LINES: usize = 200;

/// Joins the lines of each field; a comma ends a field.
fn join_lines(lines: &[Line<'_>]) -> Vec<(usize, String)> {
    let mut fields: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for line in lines.iter().filter(|line| !line.text.trim().is_empty()) {
        let text = line.text.trim();
        match fields.last_mut().filter(|_| is_open) {
            Some((_, field)) => {
                field.push(' ');
                field.push_str(text);
            }
            None => fields.push((line.number, text.to_owned())),
        }
        is_open = !text.ends_with([',', ')', ']']);
    }
    fields
}

/// Reads `Version (32) = 1,`, `[Token (8)],` and `Token (0..64) ...,`.
fn read_field(line: usize, text: &str) -> Option<Row> {
    let text = text.trim_end_matches(',').trim();
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let when = if inner.is_some() { "optional" } else { "" };
    let (name, rest) = inner.unwrap_or(text).split_once('(')?;
    let (bits, after) = rest.split_once(')')?;
    let bits = match (read_number(bits), bits.trim()) {
        (Some(bits), _) => bits.to_string(),
        (None, "i" | "..") => "variable".to_owned(),
        (None, bits) if bits.starts_with(|c: char| c.is_ascii_digit()) && bits.contains("..") => "variable".to_owned(),
        // `8 * Length`
        (None, bits) => bits.to_owned(),
    };
    let after = after.trim();
    let repeats = after.starts_with("...");
    let notes = match after.strip_prefix('=') {
        Some(value) => format!("Value: {}", value.trim()),
        None if repeats => "Repeated.".to_owned(),
        None => after.to_owned(),
    };
    let bits = if repeats { "variable".to_owned() } else { bits };
    let is_end = after.is_empty() || repeats || after.starts_with('=');
    let cells = vec![name.trim().to_owned(), bits, notes];
    (is_end && is_name(name)).then(|| Row { line, cells, when: when.to_owned() })
}

/// Returns whether a text is a name of a few words.
fn is_name(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(char::is_alphabetic)
        && text.split_whitespace().count() <= MAX_WORDS
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '/'))
}
