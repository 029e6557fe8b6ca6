//! Joins pictures of structures with tables of the same structures, because the tables state more.

use super::model::{BitBox, Body, Diagram, Document, Field, Form, Table, unnumbered_name};
use super::name::normal_name;
use std::collections::{HashMap, HashSet};

/// The index of a section, and the name of a structure in the section.
type Place = (Option<usize>, String);

/// Assigns pictures of bits to the structure of a table in the same section, and numbers the names of the structures of
/// the section again. Also reports pictures that are not read.
pub(super) fn assign_pictures(document: &mut Document) {
    let place = |table: &Table| (table.within, unnumbered_name(&table.name).to_owned());
    let is_picture = |table: &Table| table.form == Form::Bits;
    let mut of: HashMap<Place, (usize, usize)> = HashMap::new();
    for table in document.tables.iter().filter(|table| matches!(table.body, Body::Structure { .. })) {
        let (pictures, tables) = of.entry(place(table)).or_default();
        *(if is_picture(table) { pictures } else { tables }) += 1;
    }
    of.retain(|_, (pictures, tables)| *pictures > 0 && *tables > 0);
    let mut drawn: HashMap<Place, Vec<(String, u64)>> = HashMap::new();
    let mut numbers: HashMap<Place, usize> = HashMap::new();
    for table in document.tables.iter_mut().filter(|table| matches!(table.body, Body::Structure { .. })) {
        let place = place(table);
        if !of.contains_key(&place) {
            continue;
        }
        if is_picture(table) {
            drawn.entry(place.clone()).or_default().extend(sizes_of_fields(table));
            let diagram = Diagram { line: table.line, form: Form::Bits, damaged: true, ..Diagram::default() };
            (table.structure, table.name) = (place.1.clone(), place.1);
            table.body = Body::Diagram(diagram);
            continue;
        }
        let number = numbers.entry(place.clone()).or_default();
        *number += 1;
        table.name = if *number == 1 { place.1 } else { format!("{} #{number}", place.1) };
    }
    of.retain(|_, counts| *counts == (1, 1));
    for table in document.tables.iter_mut().filter(|table| matches!(table.body, Body::Structure { .. })) {
        let place = place(table);
        let drawn = drawn.get(&place).filter(|_| of.contains_key(&place));
        table.open.extend(drawn.and_then(|drawn| different_size(table, drawn)));
    }
    report_side_by_side(document);
}

/// Returns the normal names of the fields whose sizes never change, each with its size in bits.
fn sizes_of_fields(table: &Table) -> Vec<(String, u64)> {
    let Body::Structure { fields, .. } = &table.body else { return Vec::new() };
    fields.iter().filter_map(|field| Some((normal_name(&field.name), field.size?.exact()?))).collect()
}

/// Reports a field that has another size in the picture of its structure, if another field has the same size in both.
fn different_size(table: &Table, drawn: &[(String, u64)]) -> Option<String> {
    let sizes: HashMap<&str, u64> = drawn.iter().map(|(name, bits)| (name.as_str(), *bits)).collect();
    // A box without a name of its own may continue another box.
    if sizes.len() < drawn.len() || sizes.contains_key("") {
        return None;
    }
    let own = sizes_of_fields(table);
    let pairs: Vec<_> = own.iter().filter_map(|(name, bits)| Some((name, *bits, *sizes.get(name.as_str())?))).collect();
    // Columns that are read as bits may be bytes.
    let is_other = |bits: u64, of_picture: u64| of_picture != bits && of_picture.checked_mul(8) != Some(bits);
    let agrees = pairs.iter().any(|(_, bits, of_picture)| bits == of_picture);
    let (name, bits, of_picture) =
        pairs.into_iter().find(|(_, bits, of_picture)| agrees && is_other(*bits, *of_picture))?;
    let Body::Structure { fields, .. } = &table.body else { return None };
    let field = fields.iter().find(|field| normal_name(&field.name) == *name)?;
    Some(format!("`{}` has {of_picture} bits in the picture, but {bits} bits in the text", field.name))
}

/// Reports boxes that are drawn beside each other, like those of a packet, if no box has the name of a field in the
/// section.
fn report_side_by_side(document: &mut Document) {
    let mut described = HashSet::new();
    if document.tables.iter().any(|table| table.form == Form::Boxes) {
        let names = |fields: &[Field]| fields.iter().map(|field| normal_name(&field.name)).collect::<Vec<_>>();
        let fields = document.structures().map(|(_, table, fields, _)| (table.within, names(fields)));
        described.extend(fields.flat_map(|(within, names)| names.into_iter().map(move |name| (within, name))));
    }
    for table in document.tables.iter_mut().filter(|table| table.form == Form::Boxes) {
        let Body::Diagram(Diagram { rows, .. }) = &table.body else { continue };
        let Some(row) = rows.iter().find(|row| row.boxes.len() > 1) else { continue };
        let is_known = |unit: &BitBox| described.contains(&(table.within, normal_name(&unit.name)));
        if rows.iter().flat_map(|row| &row.boxes).any(is_known) {
            continue;
        }
        let names: Vec<_> = row.boxes.iter().take(MAX_NAMES).map(|unit| format!("`{}`", unit.name)).collect();
        table.open.push(format!("the picture shows {} beside each other, and is not read", names.join(", ")));
    }
}

/// The largest number of names in a message.
const MAX_NAMES: usize = 3;
