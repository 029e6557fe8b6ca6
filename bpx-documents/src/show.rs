//! Prints tables: a line that describes the table, then its rows in columns.

use super::model::{Body, Diagram, Table, Value};
use super::size::Size;
use std::borrow::Cow;
use std::fmt::{Display, Formatter, Result, Write};

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
        write_rows(f, &body_cells(&self.body))
    }
}

fn body_cells(body: &Body) -> Vec<Vec<Cow<'_, str>>> {
    match body {
        Body::Structure { fields, .. } => fields
            .iter()
            .map(|field| {
                let offset = field.offset.map_or(String::new(), |offset| format!("@{offset}"));
                let notes = match &*field.when {
                    "" => Cow::from(&field.notes),
                    when => format!("if {when}: {}", field.notes).into(),
                };
                vec![(&field.name).into(), (&field.ty).into(), size_text(field.size), offset.into(), notes]
            })
            .collect(),
        Body::Types { types } => {
            types.iter().map(|ty| vec![(&ty.name).into(), size_text(ty.size), (&ty.notes).into()]).collect()
        }
        Body::Enumeration { values } | Body::Flags { values } => values.iter().map(value_cells).collect(),
        Body::Sections { sections } => sections
            .iter()
            .map(|section| {
                let answer = |answer, yes: &'static str, no: &'static str| match answer {
                    Some(true) => yes.into(),
                    Some(false) => no.into(),
                    None => "?".into(),
                };
                let number = section.ty.map_or_else(|| "?".into(), |number| number.to_string().into());
                let required = answer(section.required, "required", "optional");
                vec![(&section.name).into(), number, required, answer(section.single, "once", "any number")]
            })
            .collect(),
        Body::Diagram(diagram) => diagram.rows.iter().map(|row| row.boxes.iter().map(box_text).collect()).collect(),
        Body::Other { header, rows } => {
            [header].into_iter().chain(rows).map(|row| row.iter().map(Into::into).collect()).collect()
        }
    }
}

fn size_text(size: Option<Size>) -> Cow<'static, str> {
    size.map_or("?".into(), |size| size.to_string().into())
}

fn value_cells(value: &Value) -> Vec<Cow<'_, str>> {
    let number = value.value.map_or_else(|| Cow::from(&value.text), |number| number.to_string().into());
    let text = if *number == value.text { "" } else { &value.text };
    vec![(&value.name).into(), number, text.into(), (&value.notes).into()]
}

fn box_text(unit: &super::BitBox) -> Cow<'_, str> {
    let times = if unit.times == 1 { String::new() } else { format!("[{}]", unit.times) };
    let bits = unit.bits.map_or(String::new(), |bits| format!(":{bits}"));
    format!("{}{times}{bits}", unit.name).into()
}

/// The largest width of an aligned column; a longer cell moves the cells after it.
const WIDEST: usize = 80;

/// Prints rows in columns; the width of the last column has no limit.
fn write_rows(f: &mut Formatter<'_>, rows: &[Vec<Cow<'_, str>>]) -> Result {
    let mut widths: Vec<usize> = Vec::new();
    for cells in rows {
        widths.resize(widths.len().max(cells.len()), 0);
        for (cell, width) in cells.iter().zip(&mut widths) {
            *width = cell.chars().take(WIDEST).count().max(*width);
        }
    }
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            write!(line, "  {cell:width$}")?;
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}
