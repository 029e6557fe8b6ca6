//! Tables for people: a line that says what a table is, then its rows in columns.

use super::model::{Body, Diagram, Table, Value};
use super::size::Size;
use std::fmt::{Display, Formatter, Result};

impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let section = if self.section.is_empty() { String::new() } else { format!("{}: ", self.section) };
        let field = if self.field.is_empty() { String::new() } else { format!(".{}", self.field) };
        let of = if self.structure.is_empty() { String::new() } else { format!(" of {}{field}", self.structure) };
        write!(f, "{section}{}, {}{of}, line {}", self.name, self.body.kind(), self.line)?;
        match &self.body {
            Body::Structure { size, .. } => writeln!(f, ", {size} bits")?,
            Body::Diagram(Diagram { width: Some(width), .. }) => writeln!(f, ", rows of {width} bits")?,
            _ => writeln!(f)?,
        }
        rows(f, &cells(&self.body))
    }
}

fn cells(body: &Body) -> Vec<Vec<String>> {
    match body {
        Body::Structure { fields, .. } => fields
            .iter()
            .map(|field| {
                let offset = field.offset.map(|offset| format!("@{offset}")).unwrap_or_default();
                let when = if field.when.is_empty() { String::new() } else { format!("if {}: ", field.when) };
                vec![field.name.clone(), field.ty.clone(), size(field.size), offset, format!("{when}{}", field.notes)]
            })
            .collect(),
        Body::Types { types } => {
            types.iter().map(|ty| vec![ty.name.clone(), size(ty.size), ty.notes.clone()]).collect()
        }
        Body::Enumeration { values } | Body::Flags { values } => values.iter().map(value).collect(),
        Body::Sections { sections } => sections
            .iter()
            .map(|section| {
                let answer = |answer, yes: &str, no: &str| match answer {
                    Some(true) => yes.to_owned(),
                    Some(false) => no.to_owned(),
                    None => "?".to_owned(),
                };
                let number = section.ty.map_or_else(|| "?".to_owned(), |number| number.to_string());
                let required = answer(section.required, "required", "optional");
                vec![section.name.clone(), number, required, answer(section.single, "once", "any number")]
            })
            .collect(),
        Body::Diagram(diagram) => diagram.rows.iter().map(|row| row.boxes.iter().map(unit).collect()).collect(),
        Body::Other { header, rows } => [header].into_iter().chain(rows).cloned().collect(),
    }
}

fn size(size: Option<Size>) -> String {
    size.map_or_else(|| "?".to_owned(), |size| size.to_string())
}

fn value(value: &Value) -> Vec<String> {
    let number = value.value.map_or_else(|| value.text.clone(), |number| number.to_string());
    let text = if number == value.text { String::new() } else { value.text.clone() };
    vec![value.name.clone(), number, text, value.notes.clone()]
}

fn unit(unit: &super::BitBox) -> String {
    let times = if unit.times == 1 { String::new() } else { format!("[{}]", unit.times) };
    let bits = unit.bits.map(|bits| format!(":{bits}")).unwrap_or_default();
    format!("{}{times}{bits}", unit.name)
}

/// Rows in columns; the last one is as long as it likes.
fn rows(f: &mut Formatter<'_>, rows: &[Vec<String>]) -> Result {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            line.push_str("  ");
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.chars().count())));
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}
