//! Finds the sizes of fields whose types are structures of the document.

use super::model::{Body, Document};
use super::name::normal_name;
use super::tables;
use super::types::{Types, size_of_type};

/// The largest depth of nested structures.
const NESTED: usize = 32;

/// Sets the sizes of fields whose types are structures of a fixed size.
pub(super) fn resolve_sizes(document: &mut Document, none: &Types) {
    let names: Vec<_> = document.structures().map(|(_, table, ..)| normal_name(&table.name)).collect();
    for _ in 0..NESTED {
        let mut sizes = none.clone();
        for (name, (_, _, _, size)) in names.iter().zip(document.structures()) {
            sizes.add_case(name, size);
        }
        let mut changed = false;
        for table in &mut document.tables {
            let Body::Structure { fields, size } = &mut table.body else { continue };
            for field in fields.iter_mut().filter(|field| field.size.is_none()) {
                field.size = size_of_type(&field.ty, &sizes).filter(|size| size.exact().is_some());
                changed |= field.size.is_some();
            }
            *size = tables::sum_sizes(fields);
        }
        if !changed {
            break;
        }
    }
}
