//! Reads the parts of Kaitai Struct that list fields: `seq`, `types` and `enums`, in the block style of YAML.

use crate::forms::block::{Block, Grid, Row};
use crate::forms::line::Line;
use crate::model::{Form, Skipped};
use crate::nesting::Nesting;
use crate::prose::Prose;

/// Returns whether lines are a definition of Kaitai Struct.
pub(in crate::forms) fn is_kaitai(lines: &[Line<'_>]) -> bool {
    let has = |key: &str| lines.iter().any(|line| line.text.trim_end() == key);
    has("seq:") && has("meta:")
}

/// A key of YAML, with its column and its value.
struct Key<'t> {
    line: usize,
    column: usize,
    name: &'t str,
    value: &'t str,
    /// Whether the key begins an item of a list.
    item: bool,
}

/// Reads a line: `key: value` or `- key: value`.
fn read_key<'t>(line: &'t Line<'_>) -> Option<Key<'t>> {
    let text = line.text.trim_start();
    let (item, bare) = text.strip_prefix("- ").map_or((false, text), |rest| (true, rest.trim_start()));
    let (name, value) = bare.split_once(':').filter(|(name, _)| !name.starts_with('#'))?;
    let value = value.split(" #").next().unwrap_or(value).trim();
    let column = line.text.len() - bare.len();
    Some(Key { line: line.number, column, name: name.trim(), value, item })
}

/// Reads the key of a line, or the keys of an item in braces: `- {id: magic, type: u4}`.
fn line_keys<'t>(line: &'t Line<'_>) -> Vec<Key<'t>> {
    let text = line.text.trim();
    let inside = text.strip_prefix("- {").and_then(|text| text.strip_suffix('}'));
    let Some(inside) = inside else { return read_key(line).into_iter().collect() };
    let column = line.text.len() - line.text.trim_start().len() + "- ".len();
    let mut depth = Nesting::NONE;
    let parts = inside.split(|c: char| {
        match c {
            '[' | '{' | '(' => depth.open_bracket(),
            ']' | '}' | ')' => depth.close_bracket(),
            _ => {}
        }
        depth == Nesting::NONE && c == ','
    });
    let named = parts.filter_map(|part| part.split_once(':')).enumerate();
    let key = |(at, (name, value)): (usize, (&'t str, &'t str))| Key {
        line: line.number,
        column,
        name: name.trim(),
        value: value.trim(),
        item: at == 0,
    };
    named.map(key).collect()
}

/// The part of the definition to which a line belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Meta,
    Fields,
    Types,
    Values,
}

struct Reader {
    /// The name of the whole definition.
    id: Option<String>,
    big: Option<bool>,
    /// Whether the lowest bit comes first, which is not the default.
    lowest_first: bool,
    /// The columns and names of the types and enumerations that contain the line.
    names: Vec<(usize, String)>,
    parts: Vec<(usize, Part)>,
    fields: Vec<Field>,
    /// The tables, each with the name of its type; the name of the whole definition is empty.
    grids: Vec<(Part, String, Grid)>,
    skipped: Vec<Skipped>,
}

#[derive(Default)]
struct Field {
    line: usize,
    column: usize,
    owner: String,
    id: String,
    ty: String,
    size: Option<String>,
    repeat: Option<String>,
    when: String,
    notes: String,
}

/// Passes the tables of a definition to `give`.
pub(in crate::forms) fn read_blocks(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    let mut reader = Reader {
        id: None,
        big: None,
        lowest_first: false,
        names: Vec::new(),
        parts: Vec::new(),
        fields: Vec::new(),
        grids: Vec::new(),
        skipped: Vec::new(),
    };
    lines.iter().flat_map(line_keys).for_each(|key| reader.take_key(&key));
    reader.give_tables(give);
}

