//! Makes the figures of a schema: one for each structure, or one for each case of a structure.

use super::grid::{Grid, bits_in_row, bytes_in_row, lay_parts};
use super::parts::{Extent, Part, parts_of_bits, parts_of_fields};
use super::regions::{self, Arrow, RegionBox};
use crate::export::text::doc_with_section;
use bpx_schema::schema::{Body, Endian, Field, Model, Structure, describe_size};

/// The figure of a structure, or of one of its cases.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) title: String,
    /// The size and the order of bits, or the condition of a case.
    pub(super) subtitle: String,
    pub(super) doc: String,
    /// The unit of the columns in a row: `byte` or `bit`.
    pub(super) unit: &'static str,
    pub(super) parts: Vec<Part>,
    pub(super) grid: Grid,
    pub(super) regions: Vec<RegionBox>,
    pub(super) arrows: Vec<Arrow>,
}

/// Returns the figures of all structures, in the order of the schema.
pub(super) fn schema_figures(model: &Model) -> Vec<Figure> {
    model.structures.values().flat_map(|structure| structure_figures(model, structure)).collect()
}

/// Returns the figure of a structure, or one figure for each of its cases.
pub(super) fn structure_figures(model: &Model, structure: &Structure) -> Vec<Figure> {
    let title = structure.name.to_string();
    let doc = doc_with_section(&structure.doc, &structure.spec);
    let size = structure.size.map_or_else(|| "the size varies".to_owned(), describe_size);
    match &structure.body {
        Body::Fields(fields) => vec![fields_figure(model, title, size, doc, fields)],
        Body::Bits(fields) => {
            // A structure of bits has a fixed size.
            let whole = structure.size.unwrap_or(0);
            let parts = parts_of_bits(fields, whole);
            // The size only selects the scale.
            let grid = lay_parts(&parts, bits_in_row(whole.saturating_mul(8)));
            let big = fields.iter().any(|field| field.order == Endian::Big);
            let first = if big { "most" } else { "least" };
            let subtitle = format!("{size}; bit 0 is the {first} significant bit of the first byte");
            let (regions, arrows) = (Vec::new(), Vec::new());
            vec![Figure { title, subtitle, doc, unit: "bit", parts, grid, regions, arrows }]
        }
        Body::Switch(cases) => cases
            .iter()
            .map(|case| {
                let when = case.when.as_ref().map_or_else(|| "otherwise".to_owned(), |when| format!("when {when}"));
                fields_figure(
                    model,
                    format!("{title}: {}", case.name),
                    when,
                    doc_with_section(&case.doc, ""),
                    &case.fields,
                )
            })
            .collect(),
    }
}

fn fields_figure(model: &Model, title: String, subtitle: String, doc: String, fields: &[Field]) -> Figure {
    let parts = parts_of_fields(model, fields);
    let fixed = parts.iter().map(|part| match part.extent {
        Extent::Fixed(size) | Extent::Optional(size) => size,
        Extent::Open => 0,
    });
    // The size only selects the scale.
    let grid = lay_parts(&parts, bytes_in_row(fixed.fold(0, u64::saturating_add)));
    let (regions, arrows) = regions::regions_of_fields(fields, &parts, &grid);
    Figure { title, subtitle, doc, unit: "byte", parts, grid, regions, arrows }
}
