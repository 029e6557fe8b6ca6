//! Joins pictures of structures with tables of the same structures, which state more.

use super::model::{Body, Diagram, Document, Form, Table, title};
use std::collections::HashMap;

/// A section, by its index, and the name of a structure in it.
type Place = (Option<usize>, String);

/// Assigns pictures of bits to the structure that a table of the same section states, and numbers the names of the
/// structures of the section again.
pub(super) fn settle(document: &mut Document) {
    let place = |table: &Table| (table.within, title(&table.name).to_owned());
    let is_picture = |table: &Table| table.form == Form::Bits;
    let mut of: HashMap<Place, (usize, usize)> = HashMap::new();
    for table in document.tables.iter().filter(|table| matches!(table.body, Body::Structure { .. })) {
        let (pictures, tables) = of.entry(place(table)).or_default();
        *(if is_picture(table) { pictures } else { tables }) += 1;
    }
    of.retain(|_, (pictures, tables)| *pictures > 0 && *tables > 0);
    let mut numbers: HashMap<Place, usize> = HashMap::new();
    for table in document.tables.iter_mut().filter(|table| matches!(table.body, Body::Structure { .. })) {
        let place = place(table);
        if !of.contains_key(&place) {
            continue;
        }
        if is_picture(table) {
            let diagram = Diagram { line: table.line, form: Form::Bits, damaged: true, ..Diagram::default() };
            (table.structure, table.name) = (place.1.clone(), place.1);
            table.body = Body::Diagram(diagram);
            continue;
        }
        let number = numbers.entry(place.clone()).or_default();
        *number += 1;
        table.name = if *number == 1 { place.1 } else { format!("{} #{number}", place.1) };
    }
}
