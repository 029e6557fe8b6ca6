//! Makes the description of a value that an excerpt shows.

use super::{FieldBytes, KEPT};
use crate::dump::line::write_value;
use crate::dump::outline::own_bytes;
use crate::report::quote_value;
use crate::value::LeafValue;
use crate::watch::Leaf;

/// Returns the size in bytes of an element of a list of numbers; 1 for any other value.
pub(super) fn element_size(leaf: &Leaf<'_>) -> u64 {
    match leaf.value {
        LeafValue::Numbers(numbers) => numbers.size.max(1) as u64,
        _ => 1,
    }
}

/// Returns the bytes that a value does not share with an earlier value. For a bit field, these are the bytes whose
/// first bit is in the field.
pub(super) fn unshared_bytes<'l>(leaf: &Leaf<'l>) -> &'l [u8] {
    leaf.bits.map_or(leaf.bytes, |bits| leaf.bytes.get(own_bytes(bits)).unwrap_or(&[]))
}

/// Returns the description of a value without parts. `offset` and `size` are those of the bytes that no earlier value
/// has.
pub(super) fn field_of(leaf: &Leaf<'_>, offset: u64, size: u64) -> FieldBytes {
    /// The largest number of codes that the description lists.
    const LISTED: usize = 16;
    let mut value = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_value(&mut value, leaf, false);
    let own = unshared_bytes(leaf);
    let known = |codes: &crate::schema::Codes| {
        let text = |code: &crate::schema::Code| match codes.flags {
            true => format!("{:#x} ({})", code.value, code.name),
            false => format!("{} ({})", code.value, code.name),
        };
        let more = codes.codes.len().checked_sub(LISTED).filter(|more| *more > 0);
        codes.codes.iter().take(LISTED).map(text).chain(more.map(|more| format!("{more} more"))).collect()
    };
    FieldBytes {
        offset,
        size,
        bytes: own.get(..KEPT).unwrap_or(own).to_vec(),
        type_name: type_name(leaf),
        value: quote_value(String::from_utf8_lossy(&value)),
        doc: first_doc_line(leaf.doc),
        known: leaf.codes.map_or_else(Vec::new, known),
    }
}

fn type_name(leaf: &Leaf<'_>) -> String {
    let of_element = || leaf.ty.map_or_else(String::new, crate::schema::Type::short_name);
    match (leaf.bits, &leaf.value) {
        (Some((_, 1)), _) => "1 bit".to_owned(),
        (Some((_, width)), _) => format!("{width} bits"),
        (None, LeafValue::Text(_) | LeafValue::Encoded(..)) => "text".to_owned(),
        (None, LeafValue::Bytes(_)) => "bytes".to_owned(),
        (None, LeafValue::Numbers(numbers)) => format!("{} × {}", of_element(), numbers.iter().len()),
        (None, _) => of_element(),
    }
}

/// Returns the first line of a documentation.
pub(super) fn first_doc_line(doc: &str) -> String {
    doc.lines().next().unwrap_or("").to_owned()
}
