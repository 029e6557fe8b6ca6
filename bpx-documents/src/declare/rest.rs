//! Reads the last field of a structure whose elements go on to the end of the bytes.

use super::count::listed_element;
use super::field::{self, byte_type};
use super::names::Names;
use crate::model::Field;
use bpx_model::{Endian, Type};

/// Returns the element type of a field that takes all remaining bytes, if its size or its description says so.
pub(super) fn remaining_elements(field: &Field, names: &Names, order: Endian) -> Option<Type> {
    let stated = field.stated.trim().to_lowercase();
    let says = if stated.is_empty() || stated.starts_with("var") {
        field.notes.split(['.', ';', '\n']).any(|sentence| is_rest(&sentence.to_lowercase()))
    } else {
        is_rest(&stated)
    };
    if !says {
        return None;
    }
    match listed_element(field.ty.trim()).0 {
        "" | "bytes" | "octets" | "data" | "binary" => Some(byte_type()),
        of => field::element_type(of, names, order).map(|(ty, _)| ty),
    }
}

/// Returns whether a text says without a condition that a field takes all remaining bytes.
fn is_rest(lower: &str) -> bool {
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    let ends = ["the end of", "end of file", "end of the file", "eof", "the end"];
    let goes_on = ["to", "until", "till"].iter().any(|to| ends.iter().any(|end| text.contains(&format!("{to} {end}"))));
    let is_all =
        matches!(text.as_str(), "rest" | "remaining" | "remainder" | "remaining bytes" | "all remaining bytes")
            || ["rest of the file", "the remaining bytes", "the rest of the bytes"].contains(&text.as_str());
    let other = [
        "if", "unless", "or", "when", "not", "padded", "padding", "aligned", "offset", "relative", "from", "distance",
        "position",
    ];
    (goes_on || is_all) && !other.iter().any(|word| format!(" {text} ").contains(&format!(" {word} ")))
}
