//! Reads pictures of structures in LaTeX, which are `bytefield` environments.

use super::marks::plain_text;
use super::text::Cursor;
use crate::forms::text::diagram::repeat_count;
use crate::model::{BitBox, Diagram, DiagramRow, Form};
use crate::prose::Sentence;

/// Reads a `bytefield` with a width in bits; `line` returns the line that contains an offset of the body.
pub(super) fn read_bytefield(width: Option<u64>, body: &str, line: impl Fn(usize) -> usize) -> Diagram {
    let mut diagram = Diagram { line: line(0), form: Form::Latex, width, ..Diagram::default() };
    let mut cursor = Cursor::new(body);
    let mut row: Vec<BitBox> = Vec::new();
    let mut begins = diagram.line;
    loop {
        let at = cursor.position();
        let Some(c) = cursor.next_char() else { break };
        if c != '\\' {
            continue;
        }
        let here = line(at);
        match cursor.take_command() {
            command @ ("bitbox" | "wordbox") => {
                let Some(count) = cursor.take_argument().and_then(|count| count.trim().parse::<u64>().ok()) else {
                    continue;
                };
                let rows = if command == "wordbox" { width } else { Some(1) };
                let bits = rows.and_then(|bits| bits.checked_mul(count));
                let text = plain_text(cursor.take_argument().unwrap_or(""));
                let (name, _) = text.split_once('[').unwrap_or((&text, ""));
                begins = if row.is_empty() { here } else { begins };
                row.push(BitBox { name: name.trim().to_owned(), times: repeat_count(&text), bits });
            }
            "begin" => {
                let group = cursor.take_argument().is_some_and(|name| name.ends_with("wordgroup"));
                let text = cursor.take_argument().filter(|_| group).unwrap_or("");
                let quantity = Sentence { line: here, text }.quantities().first().copied();
                diagram.bracket = diagram.bracket.or(quantity.map(|quantity| (here, quantity.bits)));
            }
            "\\" if !row.is_empty() => {
                diagram.rows.push(DiagramRow { line: begins, boxes: std::mem::take(&mut row) });
            }
            "bitheader" => drop(cursor.take_argument()),
            _ => {}
        }
    }
    if !row.is_empty() {
        diagram.rows.push(DiagramRow { line: begins, boxes: row });
    }
    diagram
}
