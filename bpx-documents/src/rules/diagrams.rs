//! Finds diagrams that contradict their tables.

use super::Inconsistency;
use crate::model::{BitBox, Body, Diagram, Document, Field, Table};
use crate::name::normal_name;
use crate::size::Size;
use bpx_model::Offset;
use std::collections::{HashMap, HashSet};

pub(super) fn check_diagrams(document: &Document) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    let mut last: Option<(&Table, &[Field], Size)> = None;
    for table in &document.tables {
        match &table.body {
            Body::Structure { fields, size } => last = Some((table, fields, *size)),
            Body::Diagram(diagram) => {
                found.extend(check_rows(document, table, diagram));
                if let Some((of, fields, size)) =
                    last.filter(|(of, ..)| of.within == table.within && of.name == table.structure)
                {
                    let pair = PicturedTable::of(document, table, diagram, (of, fields));
                    found
                        .extend(pair.check_names().into_iter().chain(pair.check_widths()).chain(pair.check_size(size)));
                }
            }
            _ => last = None,
        }
    }
    found
}

/// Finds rows that are too short or too long, except a short last row, and compares all rows with the bracket beside
/// them.
fn check_rows(document: &Document, table: &Table, diagram: &Diagram) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    for (at, row) in diagram.rows.iter().enumerate() {
        let bits = row.boxes.iter().try_fold(0_u64, |sum, unit| sum.checked_add(unit.bits?));
        let (Some(bits), Some(width)) = (bits, diagram.width) else { continue };
        let last = at + 1 == diagram.rows.len();
        let fits = bits.is_multiple_of(width) || last && bits < width;
        if !fits {
            let message = format!("the row has {bits} bits, but the diagram is {width} bits wide");
            found.push(document.inconsistency("diagram.row", row.line, &table.name, message, vec![diagram.line]));
        }
    }
    let bracket = diagram.bracket.zip(picture_bits(diagram)).filter(|((_, stated), drawn)| stated != drawn);
    if let Some(((line, stated), drawn)) = bracket {
        let message = format!(
            "the diagram has {}, but a bracket beside it states {}",
            describe_bits(drawn),
            describe_bits(stated)
        );
        found.push(document.inconsistency("diagram.size", diagram.line, &table.name, message, vec![line]));
    }
    found
}

/// A diagram and the table that it pictures.
struct PicturedTable<'a> {
    document: &'a Document,
    table: &'a Table,
    diagram: &'a Diagram,
    of: &'a Table,
    fields: &'a [Field],
    drawn: Vec<DrawnBoxes<'a>>,
    /// For each normal name, the index and the first field with the name.
    known: HashMap<String, (usize, &'a Field)>,
}

/// All boxes with the same name.
struct DrawnBoxes<'a> {
    line: usize,
    name: &'a str,
    /// The normal form of the name; empty if the name has no letters, and such a name equals no other name.
    normal: String,
    /// The sum of the widths in bits; `None` if a width is not known.
    bits: Option<u64>,
}

/// Returns the names in the order of the picture, each name once.
fn drawn_names(diagram: &Diagram) -> Vec<DrawnBoxes<'_>> {
    let mut list: Vec<DrawnBoxes<'_>> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for (line, unit) in diagram.rows.iter().flat_map(|row| row.boxes.iter().map(|unit| (row.line, unit))) {
        let (normal, bits) = (normal_name(&unit.name), (Offset::from(unit.bits) * unit.times).get());
        let same = known.get(&normal).and_then(|at| list.get_mut(*at));
        if let Some(same) = same {
            same.bits = (Offset::from(same.bits) + bits).get();
            continue;
        }
        if !normal.is_empty() {
            known.insert(normal.clone(), list.len());
        }
        list.push(DrawnBoxes { line, name: &unit.name, normal, bits });
    }
    list
}

