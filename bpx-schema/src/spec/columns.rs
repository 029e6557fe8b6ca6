//! What columns mean, and from that what a table is.

use super::block::Grid;
use super::model::{Body, Field, SectionUse, TypeSize, Value};
use super::size::{self, Size, Types, Unit};

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
    /// What has to hold.
    Rules,
    Unknown,
}

/// What the columns of these titles hold; each role but notes counts once.
pub(super) fn roles(header: &[String]) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::new();
    for title in header {
        let role = role(title).unwrap_or(Role::Unknown);
        let taken = roles.iter().any(|other| std::mem::discriminant(other) == std::mem::discriminant(&role));
        roles.push(if taken { Role::Unknown } else { role });
    }
    roles
}

/// What a column of this title holds.
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

/// Whether titles of lists without borders are made of words like this.
pub(super) fn is_title_word(word: &str) -> bool {
    word.split("->").all(|part| {
        let part = part.trim_end_matches("ID").trim_end_matches("Id");
        role(part).is_some() || part == "Section" || part == "Structure"
    })
}

/// What columns without titles hold, by what stands in them: a number after a type is a size, else a value; yes and no
/// say whether something is required, then whether it stands once.
fn inferred(grid: &Grid) -> Vec<Role> {
    let columns = grid.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
    let all = |column: usize, test: fn(&str) -> bool| {
        let mut cells = grid.rows.iter().filter_map(|row| row.cells.get(column)).peekable();
        cells.peek().is_some() && cells.all(|cell| test(cell))
    };
    let some = |column: usize, test: fn(&str) -> bool| {
        grid.rows.iter().filter_map(|row| row.cells.get(column)).any(|cell| test(cell))
    };
    let is_number: fn(&str) -> bool = |cell| number(cell).is_some();
    let answers = (1..columns).filter(|column| all(*column, |cell| answer(cell).is_some())).collect::<Vec<_>>();
    let numbers = (1..columns).find(|column| some(*column, is_number));
    (0..columns)
        .map(|column| match column {
            0 => Role::Name,
            _ if answers.first() == Some(&column) => Role::Required,
            _ if answers.get(1) == Some(&column) => Role::Single,
            _ if numbers == Some(column) && !answers.is_empty() => Role::Type,
            _ if numbers == Some(column) && column == 1 => Role::Value,
            _ if numbers == Some(column) => Role::Size(None),
            1 if numbers == Some(2) => Role::Type,
            _ => Role::Notes,
        })
        .collect()
}

/// Cells by the role of their column.
struct Cells<'a> {
    roles: &'a [Role],
    cells: &'a [String],
}

impl<'a> Cells<'a> {
    fn get(&self, role: Role) -> Option<&'a str> {
        let same = |other: &Role| std::mem::discriminant(other) == std::mem::discriminant(&role);
        let at = self.roles.iter().position(same)?;
        self.cells.get(at).map(String::as_str)
    }

    fn text(&self, role: Role) -> String {
        self.get(role).unwrap_or_default().to_owned()
    }
}

