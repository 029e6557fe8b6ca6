//! Diagrams that disagree with their tables.

use super::Inconsistency;
use crate::spec::model::{Body, Diagram, Document, Field, Table};
use crate::spec::name::same;
use crate::spec::size::Size;

pub(super) fn check(document: &Document) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    let mut last: Option<(&Table, &[Field], Size)> = None;
    for table in &document.tables {
        match &table.body {
            Body::Structure { fields, size } => last = Some((table, fields, *size)),
            Body::Diagram(diagram) => {
                found.extend(rows(document, table, diagram));
                if let Some((of, fields, size)) =
                    last.filter(|(of, ..)| of.within == table.within && of.name == table.structure)
                {
                    let pair = Pair { document, table, diagram, of, fields };
                    found.extend(pair.names().into_iter().chain(pair.widths()).chain(pair.size(size)));
                }
            }
            _ => last = None,
        }
    }
    found
}

/// Rows that are too short or too long (the last may be short), and all of them against the bracket beside them.
fn rows(document: &Document, table: &Table, diagram: &Diagram) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    for (at, row) in diagram.rows.iter().enumerate() {
        let bits: Option<u64> = row.boxes.iter().map(|unit| unit.bits).sum();
        let (Some(bits), Some(width)) = (bits, diagram.width) else { continue };
        let last = at.saturating_add(1) == diagram.rows.len();
        let fits = bits.is_multiple_of(width) || last && bits < width;
        if !fits {
            let message = format!("a row of {bits} bits in a diagram of {width}");
            found.push(document.inconsistency("diagram.row", row.line, &table.name, message, vec![diagram.line]));
        }
    }
    let bracket = diagram.bracket.zip(whole(diagram)).filter(|((_, stated), drawn)| stated != drawn);
    if let Some(((line, stated), drawn)) = bracket {
        let message = format!("the diagram has {}, and a bracket beside it says {}", amount(drawn), amount(stated));
        found.push(document.inconsistency("diagram.size", diagram.line, &table.name, message, vec![line]));
    }
    found
}

/// A diagram and the table that it pictures.
struct Pair<'a> {
    document: &'a Document,
    table: &'a Table,
    diagram: &'a Diagram,
    of: &'a Table,
    fields: &'a [Field],
}

impl Pair<'_> {
    fn found(&self, id: &'static str, line: usize, message: String) -> Inconsistency {
        self.document.inconsistency(id, line, &self.table.name, message, vec![self.of.line])
    }

    /// Names in the order of the picture, once each.
    fn drawn(&self) -> Vec<(usize, &str)> {
        let mut names: Vec<(usize, &str)> = Vec::new();
        for (line, unit) in self.diagram.rows.iter().flat_map(|row| row.boxes.iter().map(|unit| (row.line, unit))) {
            if !names.iter().any(|(_, name)| same(name, &unit.name)) {
                names.push((line, &unit.name));
            }
        }
        names
    }

    fn names(&self) -> Vec<Inconsistency> {
        let drawn = self.drawn();
        let mut found = Vec::new();
        let fixed = self.fields.iter().filter(|field| field.size.is_some_and(|size| size != Size::VARIABLE));
        let missing: Vec<_> = fixed.filter(|field| !drawn.iter().any(|(_, name)| same(name, &field.name))).collect();
        if !missing.is_empty() {
            let names = missing.iter().map(|field| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ");
            found.push(self.found("diagram.missing", self.table.line, format!("the diagram lacks {names}")));
        }
        let is_field = |name: &str| self.fields.iter().position(|field| same(&field.name, name));
        for (line, name) in drawn.iter().filter(|(_, name)| is_field(name).is_none()) {
            found.push(self.found("diagram.extra", *line, format!("`{name}` is in the diagram, and not in the table")));
        }
        let order: Vec<_> = drawn.iter().filter_map(|(line, name)| Some((*line, is_field(name)?, *name))).collect();
        let swapped = order.iter().zip(order.iter().skip(1)).find(|((_, a, _), (_, b, _))| a > b);
        if let Some(((line, _, first), (_, _, second))) = swapped.filter(|_| !self.diagram.damaged) {
            let message = format!("`{first}` is before `{second}` in the diagram, and after it in the table");
            found.push(self.found("diagram.order", *line, message));
        }
        found
    }

    fn widths(&self) -> Vec<Inconsistency> {
        let mut found = Vec::new();
        for (line, name) in self.drawn() {
            let field = self.fields.iter().find(|field| same(&field.name, name));
            let Some(stated) = field.and_then(|field| field.size?.exact()) else { continue };
            let drawn = bits(self.diagram, |other| same(other, name));
            if let Some(drawn) = drawn.filter(|drawn| *drawn != stated && !self.diagram.damaged) {
                let message = format!("`{name}` has {drawn} bits in the diagram and {stated} in the table");
                found.push(self.found("diagram.width", line, message));
            }
        }
        found
    }

    fn size(&self, size: Size) -> Option<Inconsistency> {
        let stated = size.exact()?;
        let drawn = whole(self.diagram)?;
        let message = format!("the diagram has {}, the table {}", amount(drawn), amount(stated));
        (drawn != stated).then(|| self.found("diagram.size", self.table.line, message))
    }
}

/// Bits of a whole picture: of its boxes, or of its rows when all are full; none when they mean nothing.
fn whole(diagram: &Diagram) -> Option<u64> {
    if diagram.damaged {
        return None;
    }
    bits(diagram, |_| true).or_else(|| {
        let rows = u64::try_from(diagram.rows.len()).ok()?;
        diagram.width?.checked_mul(rows)
    })
}

/// Bits of the boxes whose names pass; none when one of them is unknown.
fn bits(diagram: &Diagram, passes: impl Fn(&str) -> bool) -> Option<u64> {
    let boxes = diagram.rows.iter().flat_map(|row| &row.boxes).filter(|unit| passes(&unit.name));
    boxes.map(|unit| Some(unit.bits?.saturating_mul(unit.times))).sum()
}

/// Bits, and bytes when they are whole ones.
fn amount(bits: u64) -> String {
    if bits.is_multiple_of(8) { format!("{bits} bits ({} bytes)", bits / 8) } else { format!("{bits} bits") }
}