impl<'a> PicturedTable<'a> {
    fn of(
        document: &'a Document,
        table: &'a Table,
        diagram: &'a Diagram,
        (of, fields): (&'a Table, &'a [Field]),
    ) -> Self {
        let mut known = HashMap::new();
        for (place, field) in fields.iter().enumerate() {
            known.entry(normal_name(&field.name)).or_insert((place, field));
        }
        known.remove("");
        Self { document, table, diagram, of, fields, drawn: drawn_names(diagram), known }
    }

    fn inconsistency(&self, id: &'static str, line: usize, message: String) -> Inconsistency {
        self.document.inconsistency(id, line, &self.table.name, message, vec![self.of.line])
    }

    fn check_names(&self) -> Vec<Inconsistency> {
        let mut found = Vec::new();
        let names: HashSet<&str> = self.drawn.iter().map(|one| one.normal.as_str()).collect();
        let is_drawn = |field: &&Field| {
            let name = normal_name(&field.name);
            !name.is_empty() && names.contains(name.as_str())
        };
        let fixed = self.fields.iter().filter(|field| field.size.is_some_and(|size| size != Size::VARIABLE));
        let missing: Vec<_> = fixed.filter(|field| !is_drawn(field)).collect();
        if !missing.is_empty() {
            let names = missing.iter().map(|field| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ");
            found.push(self.inconsistency("diagram.missing", self.table.line, format!("the diagram lacks {names}")));
        }
        let mut order = Vec::new();
        for one in &self.drawn {
            match self.known.get(&one.normal) {
                Some((place, _)) => order.push((*place, one)),
                None => {
                    let message = format!("`{}` is in the diagram, but not in the table", one.name);
                    found.push(self.inconsistency("diagram.extra", one.line, message));
                }
            }
        }
        let swapped = order.iter().zip(order.iter().skip(1)).find(|((a, _), (b, _))| a > b);
        if let Some(((_, first), (_, second))) = swapped.filter(|_| !self.diagram.damaged) {
            let (first, line, second) = (first.name, first.line, second.name);
            let message = format!("`{first}` is before `{second}` in the diagram, but after it in the table");
            found.push(self.inconsistency("diagram.order", line, message));
        }
        found
    }

    fn check_widths(&self) -> Vec<Inconsistency> {
        let mut found = Vec::new();
        for one in self.drawn.iter().filter(|_| !self.diagram.damaged) {
            let field = self.known.get(&one.normal);
            let Some(stated) = field.and_then(|(_, field)| field.size?.exact()) else { continue };
            if let Some(drawn) = one.bits.filter(|drawn| *drawn != stated) {
                let message = format!("`{}` has {drawn} bits in the diagram and {stated} in the table", one.name);
                found.push(self.inconsistency("diagram.width", one.line, message));
            }
        }
        found
    }

    fn check_size(&self, size: Size) -> Option<Inconsistency> {
        let stated = size.exact()?;
        let drawn = picture_bits(self.diagram)?;
        let message = format!("the diagram has {}, but the table has {}", describe_bits(drawn), describe_bits(stated));
        (drawn != stated).then(|| self.inconsistency("diagram.size", self.table.line, message))
    }
}

/// Returns the number of bits in a whole picture: the sum of its boxes, or of its rows if all rows are full. Returns
/// `None` if the widths have no meaning.
fn picture_bits(diagram: &Diagram) -> Option<u64> {
    if diagram.damaged {
        return None;
    }
    let mut boxes = diagram.rows.iter().flat_map(|row| &row.boxes);
    let bits = |sum: u64, unit: &BitBox| (Offset::from(unit.bits) * unit.times + sum).get();
    boxes.try_fold(0, bits).or_else(|| {
        let rows = u64::try_from(diagram.rows.len()).ok()?;
        diagram.width?.checked_mul(rows)
    })
}

/// Describes a number of bits; whole bytes are also described in bytes.
fn describe_bits(bits: u64) -> String {
    if bits.is_multiple_of(8) { format!("{bits} bits ({} bytes)", bits / 8) } else { format!("{bits} bits") }
}
