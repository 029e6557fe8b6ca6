//! Determines the parts of a structure that a diagram shows, in the order of the file, and their sizes.

use crate::export::text::{count_text, doc_with_section};
use bpx_schema::schema::{BitField, Field, Link, Model, Offset};

/// The space that a part takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The number of bytes or bits, which is the same in every file.
    Fixed(u64),
    /// The number of bytes in files that have the field.
    Optional(u64),
    /// A size that each file states.
    Open,
}

/// A field, or unused space.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// Name of the field; empty for unused space.
    pub(super) name: String,
    /// Type and number of elements.
    pub(super) kind: String,
    /// The meaning of the part, in one line.
    pub(super) doc: String,
    pub(super) extent: Extent,
    /// Whether the bytes have no meaning.
    pub(super) is_reserved: bool,
}

/// Returns the parts for fields that follow each other. Fields with offsets of their own are regions, and no parts.
pub(super) fn parts_of_fields(model: &Model, fields: &[Field]) -> Vec<Part> {
    let resolve = |link: &Link| model.get(link.name());
    let in_place = fields.iter().filter(|field| field.region_elsewhere().is_none());
    let mut parts = Vec::new();
    let mut end = Some(0);
    for field in in_place {
        let extent = match field.fixed_size(&resolve) {
            Some(size) => Extent::Fixed(size),
            None => varying_extent(field, &resolve),
        };
        // Space before a field that states its place.
        let gap = field.offset.zip(end).and_then(|(start, end)| start.checked_sub(end)).filter(|gap| *gap > 0);
        parts.extend(gap.map(unused_part));
        end = match extent {
            Extent::Fixed(size) => (Offset::from(field.offset.or(end)) + size).get(),
            Extent::Optional(_) | Extent::Open => None,
        };
        parts.push(Part {
            name: field.name.to_string(),
            kind: type_text(field),
            doc: doc_with_section(&field.doc, &field.spec),
            extent,
            is_reserved: field.is_reserved() || field.padding,
        });
    }
    parts
}

/// Returns the extent of a field whose size is not the same in every file.
fn varying_extent<'m>(field: &Field, resolve: &dyn Fn(&Link) -> Option<&'m bpx_schema::schema::Structure>) -> Extent {
    let size = (Offset::from(field.element_size(resolve)) * field.fixed_len()).get();
    match size {
        Some(size) if field.when.is_some() && field.region.is_none() && !field.children => Extent::Optional(size),
        _ => Extent::Open,
    }
}

/// Returns the parts for the fields of a structure of bits, in the order of their first bits, with parts for unused
/// bits.
pub(super) fn parts_of_bits(fields: &[BitField], size: u64) -> Vec<Part> {
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|field| field.bit);
    let (mut parts, mut end) = (Vec::new(), 0);
    for field in fields {
        let start = u64::from(field.bit);
        parts.extend(start.checked_sub(end).filter(|gap| *gap > 0).map(unused_part));
        end = start + u64::from(field.bits);
        parts.push(Part {
            name: field.name.to_string(),
            kind: format!("u{}", field.bits),
            doc: doc_with_section(&field.doc, ""),
            extent: Extent::Fixed(field.bits.into()),
            is_reserved: field.constraints.iter().any(|rule| rule.rule == bpx_schema::schema::Rule::Zero),
        });
    }
    let whole = (Offset::from(size) * 8).get();
    parts.extend(whole.and_then(|whole| whole.checked_sub(end)).filter(|gap| *gap > 0).map(unused_part));
    parts
}

fn unused_part(size: u64) -> Part {
    let (name, kind, doc) = (String::new(), "unused".to_owned(), String::new());
    Part { name, kind, doc, extent: Extent::Fixed(size), is_reserved: true }
}

/// Returns the type of a field in short form, with the number of elements in brackets.
pub(super) fn type_text(field: &Field) -> String {
    let count = count_text(field);
    let name = field.ty.short_name();
    if count.is_empty() { name } else { format!("{name} [{count}]") }
}
