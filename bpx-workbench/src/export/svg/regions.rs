//! Draws regions of a structure, and arrows from the fields that state facts about the regions.

use super::grid::{Grid, HEIGHT, LEFT, WIDTH};
use super::parts::{Part, type_text};
use crate::export::text::doc_with_section;
use bpx_schema::schema::{Field, LayoutFact, Region, Text};

/// Left end of the regions in units of the drawing.
pub(super) const REGION_LEFT: u64 = LEFT + WIDTH + 150;
/// Width of a region in units of the drawing.
pub(super) const REGION_WIDTH: u64 = 220;
/// Space between regions in units of the drawing.
const REGION_GAP: u64 = 14;

/// The box of bytes that have an offset of their own.
#[derive(Debug)]
pub(super) struct RegionBox {
    pub(super) name: String,
    pub(super) kind: String,
    /// The offset and the sizes of the region in words, and its documentation.
    pub(super) doc: String,
    pub(super) y: u64,
    pub(super) height: u64,
}

/// An arrow from a field to a region about which the field states a fact.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Arrow {
    /// The fact: `offset`, `size`, `content size` or `checksum`.
    pub(super) fact: &'static str,
    /// The middle and the lower edge of the field's box.
    pub(super) from: (u64, u64),
    /// Vertical position of the arrow between two rows.
    pub(super) lane: u64,
    /// Horizontal position of the arrow beside the rows.
    pub(super) turn: u64,
    /// Vertical position of the arrow's end at the region.
    pub(super) to: u64,
}

/// Returns the regions of fields, and the arrows to them.
pub(super) fn regions_of_fields(fields: &[Field], parts: &[Part], grid: &Grid) -> (Vec<RegionBox>, Vec<Arrow>) {
    let (mut boxes, mut arrows, mut y) = (Vec::new(), Vec::new(), 0);
    for field in fields {
        let Some(region) = field.region_elsewhere() else { continue };
        let facts = region_facts(region);
        // A line for each arrow, and at least two for the name and the type.
        let height = HEIGHT.max(14 * facts.len() as u64);
        for (line, (fact, name)) in facts.iter().enumerate() {
            let from = grid
                .cells
                .iter()
                .find(|cell| cell.is_first && parts.get(cell.part).is_some_and(|part| part.name == **name));
            let Some(cell) = from else { continue };
            let number = arrows.len() as u64;
            arrows.push(Arrow {
                fact,
                from: (cell.x + cell.width / 2, cell.y + HEIGHT),
                lane: cell.y + HEIGHT + 3 + number % 3 * 3,
                turn: LEFT + WIDTH + 12 + number % 8 * 6,
                to: y + 10 + 14 * line as u64,
            });
        }
        let each = region.each.as_ref().map_or_else(String::new, |each| format!("for each element of {each}; "));
        let doc = doc_with_section(&field.doc, &field.spec);
        boxes.push(RegionBox {
            name: field.name.to_string(),
            kind: format!("{}{}", if region.each.is_some() { "each: " } else { "" }, type_text(field)),
            doc: format!("{each}{}{}{doc}", describe_place(region), if doc.is_empty() { "" } else { "; " }),
            y,
            height,
        });
        y += height + REGION_GAP;
    }
    (boxes, arrows)
}

/// Returns the lower end of the regions.
pub(super) fn lower_end(regions: &[RegionBox]) -> u64 {
    regions.last().map_or(0, |region| region.y + region.height + REGION_GAP)
}

/// Returns the offset and the sizes of a region in words.
fn describe_place(region: &Region) -> String {
    let fact = |(expr, fact)| format!("{fact} {expr}");
    let places = [(&region.at, "at offset"), (&region.size, "size"), (&region.content_size, "content size")];
    let facts = places.into_iter().filter_map(|(expr, name)| Some((expr.as_ref()?, name))).map(fact);
    facts.collect::<Vec<_>>().join(", ")
}

/// Returns the facts of a region, each with the name of a field that states the fact, without duplicates.
fn region_facts(region: &Region) -> Vec<(&'static str, Text)> {
    let mut facts = Vec::new();
    for (expr, fact) in region.fact_exprs() {
        let fact = match fact {
            LayoutFact::StoredSize => "size",
            LayoutFact::ContentSize => "content size",
            other => other.name(),
        };
        for name in expr.used_names() {
            // The element that describes a region is called so.
            let name = region.each.as_ref().filter(|_| **name == *"entry").unwrap_or(name);
            if !facts.contains(&(fact, name.clone())) {
                facts.push((fact, name.clone()));
            }
        }
    }
    facts
}
