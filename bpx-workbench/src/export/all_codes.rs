//! Collects the sets of codes of a schema.

use bpx_schema::schema::{Codes, CodesLink, Model};

/// Returns all sets of codes that a schema mentions, each once.
pub(super) fn all_codes(model: &Model) -> Vec<&Codes> {
    let mut list: Vec<&Codes> = Vec::new();
    for structure in model.structures.values() {
        let fields = structure.all_fields().filter_map(|field| field.codes.as_ref());
        let bits = structure.bit_fields().iter().filter_map(|field| field.codes.as_ref());
        for codes in fields.chain(bits).map(CodesLink::get) {
            if !list.contains(&codes) {
                list.push(codes);
            }
        }
    }
    list.sort_by(|a, b| a.name.cmp(&b.name));
    list
}
