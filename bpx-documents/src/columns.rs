//! What columns mean, and from that what a table is.

use super::forms::block::{Grid, Row};
use super::model::{Body, Field, SectionUse, TypeSize, Value};
use super::name::norm;
use super::size::{self, Size, Types, Unit};
use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Name,
    Type,
    /// A size, with the unit that the title names.
    Size(Option<Unit>),
    Offset,
    /// How many elements there are of the type.
    Count,
    Value,
    Required,
    Single,
    Notes,
    /// The rules of a field.
    Rules,
    Unknown,
}

/// Returns the roles of the columns with these titles; each role except notes is assigned once.
pub(super) fn roles(header: &[String]) -> Vec<Role> {
    let mut taken = HashSet::new();
    let role = |title: &String| {
        let role = role(title).unwrap_or(Role::Unknown);
        if taken.insert(discriminant(&role)) { role } else { Role::Unknown }
    };
    header.iter().map(role).collect()
}

/// Returns the role of a column with this title.
pub(super) fn role(title: &str) -> Option<Role> {
    let lower = title.trim().to_lowercase();
    let words: Vec<_> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let unit = words.iter().find_map(|word| Unit::of(word));
    Some(match words.as_slice() {
        _ if words.iter().any(|word| matches!(*word, "size" | "width" | "length")) => Role::Size(unit),
        ["bits"] => Role::Size(Some(Unit::Bits)),
        ["bytes"] => Role::Size(Some(Unit::Bytes)),
        ["name" | "field" | "member" | "flag"] | [.., "name"] | ["string", "id"] => Role::Name,
        ["type" | "layout" | "format"] | ["data" | "member", "type"] => Role::Type,
        ["offset", ..] => Role::Offset,
        ["value" | "values" | "code" | "number" | "mask" | "hex" | "id"] => Role::Value,
        [.., "code" | "identifier" | "value"] | ["byte" | "numeric", "id"] | ["ascii", "string"] => Role::Value,
        ["count"] => Role::Count,
        ["rule" | "rules" | "constraint" | "constraints"] => Role::Rules,
        ["required" | "mandatory" | "needed"] => Role::Required,
        ["single" | "unique" | "once", ..] => Role::Single,
        ["notes" | "note" | "description" | "meaning" | "comment" | "comments"] => Role::Notes,
        _ => return None,
    })
}

/// Returns whether titles of lists without borders consist of words like this.
pub(super) fn is_title_word(word: &str) -> bool {
    word.split("->").all(|part| {
        let part = part.trim_end_matches("ID").trim_end_matches("Id");
        role(part).is_some() || part == "Section" || part == "Structure"
    })
}

/// Derives the roles of columns without titles from their cells: a number after a type is a size, else a value; yes and
/// no state whether something is required, then whether it occurs once.
fn inferred(grid: &Grid) -> Vec<Role> {
    // Of each column: whether all cells are answers, and whether one is a number.
    let mut found: Vec<(bool, bool)> = Vec::new();
    for cells in grid.cells() {
        found.resize(found.len().max(cells.len()), (true, false));
        for (cell, (answers, numbers)) in cells.iter().zip(&mut found) {
            *answers &= answer(cell).is_some();
            *numbers |= number(cell).is_some();
        }
    }
    let columns = || found.iter().enumerate().skip(1);
    let mut answers = columns().filter(|(_, (answers, _))| *answers).map(|(column, _)| column);
    let (required, single) = (answers.next(), answers.next());
    let numbers = columns().find(|(_, (_, numbers))| *numbers).map(|(column, _)| column);
    (0..found.len())
        .map(|column| match column {
            0 => Role::Name,
            _ if required == Some(column) => Role::Required,
            _ if single == Some(column) => Role::Single,
            _ if numbers == Some(column) && required.is_some() => Role::Type,
            _ if numbers == Some(column) && column == 1 => Role::Value,
            _ if numbers == Some(column) => Role::Size(None),
            1 if numbers == Some(2) => Role::Type,
            _ => Role::Notes,
        })
        .collect()
}

/// The role of each column of a table.
struct Places {
    columns: HashMap<Discriminant<Role>, usize>,
    /// The unit that the title of the column of sizes names.
    unit: Option<Unit>,
}

impl Places {
    fn of(grid: &Grid) -> Self {
        let roles = if grid.header.is_empty() { inferred(grid) } else { roles(&grid.header) };
        let unit = roles.iter().find_map(|role| if let Role::Size(unit) = role { *unit } else { None });
        let mut columns = HashMap::new();
        for (column, role) in roles.iter().enumerate() {
            columns.entry(discriminant(role)).or_insert(column);
        }
        Self { columns, unit }
    }

    fn has(&self, role: Role) -> bool {
        self.columns.contains_key(&discriminant(&role))
    }

