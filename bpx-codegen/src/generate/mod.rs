//! Generates declarations from a schema: formatted Rust with the attributes of binrw and of this crate.
//!
//! This module is the inverse of the other stages: it converts a [`Model`] to the input of [`codegen`](crate). A part
//! that a schema lacks (a rule that is a function, the name of a constant), or that a declaration cannot express,
//! becomes a `TODO` above the item, and is never dropped.

mod attributes;
mod bits;
mod codes;
mod context;
mod crc;
mod expr;
mod field;
mod item;
mod names;
mod structure;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;
mod values;

use self::attributes::comment_lines;
use self::codes::CodeSets;
use self::context::ModuleContext;
use self::item::{NEEDED, RustItem};
use self::names::TypeNames;
use bpx_model::{Body, Codes, Field, Model, Structure};
use std::collections::{HashMap, HashSet};

/// The model and other data for which [`rust_module`] writes declarations.
#[derive(Debug, Clone, Copy)]
pub struct ModuleInput<'m> {
    /// The structures.
    pub model: &'m Model,
    /// Additional sets of codes that no field uses.
    pub codes: &'m [Codes],
    /// `TODO` lines: the name of the structure or set of codes, and the text; the name is empty for lines about all
    /// items.
    pub open: &'m [(String, String)],
}

impl<'m> From<&'m Model> for ModuleInput<'m> {
    fn from(model: &'m Model) -> Self {
        Self { model, codes: &[], open: &[] }
    }
}

/// A Rust module, and its `TODO` lines.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RustModule {
    /// The source text.
    pub text: String,
    /// The lines that the source text marks as `TODO`: the name of the item, and the text; the name is empty for lines
    /// about the module.
    pub todo: Vec<(String, String)>,
}

/// Returns declarations of the structures that `wanted` selects, and of the sets of codes that these structures use, in
/// the order of the model.
///
/// `title` is the first line of the module's documentation; `wanted` gets the name and the section of each structure
/// and of each additional set of codes.
#[must_use]
pub fn rust_module(input: ModuleInput<'_>, title: &str, wanted: impl Fn(&str, &str) -> bool) -> RustModule {
    let model = input.model;
    let structures: Vec<_> = model.structures.values().filter(|one| wanted(&one.name, &one.spec)).collect();
    let mut types = TypeNames::of_model(model);
    let codes = input.codes.iter().filter(|one| wanted(&one.name, &one.spec));
    let sets = CodeSets::of_structures(&structures, codes, &mut types);
    let is_node = |structure: &&Structure| structure.fields().iter().any(|field: &Field| field.children);
    let nodes = model.structures.values().filter(is_node).map(|structure| &*structure.name).collect();
    let context = ModuleContext { model, types, sets, nodes };
    let mut open: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, what) in input.open {
        open.entry(name).or_default().push(what);
    }
    let mut items = context.sets.codes_items(&open);
    items.extend(crc::crc_items(&structures));
    items.extend(structures.iter().map(|structure| {
        let mut item = structure_item(&context, structure);
        let open = open.get(&*structure.name).into_iter().flatten();
        item.todo.splice(0..0, open.map(|what| (*what).to_owned()));
        item
    }));
    let mut module =
        RustModule { text: format!("{}\n{}", module_head(title, &items), import_lines(&items)), todo: Vec::new() };
    if let Some(of_all) = open.get("").filter(|_| !items.is_empty()) {
        module.text.push('\n');
        module.add("", of_all.iter().copied());
    }
    for item in items {
        module.text.push('\n');
        module.add(&item.name, item.todo.iter().map(String::as_str));
        module.text.push_str(&item.text);
    }
    module
}

impl RustModule {
    /// Adds `TODO` lines for an item.
    fn add<'l>(&mut self, name: &str, lines: impl Iterator<Item = &'l str>) {
        for line in lines {
            self.text.push_str(&comment_lines(&format!("TODO: {}", line.replace('\n', " ")), "//"));
            self.todo.push((name.to_owned(), line.to_owned()));
        }
    }
}

fn structure_item(context: &ModuleContext<'_>, structure: &Structure) -> RustItem {
    match &structure.body {
        Body::Bits(fields) => bits::bits_item(context, structure, fields),
        Body::Fields(fields) => structure::of_fields(context, structure, fields),
        Body::Switch(cases) => structure::of_cases(context, structure, cases),
    }
}

/// Returns a comment with the title and the dependencies of the module.
fn module_head(title: &str, items: &[RustItem]) -> String {
    let own = env!("CARGO_PKG_VERSION");
    let needs = match items {
        [] => String::new(),
        _ => format!("\n\nNeeds bpx-schema {own}."),
    };
    comment_lines(&format!("{}{needs}", title.replace('\n', " ")), "//!")
}

/// Returns the imports of the items.
fn import_lines(items: &[RustItem]) -> String {
    let needed: HashSet<&str> = items.iter().flat_map(|item| item.needs.iter().copied()).collect();
    let mentioned = |(path, names): (&str, &[&str])| {
        let names: Vec<_> = names.iter().copied().filter(|name| needed.contains(name)).collect();
        match &*names {
            [] => String::new(),
            [one] => format!("use {path}::{one};\n"),
            names => format!("use {path}::{{{}}};\n", names.join(", ")),
        }
    };
    let mut lines = NEEDED.map(mentioned);
    // The order of rustfmt.
    lines.sort();
    lines.concat()
}
