//! Doubts about a table that other tables of the document raise.

use super::model::{Body, Document, Value};
use super::tables::FROM_ONE;
use std::collections::HashSet;

/// Reports tables that have the titles of structures and no type that is known, and flags that may count from 1 as others
/// do. `titles` are those of the structures.
pub(super) fn report_alike(document: &mut Document, titles: &HashSet<Vec<String>>) {
    let is_from_one = |open: &[String]| open.iter().any(|open| open.contains(FROM_ONE));
    let from_one = document.tables.iter().any(|table| is_from_one(&table.open));
    for table in document.tables.iter_mut().filter(|table| table.open.is_empty()) {
        let open = match &table.body {
            Body::Other { header, .. } if titles.contains(header) => {
                "other tables with these titles are structures, but no type or size of this one is known".to_owned()
            }
            Body::Flags { values } if from_one && !has_first(values) => {
                format!("the bits {FROM_ONE}, as those of another table")
            }
            _ => continue,
        };
        table.open.push(open);
    }
}

/// Returns whether one of the flags is the lowest bit.
fn has_first(values: &[Value]) -> bool {
    values.iter().any(|value| value.value.is_none_or(|value| value & 1 == 1))
}
