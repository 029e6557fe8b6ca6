//! Writes tables as TOML, in the form that corrections have.

use super::entry::table_fingerprint;
use super::{CorrectionEffects, Key, Keys};
use crate::forms::block::{Block, Grid};
use crate::model::Document;
use crate::size::Unit;
use crate::toml_text::{list_texts, quote_text};
use bpx_model::Endian;
use std::fmt::{self, Write};

/// Returns the corrected tables of a document as TOML; each table has the fingerprint of the table before the
/// corrections.
pub(crate) fn corrections_text(
    document: &Document,
    keys: &Keys,
    (read, corrected): (&[Block], &[Block]),
    outcome: &CorrectionEffects,
) -> String {
    let mut text = String::new();
    for (index, (read, corrected)) in read.iter().zip(corrected).enumerate() {
        if let (Block::Grid(read), Block::Grid(grid), Some(key)) = (read, corrected, keys.key_at(index)) {
            let ignore = outcome.ignored.contains(&index);
            let _ = write_table(&mut text, document, key, (read, grid), ignore);
        }
        for (section, grid) in outcome.added.get(&index).into_iter().flatten() {
            let name = grid.name.as_deref().unwrap_or("");
            begin_entry(&mut text);
            let _ = writeln!(text, "add = true\nsection = {}\nname = {}", quote_text(section), quote_text(name));
            let _ = write_content(&mut text, grid);
        }
    }
    text
}

fn begin_entry(text: &mut String) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str("[[table]]\n");
}

fn write_table(
    text: &mut String,
    document: &Document,
    key: &Key,
    (read, grid): (&Grid, &Grid),
    ignore: bool,
) -> fmt::Result {
    begin_entry(text);
    let (file, line) = document.place(grid.line);
    writeln!(text, "file = {}\nline = {line}", quote_text(file))?;
    if let Ok(serde_json::Value::String(form)) = serde_json::to_value(grid.form) {
        writeln!(text, "form = {}", quote_text(&form))?;
    }
    writeln!(
        text,
        "section = {}\nname = {}\nnumber = {}",
        quote_text(&key.section),
        quote_text(&key.name),
        key.number
    )?;
    writeln!(text, "was = {}", quote_text(&table_fingerprint(read)))?;
    if let Some(name) = grid.name.as_ref().filter(|_| grid.name != read.name) {
        writeln!(text, "rename = {}", quote_text(name))?;
    }
    if ignore {
        text.push_str("ignore = true\n");
    }
    write_content(text, grid)
}

fn write_content(text: &mut String, grid: &Grid) -> fmt::Result {
    if let Some(code) = grid.code {
        writeln!(text, "code = {code}")?;
    }
    if let Some(unit) = grid.unit {
        writeln!(text, "unit = \"{}\"", if unit == Unit::Bits { "bits" } else { "bytes" })?;
    }
    if let Some(endian) = grid.endian {
        writeln!(text, "endian = \"{}\"", if endian == Endian::Little { "little" } else { "big" })?;
    }
    writeln!(text, "header = {}\nrows = [", list_texts(&grid.header))?;
    for row in &grid.rows {
        writeln!(text, "    {},", list_texts(&row.cells))?;
    }
    text.push_str("]\n");
    if grid.rows.iter().any(|row| !row.when.is_empty()) {
        let when: Vec<_> = grid.rows.iter().map(|row| row.when.clone()).collect();
        writeln!(text, "when = {}", list_texts(&when))?;
    }
    Ok(())
}
