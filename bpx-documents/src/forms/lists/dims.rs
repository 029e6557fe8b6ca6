//! Reads numbers of elements in types and names: `int32x3`, `name[4]`.

use crate::types::is_common_type;

/// Writes `int32x3` as an array.
pub(super) fn vector_as_array(ty: &str) -> String {
    let parts = ty.rsplit_once('x').filter(|(of, count)| {
        of.ends_with(|c: char| c.is_ascii_digit())
            && is_common_type(of)
            && !count.is_empty()
            && count.chars().all(|c| c.is_ascii_alphanumeric())
    });
    parts.map_or_else(|| ty.to_owned(), |(of, count)| format!("{of}[{count}]"))
}

/// Moves the brackets after a name to the type.
pub(super) fn with_dims(ty: &str, name: &str) -> (String, String) {
    match name.split_once('[') {
        Some((bare, dims)) if dims.ends_with(']') && !bare.contains(' ') => (format!("{ty}[{dims}"), bare.to_owned()),
        _ => (ty.to_owned(), name.to_owned()),
    }
}
