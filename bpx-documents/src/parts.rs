//! Joins tables that are parts of one table: after a page, or after a text in between.

use super::model::{Body, Field, Table};
use super::size::Size;
use super::tables::{self, ReadTable};

/// Returns whether a caption says that a table goes on.
pub(super) fn says_continued(caption: &str) -> bool {
    let lower = caption.to_lowercase();
    ["continued", "(cont.)", "(cont)", "cont'd"].iter().any(|word| lower.contains(word))
}

/// Returns whether the text before a table may state a condition for it.
pub(super) fn states_condition(text: &str) -> bool {
    let conditions = [
        "if",
        "when",
        "unless",
        "only",
        "optional",
        "optionally",
        "since",
        "version",
        "versions",
        "present",
        "else",
        "otherwise",
        "alternatively",
        "depending",
        "either",
        "or",
        "case",
        "older",
        "newer",
        "may",
        "followed",
    ];
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.into_iter().any(|word| conditions.contains(&word.as_str()))
}

/// Adds the fields of a table to the structure of the last table, if their offsets go on at its end. Otherwise returns
/// the table.
pub(super) fn append_part(last: &mut Table, (body, open): ReadTable) -> Result<(), ReadTable> {
    let Body::Structure { fields: parts, size: of_parts } = body else { return Err((body, open)) };
    let Body::Structure { fields, size } = &mut last.body else {
        return Err((Body::Structure { fields: parts, size: of_parts }, open));
    };
    let start = parts.first().and_then(|first| first.offset).filter(|start| *start > 0);
    if start.is_none() || start != end_of_fields(fields) {
        return Err((Body::Structure { fields: parts, size: of_parts }, open));
    }
    fields.extend(parts);
    *size = tables::sum_sizes(fields);
    last.open.extend(open);
    Ok(())
}

/// Returns the offset after the last field, if the first field has the offset 0.
fn end_of_fields(fields: &[Field]) -> Option<u64> {
    fields.first().and_then(|first| first.offset).filter(|first| *first == 0)?;
    let last = fields.last()?;
    let bits = last.size.and_then(Size::exact).filter(|bits| bits.is_multiple_of(8))?;
    last.offset?.checked_add(bits / 8)
}
