//! Schemas as JSON, written by hand.
#![allow(dead_code, reason = "every test uses some of it")]

use serde_json::{Value, json};

/// Returns a field of a byte, all but what differs at its default.
pub(crate) fn field(name: &str, differs: &Value) -> Value {
    let mut field = json!({
        "name": name, "label": "", "doc": "", "spec": "", "offset": null,
        "ty": { "int": { "size": 1, "signed": false, "endian": "little" } }, "len": null, "when": null,
        "otherwise": null, "derived": null, "codes": null, "constraints": [], "region": null, "children": false
    });
    field.as_object_mut().unwrap().extend(differs.as_object().unwrap().clone());
    field
}

/// Returns a structure, of a size or of none, with this body.
pub(crate) fn structure(name: &str, size: Option<u64>, body: &Value) -> Value {
    json!({
        "name": name, "doc": "", "spec": "", "params": [], "size": size, "body": body, "rules": [],
        "derived": [], "sums": []
    })
}

/// Returns a structure of fields.
pub(crate) fn fields(name: &str, list: &[Value]) -> Value {
    structure(name, None, &json!({ "fields": list }))
}

/// What differs in a field that is a structure.
pub(crate) fn named(name: &str) -> Value {
    json!({ "ty": { "named": { "link": name, "args": [] } } })
}

/// Returns a schema, of which the first structure is the root.
pub(crate) fn schema(structures: &[Value]) -> String {
    let map: serde_json::Map<_, _> =
        structures.iter().map(|one| (one["name"].as_str().unwrap().to_owned(), one.clone())).collect();
    json!({ "root": structures[0]["name"], "structures": map }).to_string()
}
