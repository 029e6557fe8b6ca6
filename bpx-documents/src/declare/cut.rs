//! Cuts structures after the first field with an unknown end, because the offsets of later fields are unknown, and a
//! reader with wrong offsets would return wrong values without an error.

use bpx_model::{Body, Field, Length, Model, Structure, Type};
use std::collections::BTreeSet;

/// Removes the fields without a known offset; returns the name of each structure that loses fields, and a sentence
/// about the removed fields.
pub(super) fn cut_misplaced(model: &mut Model) -> Vec<(String, String)> {
    let mut endless: BTreeSet<String> = BTreeSet::new();
    // A structure that contains a structure without a known end has no known end either.
    loop {
        let known = endless.len();
        let holds = |one: &&Structure| one.fields().iter().any(|field| takes_all(field, &endless));
        let found: Vec<_> = model.structures.values().filter(holds).map(|one| one.name.to_string()).collect();
        endless.extend(found);
        if endless.len() == known {
            break;
        }
    }
    let mut open = Vec::new();
    for structure in model.structures.values_mut() {
        let Body::Fields(fields) = &mut structure.body else { continue };
        let Some(at) = fields.iter().position(|field| takes_all(field, &endless)) else { continue };
        let after: Vec<_> = fields.iter().skip(at + 1).map(|field| format!("`{}`", field.name)).collect();
        if let (Some(last), false) = (fields.get(at), after.is_empty()) {
            let what = format!(
                "the end of `{}` is not known, so the offsets of later fields are not known: {}",
                last.name,
                after.join(", ")
            );
            open.push((structure.name.to_string(), what));
            fields.to_mut().truncate(at + 1);
        }
    }
    open
}

/// Returns whether a field has no known end, because the field or its structure takes all remaining bytes.
fn takes_all(field: &Field, endless: &BTreeSet<String>) -> bool {
    let holds_endless = || matches!(&field.ty, Type::Named { link, .. } if endless.contains(link.name()));
    field.region.is_none() && (field.len == Some(Length::Rest) || holds_endless())
}
