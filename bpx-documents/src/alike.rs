//! Compares the tables of a document, and reports tables that the reader may have misread.

use super::model::{Body, Document, Value};
use super::tables::FROM_ONE;
use std::collections::HashSet;

/// Reports tables with the titles of structures (`titles`) but without a known type, and flags that may count from 1 as
/// the flags of another table do.
pub(super) fn report_alike(document: &mut Document, titles: &HashSet<Vec<String>>) {
    let is_from_one = |open: &[String]| open.iter().any(|open| open.contains(FROM_ONE));
    let from_one = document.tables.iter().any(|table| is_from_one(&table.open));
    for table in document.tables.iter_mut().filter(|table| table.open.is_empty()) {
        let open = match &table.body {
            Body::Other { header, .. } if titles.contains(header) => {
                "other tables with these titles are structures, but this table has no known type or size".to_owned()
            }
            Body::Flags { values } if from_one && !has_first(values) => {
                format!("the bits {FROM_ONE}, as in another table")
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
