//! Diagrams as SVG: structures with bytes and bits to scale, and regions with the fields that give their places.
//!
//! The text needs no font, no script and no other file. Colours follow the reader's light or dark mode.

mod figures;
mod grid;
mod parts;
mod regions;
mod write;

use bpx_schema::schema::{Model, Structure};

/// Returns the diagrams of all structures of a schema, one below the other.
pub(super) fn schema_drawing(model: &Model, format: &str) -> String {
    write::write_document(&figures::schema_figures(model), format)
}

/// Returns the diagram of one structure, with those of its cases one below the other.
pub(super) fn picture(model: &Model, structure: &Structure) -> String {
    write::write_document(&figures::structure_figures(model, structure), &structure.name)
}