impl Reader {
    fn take_key(&mut self, key: &Key<'_>) {
        self.parts.retain(|(column, _)| *column < key.column);
        self.names.retain(|(column, _)| *column < key.column);
        let part = self.parts.last().map(|(_, part)| *part);
        let below = self.parts.last().map_or(0, |(column, _)| *column);
        match (key.name, part) {
            ("meta", None | Some(Part::Types)) => self.parts.push((key.column, Part::Meta)),
            ("seq", None | Some(Part::Types)) => self.parts.push((key.column, Part::Fields)),
            ("types", None | Some(Part::Types)) => self.parts.push((key.column, Part::Types)),
            ("enums", None | Some(Part::Types)) => self.parts.push((key.column, Part::Values)),
            ("instances" | "params", None | Some(Part::Types)) => {
                self.skip_line(key.line, format!("`{}` of Kaitai Struct are not read", key.name));
                self.parts.push((key.column, Part::Meta));
            }
            ("id", Some(Part::Meta)) if self.names.is_empty() => self.id = Some(key.value.to_owned()),
            ("endian", Some(Part::Meta)) if self.names.is_empty() => match key.value {
                "le" => self.big = Some(false),
                "be" => self.big = Some(true),
                _ => self.skip_line(key.line, "the byte order depends on a field".to_owned()),
            },
            ("bit-endian", Some(Part::Meta)) if self.names.is_empty() => self.lowest_first = key.value == "le",
            ("bit-endian", Some(Part::Meta)) => {
                self.skip_line(key.line, "the order of bits of one type is not read".to_owned());
            }
            (_, Some(Part::Fields)) => self.add_field(key),
            (name, Some(Part::Types))
                if key.value.is_empty() && self.names.last().is_none_or(|(at, _)| *at <= below) =>
            {
                self.names.push((key.column, name.to_owned()));
            }
            (name, Some(Part::Values)) => self.add_value(key, name),
            _ => {}
        }
    }

    /// Returns the name of the innermost type or enumeration; empty for the whole definition.
    fn innermost_name(&self) -> String {
        self.names.last().map_or_else(String::new, |(_, name)| name.clone())
    }

    fn skip_line(&mut self, line: usize, reason: String) {
        let name = self.innermost_name();
        self.skipped.push(Skipped { line, name, reason, open: true });
    }

    fn add_field(&mut self, key: &Key<'_>) {
        if key.item {
            let owner = self.innermost_name();
            self.fields.push(Field { line: key.line, column: key.column, owner, ..Field::default() });
        }
        let Some(field) = self.fields.last_mut() else { return };
        // A deeper line belongs to a key of the field: `switch-on` and its cases.
        if field.column != key.column {
            return;
        }
        let value = key.value.to_owned();
        match key.name {
            "id" => field.id = value,
            "type" if value.is_empty() => field.notes.push_str("The type depends on a field. "),
            "type" => field.ty = value,
            "size" => field.size = Some(value),
            "size-eos" => {
                field.size = Some(String::new());
                field.notes.push_str(TO_THE_END);
            }
            "repeat" if value == "eos" => {
                field.repeat = Some(String::new());
                field.notes.push_str(TO_THE_END);
            }
            "repeat" if value == "until" => field.repeat = Some(String::new()),
            "repeat-expr" => field.repeat = Some(value),
            "if" => field.when = value,
            "contents" => {
                field.size = field.size.take().or_else(|| size_of(&value));
                field.notes.push_str(&format!("The bytes {value}. "));
            }
            "doc" => field.notes.push_str(&value),
            "enum" => field.notes.push_str(&format!("The values of {value}. ")),
            _ => {}
        }
    }

    fn add_value(&mut self, key: &Key<'_>, name: &str) {
        if name.parse::<u64>().is_err() && !name.starts_with("0x") {
            if self.names.last().is_none_or(|(_, last)| last != name) && !matches!(name, "id" | "doc") {
                self.names.push((key.column, name.to_owned()));
            } else if let Some(id) = Some(key.value).filter(|_| name == "id") {
                let row = self.grids.last_mut().and_then(|(_, _, grid)| grid.rows.last_mut());
                row.into_iter().flat_map(|row| &mut row.cells).take(1).for_each(|cell| id.clone_into(cell));
            }
            return;
        }
        let set = self.innermost_name();
        let row = Row { line: key.line, cells: vec![key.value.to_owned(), name.to_owned()], when: String::new() };
        self.add_row(Part::Values, &set, &["Name", "Value"], row);
    }

