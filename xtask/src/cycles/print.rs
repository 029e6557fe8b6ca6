//! Writes cycles as text and as JSON.

use super::Crate;
use super::components::{Component, Edge};
use serde_json::{Value, json};
use std::fmt::Write;

/// Returns a line for each crate, and below the line the components of the crate with the imports that close them.
pub(crate) fn cycles_text(crates: &[Crate], bound: usize) -> String {
    let mut text = String::new();
    for one in crates {
        let largest = one.components.first().map_or(1, |component| component.files.len());
        let _ = writeln!(
            text,
            "{}: {} files, {} cycles, {largest} files in the largest",
            one.name,
            one.files,
            one.components.len()
        );
        for component in &one.components {
            write_component(&mut text, component, bound);
        }
    }
    text
}

fn write_component(text: &mut String, component: &Component, bound: usize) {
    let _ = writeln!(text, "  {} files:", component.files.len());
    if component.files.len() <= bound {
        for edge in &component.edges {
            write_edge(text, edge);
        }
        return;
    }
    for file in &component.files {
        let _ = writeln!(text, "    {file}");
    }
    let _ = writeln!(text, "  more than {bound}; the shortest circle among them:");
    let next = component.shortest.iter().cycle().skip(1);
    for (from, to) in component.shortest.iter().zip(next) {
        for edge in component.edges.iter().filter(|edge| edge.from == *from && edge.to == *to) {
            write_edge(text, edge);
        }
    }
}

fn write_edge(text: &mut String, edge: &Edge) {
    let _ = writeln!(text, "    {} -> {} ({})", edge.from, edge.to, edge.names.join(", "));
}

/// Returns cycles as JSON, with all imports.
pub(crate) fn cycles_json(crates: &[Crate]) -> Value {
    let edge = |edge: &Edge| json!({ "from": edge.from, "to": edge.to, "names": edge.names });
    let component = |one: &Component| {
        let edges: Vec<_> = one.edges.iter().map(edge).collect();
        json!({ "files": one.files, "shortest": one.shortest, "edges": edges })
    };
    let one = |one: &Crate| {
        let components: Vec<_> = one.components.iter().map(component).collect();
        json!({ "crate": one.name, "files": one.files, "components": components })
    };
    crates.iter().map(one).collect()
}