    fn get<'c>(&self, cells: &'c [String], role: Role) -> Option<&'c str> {
        cells.get(*self.columns.get(&discriminant(&role))?).map(String::as_str)
    }

    /// Takes the cell of a role out of a row.
    fn take(&self, cells: &mut [String], role: Role) -> String {
        let column = self.columns.get(&discriminant(&role));
        column.and_then(|column| cells.get_mut(*column)).map(std::mem::take).unwrap_or_default()
    }

    fn kind(&self, grid: &Grid) -> Kind {
        let named = self.has(Role::Name);
        let is_laid_out = [Role::Size(None), Role::Offset, Role::Count].into_iter().any(|role| self.has(role));
        if self.has(Role::Required) || self.has(Role::Single) {
            Kind::Sections
        } else if self.has(Role::Value) && (named || self.has(Role::Notes)) && !self.has(Role::Offset) {
            Kind::Codes
        } else if named && (self.has(Role::Type) && is_laid_out || is_members(grid)) {
            Kind::Structure
        } else if named && (self.has(Role::Size(None)) || self.is_glossary(grid)) {
            Kind::Types
        } else {
            Kind::Other
        }
    }

    /// Returns whether most descriptions begin with a size: `8-bit unsigned char`.
    fn is_glossary(&self, grid: &Grid) -> bool {
        let notes = grid.cells().filter_map(|cells| self.get(cells, Role::Notes));
        let sized = notes.filter(|notes| size::of_type(notes, &Types::new()).is_some()).count();
        sized > 0 && 2 * sized > grid.rows.len()
    }

    fn size(&self, cells: &[String], unit: Unit) -> Option<Size> {
        self.get(cells, Role::Size(None)).map(|cell| size::of_cell(cell, self.unit.unwrap_or(unit)))
    }

    fn type_size(&self, cells: &[String], types: &Types, unit: Unit) -> Option<Size> {
        self.size(cells, unit).or_else(|| size::of_type(self.get(cells, Role::Notes)?, types))
    }
}

/// Classifies a table by its columns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sections,
    Codes,
    Structure,
    Types,
    Other,
}

/// Adds the types that a table defines, when it is one of types.
pub(super) fn define(grid: &Grid, types: &mut Types, unit: Unit) {
    let places = Places::of(grid);
    if transposed(grid, types).is_some() || places.kind(grid) != Kind::Types {
        return;
    }
    let size = |cells| (places.get(cells, Role::Name), places.type_size(cells, types, unit));
    let found: Vec<_> = grid.cells().map(size).map(|(name, size)| (norm(name.unwrap_or_default()), size)).collect();
    types.extend(found.into_iter().map(|(name, size)| (name, size.unwrap_or(Size::VARIABLE))));
}

/// Returns the content of a table; `unit` is the unit of sizes without one, `about` the text before the table.
pub(super) fn body(grid: Grid, types: &Types, unit: Unit, about: &str) -> Body {
    if let Some(fields) = transposed(&grid, types) {
        return structure(fields);
    }
    let places = Places::of(&grid);
    let kind = places.kind(&grid);
    let rows = grid.rows.into_iter();
    match kind {
        Kind::Sections => {
            let section = |mut row: Row| SectionUse {
                line: row.line,
                ty: places.get(&row.cells, Role::Type).or(places.get(&row.cells, Role::Value)).and_then(number),
                required: places.get(&row.cells, Role::Required).and_then(answer),
                single: places.get(&row.cells, Role::Single).and_then(answer),
                name: places.take(&mut row.cells, Role::Name),
            };
            Body::Sections { sections: rows.map(section).collect() }
        }
        Kind::Codes => {
            let value = |mut row: Row| {
                let text = places.take(&mut row.cells, Role::Value);
                let name = places.get(&row.cells, Role::Name).is_some();
                let name =
                    if name { places.take(&mut row.cells, Role::Name) } else { text.trim_matches('"').to_owned() };
                let notes = places.take(&mut row.cells, Role::Notes);
                Value { line: row.line, name, value: number(&text), text, notes }
            };
            codes(rows.map(value).collect(), about)
        }
        Kind::Structure => {
            let field = |mut row: Row| {
                let stated = places.size(&row.cells, unit);
                let offset = places.get(&row.cells, Role::Offset).and_then(number);
                let rules = places.get(&row.cells, Role::Rules).map(ToOwned::to_owned);
                let ty = places.take(&mut row.cells, Role::Type);
                let ty = counted(ty, places.get(&row.cells, Role::Count).unwrap_or_default());
                let size = stated.or_else(|| size::of_type(&ty, types));
                let notes = places.take(&mut row.cells, Role::Notes);
                let when = if row.when.is_empty() { condition(&notes) } else { row.when };
                let name = places.take(&mut row.cells, Role::Name);
                Field {
                    line: row.line,
                    name,
                    ty,
                    size,
                    offset,
                    stated: String::new(),
                    endian: None,
                    number: None,
                    notes,
                    rules,
                    when,
                }
            };
            structure(rows.map(field).collect())
        }
        Kind::Types => {
            let ty = |mut row: Row| {
                let size = places.type_size(&row.cells, types, unit);
                let name = places.take(&mut row.cells, Role::Name);
                TypeSize { line: row.line, name, size, notes: places.take(&mut row.cells, Role::Notes) }
            };
            Body::Types { types: rows.map(ty).collect() }
        }
        Kind::Other => Body::Other { header: grid.header, rows: rows.map(|row| row.cells).collect() },
    }
}

