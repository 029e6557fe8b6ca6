//! Derives a schema from the unambiguous statements of a document.
//!
//! Structures of a fixed size are complete, with fields, codes, flags, bits, and the rules that notes state. In other
//! structures, the schema leaves fields without a fixed size or offset open; [`Declarations::open`] lists these fields.

mod allowed;
mod bits;
mod codes;
mod column;
mod count;
mod cut;
mod field;
mod lengths;
mod mention;
mod names;
mod notes;
mod order;
mod phrases;
mod prefixed;
mod presence;
mod rest;
mod rule_words;
mod rules;
mod settle;
mod statement;
mod structure;
mod surroundings;
mod texts;
mod values;
mod words;

use self::codes::DocumentSets;
pub(super) use self::names::Names;
use self::order::Orders;
use self::structure::Context;
use super::model::{Document, Table};
use bpx_model::{Link, Model, Structure};
use std::collections::{BTreeSet, HashSet};

/// A schema, and the parts that the document leaves open.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Declarations {
    /// The structures; the root is the first structure of the document. The codes of the model are the sets of values
    /// that belong to no field: types of sections, and sets whose field the document does not name.
    pub model: Model,
    /// The parts to declare by hand: the name of the structure or set, and a description. The name is empty for an open
    /// part of the whole document.
    pub open: Vec<(String, String)>,
}

/// Derives a schema from a document.
#[must_use]
pub fn declare(document: &Document) -> Declarations {
    let names = Names::of(document);
    let orders = Orders::of(document);
    let sets = DocumentSets::of(document, &names, &orders);
    let model = Model::default();
    let of_document = orders.open.iter().map(|what| (String::new(), what.clone()));
    let mut declarations = Declarations { model, open: of_document.chain(sets.open.iter().cloned()).collect() };
    let mut context = Context::new(document, &names, &sets, &orders);
    for (place, (index, table, fields, size)) in document.structures().enumerate() {
        let Some(name) = names.name_at(place) else { continue };
        if declarations.model.root.is_empty() {
            declarations.model.root = name.to_owned().into();
        }
        let open = context.declare_structure(name, (index, table), fields, size, &mut declarations.model);
        declarations.open.extend(open.into_iter().map(|what| (name.to_owned(), what)));
    }
    declarations.open.extend(surroundings::open_statements(document).into_iter().map(|what| (String::new(), what)));
    declarations.open.extend(context.unstated_order().map(|what| (String::new(), what)));
    declarations.open.extend(settle::replace_unresolved(&mut declarations.model, &context.held));
    declarations.open.extend(cut::cut_misplaced(&mut declarations.model));
    let skipped = document.skipped.iter().filter(|skipped| skipped.open);
    declarations.open.extend(skipped.map(|skipped| (skipped.name.clone(), skipped.reason.clone())));
    declarations.model.codes = sets.loose_sets(document, &declarations.model.structures);
    declarations
}

/// Returns the names that [`declare`] gives to the structures and sets of values in the section with this number or
/// title, and in its subsections.
#[must_use]
pub fn names_in(document: &Document, section: &str) -> BTreeSet<String> {
    let names = Names::of(document);
    let inside = document.sections_in(section);
    let is_inside = |table: &Table| table.within.is_some_and(|within| inside.contains(&within));
    let structures = document.structures().enumerate().filter(|(_, (_, table, ..))| is_inside(table));
    let structures: Vec<&str> = structures.filter_map(|(index, _)| names.name_at(index)).collect();
    let sets = DocumentSets::of(document, &names, &Orders::of(document));
    // Bits of a structure, and types that sentences define, are structures without a table.
    let model = declare(document).model;
    let titled: HashSet<&str> = names.all_names().collect();
    let links = structures.iter().filter_map(|name| model.get(name)).flat_map(Structure::links);
    let untitled = links.map(Link::name).filter(|name| !titled.contains(name));
    untitled.chain(structures.iter().copied()).chain(sets.names_within(is_inside)).map(ToOwned::to_owned).collect()
}
