//! What documents state beyond names, types and sizes: rules, byte orders, bits, values, counts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod bits;
mod codes;
mod counts;
mod notes;
mod order;
mod presence;
mod values;

use bpx_documents::{Declarations, declare, read};
use bpx_model::{Field, Rule, Structure};

fn declared(text: &str) -> Declarations {
    declare(&read(&[("text", text)]))
}

/// A structure `Thing` of these rows: name, type, size in bits, notes.
fn table(rows: &[(&str, &str, &str, &str)]) -> String {
    let rows = rows.iter().map(|(name, ty, size, notes)| format!("| {name} | {ty} | {size} | {notes} |\n"));
    format!("## Thing\n\n| Field | Type | Size (bits) | Notes |\n|---|---|---|---|\n{}\n", rows.collect::<String>())
}

fn little(text: &str) -> Declarations {
    declared(&format!("# Things\n\nAll numbers are little-endian.\n\n{text}"))
}

fn thing(declared: &Declarations) -> &Structure {
    declared.model.get("Thing").unwrap()
}

fn rules(field: &Field) -> Vec<&Rule> {
    field.constraints.iter().map(|constraint| &constraint.rule).collect()
}

fn open(declared: &Declarations) -> Vec<String> {
    declared.open.iter().map(|(name, what)| format!("{name}: {what}")).collect()
}
