//! Reads pictures of packets in the language of Mermaid: `0-15: "Source Port"`, `+16: "Source Port"`.

use crate::forms::block::{Block, Grid, Row};
use crate::forms::line::Line;
use crate::model::{Form, Skipped};
use crate::prose::line_beginning;

/// Returns whether a diagram is a packet of Mermaid; `language` may be empty.
pub(super) fn is_packet(language: &str, lines: &[Line<'_>]) -> bool {
    let mut texts = lines.iter().map(|line| line.text.trim()).filter(|text| !text.is_empty());
    let is_first = matches!(texts.next(), Some("packet" | "packet-beta"));
    let mut begins = || texts.find_map(|text| read_field(text, 0)).is_some_and(|field| field.begins == 0);
    is_first && (language == "mermaid" || language.is_empty() && begins())
}

/// Passes the table of a packet to `give`, or a report about the first line that is not understood.
pub(super) fn read_blocks(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    let Some(first) = lines.first() else { return };
    let mut rows = Vec::new();
    let (mut end, mut name) = (0_u64, None);
    for line in lines.iter().filter(|line| !is_mark(line.text.trim())) {
        let text = line.text.trim();
        if let Some(title) = text.strip_prefix("title ") {
            name = Some(title.trim().to_owned());
            continue;
        }
        let found = read_field(text, end).filter(|field| field.begins == end && field.ends > end);
        let Some(field) = found else {
            let words = line_beginning(text);
            let reason = format!("`{words}` is not understood as a field of this packet that begins at bit {end}");
            return give(Block::Skipped(Skipped::open_part(line.number, reason)));
        };
        let cells = vec![field.name.to_owned(), (field.ends - field.begins).to_string(), String::new()];
        rows.push(Row { line: line.number, cells, when: String::new() });
        end = field.ends;
    }
    let header = ["Name", "Bits", "Notes"].map(str::to_owned).to_vec();
    if !rows.is_empty() {
        give(Block::grid(Grid { line: first.number, form: Form::Bits, name, header, rows, ..Grid::default() }));
    }
}

/// Returns whether a line states no field, because the line is empty, a comment, or the kind of the diagram.
fn is_mark(text: &str) -> bool {
    text.is_empty() || text.starts_with("%%") || matches!(text, "packet" | "packet-beta")
}

/// A field, and the range of its bits.
struct Field<'t> {
    name: &'t str,
    begins: u64,
    /// The first bit after the field.
    ends: u64,
}

/// Reads a field after `end` bits.
fn read_field(text: &str, end: u64) -> Option<Field<'_>> {
    let (place, name) = text.split_once(':')?;
    let name = name.trim().trim_matches('"').trim();
    let (begins, ends) = match (place.strip_prefix('+'), place.split_once('-')) {
        (Some(count), _) => (end, end.checked_add(count.trim().parse().ok()?)?),
        (None, Some((low, high))) => (low.trim().parse().ok()?, high.trim().parse::<u64>().ok()?.checked_add(1)?),
        (None, None) => {
            let bit: u64 = place.trim().parse().ok()?;
            (bit, bit.checked_add(1)?)
        }
    };
    (!name.is_empty()).then_some(Field { name, begins, ends })
}
