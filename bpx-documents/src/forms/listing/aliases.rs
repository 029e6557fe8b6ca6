//! Reads names of types: `typedef uint32_t id_t;`, `type Id = u32;`, `enum Kind : uint8_t`.

use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::model::{Form, Number};
use crate::types::{self, Types};
use std::collections::HashMap;

/// Reads names of types, one on each line.
pub(super) fn read_aliases(lines: &[Line<'_>]) -> Option<TakenLines> {
    let alias = |line: &Line<'_>| {
        let (name, of) = split_alias(&line.text)?;
        // Members of the type of an array are arrays themselves.
        Some(alias_row(line.number, &name, &of).filter(|_| !of.contains('[')))
    };
    let rows: Vec<_> = lines.iter().map_while(alias).collect();
    let first = lines.first().filter(|_| !rows.is_empty())?;
    let taken = rows.len();
    let rows: Vec<_> = rows.into_iter().flatten().collect();
    let blocks = if rows.is_empty() { Vec::new() } else { vec![glossary_block(first.number, rows)] };
    Some((blocks, taken))
}

/// Returns a table that gives an enumeration the size of its underlying type.
pub(super) fn enumeration_glossary(line: usize, name: Option<&str>, base: &str) -> Option<Block> {
    Some(glossary_block(line, vec![alias_row(line, name?, base)?]))
}

/// Creates a table of types. Descriptions that begin with a size identify a table as one of types, even if no field has
/// the types.
fn glossary_block(line: usize, rows: Vec<Row>) -> Block {
    let header = ["Name", "Description"].map(str::to_owned).to_vec();
    Block::grid(Grid { line, form: Form::Listing, header, rows, ..Grid::default() })
}

/// Creates a row if the size of the type is known.
fn alias_row(line: usize, name: &str, of: &str) -> Option<Row> {
    let meaning = types::type_meaning(of, &Types::new())?;
    let bits = meaning.size?.exact()?;
    let kind = match meaning.number {
        Some(Number::Unsigned) => ", unsigned integer",
        Some(Number::Signed) => ", signed integer",
        Some(Number::Float) => ", float",
        _ => "",
    };
    let cells = vec![name.to_owned(), format!("{bits}-bit type{kind}")];
    Some(Row { line, cells, when: String::new() })
}

/// Returns the new name and the existing type of a type declaration; the type of an array has brackets after it.
pub(super) fn split_alias(text: &str) -> Option<(String, String)> {
    let text = text.trim().trim_start_matches("pub ").strip_suffix(';')?;
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (name, of) = if let Some(rest) = text.strip_prefix("typedef ") {
        let (of, name) = rest.trim().rsplit_once(' ')?;
        (name, of)
    } else {
        text.strip_prefix("type ").or_else(|| text.strip_prefix("using "))?.split_once('=')?
    };
    let (name, of) = (name.trim(), of.trim());
    let at = name.find('[').filter(|_| name.ends_with(']')).unwrap_or(name.len());
    let (name, dims) = name.split_at(at);
    let is_alias = is_name(name) && !of.contains(['(', '{', '*']) && !of.starts_with("struct ");
    is_alias.then(|| (name.to_owned(), format!("{of}{dims}")))
}

/// Returns a type of a member in which the type of an array replaces its name: `uint8_t[6]` for `mac_t`.
pub(super) fn expand_array(ty: &str, aliases: &HashMap<String, String>) -> Option<String> {
    let (element, dims) =
        ty.split_once('[').map_or((ty, String::new()), |(element, dims)| (element, format!("[{dims}")));
    let of = aliases.get(element).filter(|of| of.contains('['))?;
    Some(format!("{of}{dims}"))
}
