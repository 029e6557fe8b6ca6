//! Declarations out of a schema: Rust with binrw's attributes and ours, formatted.
//!
//! The way back from [`Model`] to what [`codegen`](crate::codegen) reads. What a schema does not hold (functions that
//! are rules, names of constants) or a declaration cannot say is told as a `TODO` above the item, never dropped.

mod attributes;
mod bits;
mod codes;
mod expr;
mod field;
mod names;
mod structure;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;

use self::codes::Sets;
use crate::schema::{Body, Model, Structure};

/// Declarations, and what is left to do by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declarations {
    /// A Rust module.
    pub text: String,
    /// What the module marks as `TODO`: name of the structure, and what is missing.
    pub todo: Vec<(String, String)>,
}

/// One item, and what it does not say.
struct Item {
    name: String,
    text: String,
    todo: Vec<String>,
}

/// Declares the structures that are wanted, and the sets of codes that they use, in the order of the model.
///
/// `title` is the first line of the module's documentation.
#[must_use]
pub fn rust(model: &Model, title: &str, wanted: impl Fn(&Structure) -> bool) -> Declarations {
    let structures: Vec<_> = model.structures.values().filter(|structure| wanted(structure)).collect();
    let sets = Sets::of(&structures);
    let mut items = sets.items();
    items.extend(structures.iter().map(|structure| match &structure.body {
        Body::Bits(fields) => bits::item(structure, fields, &sets),
        Body::Fields(fields) => structure::of_fields(model, structure, fields, &sets),
        Body::Switch(cases) => structure::of_cases(model, structure, cases, &sets),
    }));
    let mut text = format!("//! {title}\n\n{}", uses(&items));
    let mut todo = Vec::new();
    for item in items {
        text.push('\n');
        for line in item.todo {
            text.push_str(&format!("// TODO: {line}\n"));
            todo.push((item.name.clone(), line));
        }
        text.push_str(&item.text);
    }
    Declarations { text, todo }
}

/// What the items mention.
fn uses(items: &[Item]) -> String {
    let mentioned = |path: &str, words: &[(&str, &str)]| {
        let names = words.iter().filter(|(_, sign)| items.iter().any(|item| item.text.contains(sign)));
        let names: Vec<_> = names.map(|(name, _)| *name).collect();
        match &*names {
            [] => String::new(),
            [one] => format!("use {path}::{one};\n"),
            names => format!("use {path}::{{{}}};\n", names.join(", ")),
        }
    };
    let macros = mentioned("bpx_derive", &[("Record", ", Record)]"), ("structure", "#[structure]")]);
    let types = [("CText", "CText"), ("Regions", "Regions<"), ("Tree", "Tree<"), ("Uleb", "Uleb<")];
    macros + &mentioned("bpx_schema::codec", &types)
}
