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
use crate::schema::{Body, Codes, Model, Structure};

/// What declarations are made of.
#[derive(Debug, Clone, Copy)]
pub struct Input<'m> {
    /// The structures.
    pub model: &'m Model,
    /// Sets of codes that no field of them has, and that are declared all the same.
    pub codes: &'m [Codes],
    /// What is left open: name of the structure, and what is to be done by hand.
    pub open: &'m [(String, String)],
}

impl<'m> From<&'m Model> for Input<'m> {
    fn from(model: &'m Model) -> Self {
        Self { model, codes: &[], open: &[] }
    }
}

/// A Rust module, and what is left to do by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// The text.
    pub text: String,
    /// What the text marks as `TODO`: name of the structure, and what is missing.
    pub todo: Vec<(String, String)>,
}

/// One item, and what it does not say.
struct Item {
    name: String,
    text: String,
    todo: Vec<String>,
}

/// Declares the structures of wanted sections of the specification, and the sets of codes that they use, in the order of
/// the model.
///
/// `title` is the first line of the module's documentation; `wanted` is asked for the name and the section of each.
#[must_use]
pub fn rust(input: Input<'_>, title: &str, wanted: impl Fn(&str, &str) -> bool) -> Module {
    let model = input.model;
    let structures: Vec<_> = model.structures.values().filter(|one| wanted(&one.name, &one.spec)).collect();
    let sets = Sets::of(&structures, input.codes.iter().filter(|one| wanted(&one.name, &one.spec)));
    let mut items = sets.items();
    items.extend(structures.iter().map(|structure| {
        let mut item = item(model, structure, &sets);
        let open = input.open.iter().filter(|(name, _)| *name == *structure.name);
        item.todo.splice(0..0, open.map(|(_, what)| what.clone()));
        item
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
    Module { text, todo }
}

fn item(model: &Model, structure: &Structure, sets: &Sets<'_>) -> Item {
    match &structure.body {
        Body::Bits(fields) => bits::item(structure, fields, sets),
        Body::Fields(fields) => structure::of_fields(model, structure, fields, sets),
        Body::Switch(cases) => structure::of_cases(model, structure, cases, sets),
    }
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
