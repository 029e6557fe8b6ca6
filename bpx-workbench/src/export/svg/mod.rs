//! Draws diagrams as SVG: structures with bytes and bits to scale, and regions with the fields that state their offsets
//! and sizes.
//!
//! The text of a diagram needs no font, no script and no other file. Its colours follow the reader's light or dark
//! mode.

mod figures;
mod grid;
mod parts;
mod regions;
mod write;

use bpx_schema::schema::{Model, Structure};

/// Returns a drawing with the diagrams of all structures of a schema, one below the other.
pub(super) fn schema_drawing(model: &Model, format: &str) -> String {
    write::write_document(&figures::schema_figures(model), format)
}

/// Returns a drawing with the diagram of a structure, or with the diagrams of its cases, one below the other.
pub(super) fn structure_picture(model: &Model, structure: &Structure) -> String {
    write::write_document(&figures::structure_figures(model, structure), &structure.name)
}