/// Returns the condition under which a field is present, as notes state it: `Present when minor >= 5.`
fn condition(notes: &str) -> String {
    let said = ["Present when ", "Present if ", "Only present when ", "Only present if "].into_iter();
    let rest = said.filter_map(|words| notes.split_once(words)).map(|(_, rest)| rest).next().unwrap_or("");
    let end = [". ", ", else", "; "].iter().filter_map(|end| rest.find(end)).min();
    rest.get(..end.unwrap_or(rest.len())).unwrap_or_default().trim().trim_end_matches('.').to_owned()
}

/// Combines a type with the count of another column: `f32[3]`.
fn counted(ty: String, count: &str) -> String {
    if count.is_empty() {
        return ty;
    }
    let (first, rest) = ty.split_once(' ').unwrap_or((&ty, ""));
    format!("{first}[{count}] {rest}").trim_end().to_owned()
}

fn is_members(grid: &Grid) -> bool {
    grid.form == super::Form::Members && grid.header.len() == 3
}

/// Reads fields in columns: titles are names, and the only row has types.
fn transposed(grid: &Grid, types: &Types) -> Option<Vec<Field>> {
    let [row] = grid.rows.as_slice() else { return None };
    let size = |cell: &String| size::of_type(cell, types);
    let sized = row.cells.iter().filter(|cell| size(cell).is_some()).count();
    if grid.header.is_empty() || 2 * sized <= row.cells.len() {
        return None;
    }
    let cells = row.cells.iter().map(Some).chain(std::iter::repeat(None));
    let field = |(name, ty): (&String, Option<&String>)| Field {
        line: row.line,
        name: name.clone(),
        ty: ty.cloned().unwrap_or_default(),
        size: ty.and_then(size),
        offset: None,
        stated: String::new(),
        endian: None,
        number: None,
        notes: String::new(),
        rules: None,
        when: String::new(),
    };
    Some(grid.header.iter().zip(cells).map(field).collect())
}

fn structure(fields: Vec<Field>) -> Body {
    let size = sum(&fields);
    Body::Structure { fields, size }
}

/// Returns the sum of the sizes of fields.
pub(super) fn sum(fields: &[Field]) -> Size {
    let size = |field: &Field| match field.size {
        Some(size) if field.when.is_empty() => size,
        Some(size) => Size { min: 0, ..size },
        None => Size::VARIABLE,
    };
    fields.iter().map(size).fold(Size::bits(0), Size::plus)
}

/// Returns flags if the words before the table mention them, else an enumeration.
fn codes(values: Vec<Value>, about: &str) -> Body {
    let about = about.to_lowercase();
    let flags = ["flag", "bit mask", "bitmask", "or'ed"].iter().any(|word| about.contains(word));
    if flags { Body::Flags { values } } else { Body::Enumeration { values } }
}

/// Reads the number in a cell: `4`, `0x1F`, `0b11`, `NAME (4)`, `'T'`.
pub(super) fn number(cell: &str) -> Option<u64> {
    let inside = cell.split_once('(').map(|(_, inside)| inside.split(')').next().unwrap_or(""));
    let cell = inside.unwrap_or(cell).trim();
    let quoted = cell.strip_prefix('\'').and_then(|cell| cell.strip_suffix('\''));
    if let Some(quoted) = quoted {
        let mut chars = quoted.chars();
        return chars.next().filter(|_| chars.next().is_none()).map(|c| u64::from(u32::from(c)));
    }
    let cell = cell.to_lowercase().replace('_', "");
    match (cell.strip_prefix("0x"), cell.strip_prefix("0b")) {
        (Some(hex), _) => u64::from_str_radix(hex, 16).ok(),
        (_, Some(binary)) => u64::from_str_radix(binary, 2).ok(),
        _ => cell.parse().ok(),
    }
}

fn answer(cell: &str) -> Option<bool> {
    match cell.trim().to_lowercase().as_str() {
        "yes" | "true" | "required" => Some(true),
        "no" | "false" | "optional" => Some(false),
        _ => None,
    }
}