    fn add_row(&mut self, part: Part, name: &str, header: &[&str], row: Row) {
        let known = self.grids.iter_mut().rfind(|(other, own, _)| *other == part && own == name);
        if let Some((_, _, grid)) = known {
            grid.rows.push(row);
        } else {
            let header = header.iter().map(|title| (*title).to_owned()).collect();
            let grid = Grid { line: row.line, form: Form::Listing, header, rows: vec![row], ..Grid::default() };
            self.grids.push((part, name.to_owned(), grid));
        }
    }

    fn give_tables(mut self, give: &mut dyn FnMut(Block)) {
        let is_bits = |field: &&Field| bit_order(&field.ty) == Some("");
        if let Some(first) = self.fields.iter().find(is_bits).filter(|_| !self.lowest_first) {
            // In the words of other documents, for the reader of bit orders.
            let mut order = Prose::default();
            order.push_line(first.line, "Most significant bit first.");
            give(Block::Prose(order));
        }
        for field in std::mem::take(&mut self.fields) {
            if bit_order(&field.ty).is_some_and(|order| !order.is_empty()) {
                let reason = format!("the order of the bits of `{}` is not read", field.id);
                self.skipped.push(Skipped { line: field.line, name: field.owner.clone(), reason, open: true });
            }
            let mut ty = plain_type(&field.ty, self.big);
            if let Some(size) = &field.size {
                ty = if field.ty.is_empty() || field.ty == "str" {
                    format!("u8[{size}]")
                } else {
                    format!("{ty} of {size} bytes")
                };
            }
            if let Some(count) = &field.repeat {
                ty = format!("{ty}[{count}]");
            }
            let cells = vec![ty, field.id, field.notes.trim().to_owned()];
            let row = Row { line: field.line, cells, when: field.when };
            self.add_row(Part::Fields, &field.owner, &["Type", "Name", "Notes"], row);
        }
        // The whole comes first.
        self.grids.sort_by_key(|(part, name, _)| (*part == Part::Values, !name.is_empty()));
        for (part, name, grid) in self.grids {
            let name = Some(name).filter(|name| !name.is_empty());
            let name = name.or_else(|| self.id.clone().filter(|_| part == Part::Fields));
            give(Block::grid(Grid { name, ..grid }));
        }
        self.skipped.into_iter().for_each(|skipped| give(Block::Skipped(skipped)));
    }
}

/// The words of other documents for elements that end with their bytes.
const TO_THE_END: &str = "Up to the end of the bytes. ";

/// Returns the number of bytes of a list of numbers: `[0x50, 4, 0]`.
fn size_of(contents: &str) -> Option<String> {
    let inside = contents.strip_prefix('[')?.strip_suffix(']')?;
    let is_byte = |number: &str| crate::measure::read_number(number).is_some_and(|number| number < 256);
    inside.split(',').all(is_byte).then(|| inside.split(',').count().to_string())
}

/// Splits the order at the end of a type off: `le` of `u4le`.
fn split_order(ty: &str) -> (&str, &str) {
    ty.split_at(ty.trim_end_matches("le").trim_end_matches("be").len())
}

/// Returns the order that a type of bits states itself, which is empty for `b3`; returns `None` for other types.
fn bit_order(ty: &str) -> Option<&str> {
    let (stem, order) = split_order(ty);
    stem.strip_prefix('b')?.parse::<u32>().ok().map(|_| order)
}

/// Writes a type of Kaitai Struct in the form of other documents: `u4` becomes `u32`, `b3` becomes `3 bits`.
fn plain_type(ty: &str, big: Option<bool>) -> String {
    let (stem, order) = split_order(ty);
    let (kind, digits) = stem.split_at_checked(1).unwrap_or((stem, ""));
    let Ok(count) = digits.parse::<u32>() else {
        return if ty == "strz" { "zero-terminated text".to_owned() } else { ty.to_owned() };
    };
    match (kind, count) {
        ("u" | "s" | "f", 1 | 2 | 4 | 8) => {
            let own = if count == 1 { "" } else { big.map_or("", |big| if big { "be" } else { "le" }) };
            let kind = if kind == "s" { "i" } else { kind };
            format!("{kind}{}{}", count * 8, if order.is_empty() { own } else { order })
        }
        ("b", count @ 1..=64) => format!("{count} bits"),
        _ => ty.to_owned(),
    }
}
