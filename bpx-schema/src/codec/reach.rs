//! What a structure leads to, over all that it holds.

use crate::schema::{Body, Field, Link, Structure};

/// Whether a field of a structure, or of one that it holds, is such a field.
pub(super) fn any_field(structure: &'static Structure, wanted: impl Fn(&Field) -> bool) -> bool {
    let mut seen: Vec<&'static Structure> = Vec::new();
    let mut open: Vec<&'static Structure> = vec![structure];
    while let Some(structure) = open.pop() {
        if seen.iter().any(|known| std::ptr::eq(*known, structure)) {
            continue;
        }
        seen.push(structure);
        let cases = match &structure.body {
            Body::Switch(cases) => &**cases,
            Body::Fields(_) | Body::Bits(_) => &[],
        };
        if structure.fields().iter().chain(cases.iter().flat_map(|case| case.fields.iter())).any(&wanted) {
            return true;
        }
        open.extend(structure.links().filter_map(|link| match link {
            Link::Static(schema) => Some(schema()),
            Link::Name(_) => None,
        }));
    }
    false
}