/// What a table says; `unit` is that of sizes without one, `about` what stands before the table.
pub(super) fn body(grid: &Grid, types: &Types, unit: Unit, about: &str) -> Body {
    if let Some(fields) = transposed(grid, types) {
        return structure(fields);
    }
    let roles = if grid.header.is_empty() { inferred(grid) } else { roles(&grid.header) };
    let has = |role: Role| roles.iter().any(|other| std::mem::discriminant(other) == std::mem::discriminant(&role));
    let named = has(Role::Name);
    let is_laid_out = [Role::Size(None), Role::Offset, Role::Count].into_iter().any(has);
    let rows = || grid.rows.iter().map(|row| (row, Cells { roles: &roles, cells: &row.cells }));
    let in_column = roles.iter().find_map(|role| if let Role::Size(unit) = role { *unit } else { None });
    if has(Role::Required) || has(Role::Single) {
        let sections = rows().map(|(row, cells)| SectionUse {
            line: row.line,
            name: cells.text(Role::Name),
            ty: cells.get(Role::Type).or(cells.get(Role::Value)).and_then(number),
            required: cells.get(Role::Required).and_then(answer),
            single: cells.get(Role::Single).and_then(answer),
        });
        Body::Sections { sections: sections.collect() }
    } else if has(Role::Value) && (named || has(Role::Notes)) && !has(Role::Offset) {
        let values = rows().map(|(row, cells)| {
            let text = cells.text(Role::Value);
            let name = cells.get(Role::Name).unwrap_or_else(|| text.trim_matches('"')).to_owned();
            Value { line: row.line, name, value: number(&text), text, notes: cells.text(Role::Notes) }
        });
        codes(values.collect(), about)
    } else if named && (has(Role::Type) && is_laid_out || is_members(grid)) {
        let fields = rows().map(|(row, cells)| {
            let ty = counted(cells.text(Role::Type), cells.get(Role::Count).unwrap_or_default());
            let stated = cells.get(Role::Size(None)).map(|cell| size::of_cell(cell, in_column.unwrap_or(unit)));
            let offset = cells.get(Role::Offset).and_then(number);
            let size = stated.or_else(|| size::of_type(&ty, types));
            let (name, notes) = (cells.text(Role::Name), cells.text(Role::Notes));
            let rules = cells.get(Role::Rules).map(ToOwned::to_owned);
            let when = if row.when.is_empty() { condition(&notes) } else { row.when.clone() };
            Field { line: row.line, name, ty, size, offset, notes, rules, when }
        });
        structure(fields.collect())
    } else if named && (has(Role::Size(None)) || is_glossary(grid, &roles)) {
        let types = rows().map(|(row, cells)| {
            let stated = cells.get(Role::Size(None)).map(|cell| size::of_cell(cell, in_column.unwrap_or(unit)));
            let size = stated.or_else(|| size::of_type(cells.get(Role::Notes)?, types));
            TypeSize { line: row.line, name: cells.text(Role::Name), size, notes: cells.text(Role::Notes) }
        });
        Body::Types { types: types.collect() }
    } else {
        Body::Other { header: grid.header.clone(), rows: grid.rows.iter().map(|row| row.cells.clone()).collect() }
    }
}

/// When a field is there, as notes say it: `Present when minor >= 5.`
fn condition(notes: &str) -> String {
    let said = ["Present when ", "Present if ", "Only present when ", "Only present if "].into_iter();
    let rest = said.filter_map(|words| notes.split_once(words)).map(|(_, rest)| rest).next().unwrap_or_default();
    let end = [". ", ", else", "; "].iter().filter_map(|end| rest.find(end)).min();
    rest.get(..end.unwrap_or(rest.len())).unwrap_or_default().trim().trim_end_matches('.').to_owned()
}

/// A type with a count of its own column: `f32[3]`.
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

/// Whether most descriptions begin with a size: `8-bit unsigned char`.
fn is_glossary(grid: &Grid, roles: &[Role]) -> bool {
    let notes = grid.rows.iter().filter_map(|row| Cells { roles, cells: &row.cells }.get(Role::Notes));
    let sized = notes.filter(|notes| size::of_type(notes, &Types::new()).is_some()).count();
    sized > 0 && sized.saturating_mul(2) > grid.rows.len()
}

/// Fields side by side: titles are names, and the only row has types.
fn transposed(grid: &Grid, types: &Types) -> Option<Vec<Field>> {
    let [row] = grid.rows.as_slice() else { return None };
    let size = |cell: &String| size::of_type(cell, types);
    let sized = row.cells.iter().filter(|cell| size(cell).is_some()).count();
    if grid.header.is_empty() || sized.saturating_mul(2) <= row.cells.len() {
        return None;
    }
    let cells = row.cells.iter().map(Some).chain(std::iter::repeat(None));
    let field = |(name, ty): (&String, Option<&String>)| Field {
        line: row.line,
        name: name.clone(),
        ty: ty.cloned().unwrap_or_default(),
        size: ty.and_then(size),
        offset: None,
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

/// The size of fields together.
pub(super) fn sum(fields: &[Field]) -> Size {
    let size = |field: &Field| match field.size {
        Some(size) if field.when.is_empty() => size,
        Some(size) => Size { min: 0, ..size },
        None => Size::VARIABLE,
    };
    fields.iter().map(size).fold(Size::bits(0), Size::plus)
}

/// Flags when words before the table say so, else an enumeration.
fn codes(values: Vec<Value>, about: &str) -> Body {
    let about = about.to_lowercase();
    let flags = ["flag", "bit mask", "bitmask", "or'ed"].iter().any(|word| about.contains(word));
    if flags { Body::Flags { values } } else { Body::Enumeration { values } }
}

/// The number in a cell: `4`, `0x1F`, `0b11`, `NAME (4)`, `'T'`.
pub(super) fn number(cell: &str) -> Option<u64> {
    let inside = cell.split_once('(').map(|(_, inside)| inside.split(')').next().unwrap_or_default());
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
