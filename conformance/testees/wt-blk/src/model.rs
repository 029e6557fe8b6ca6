//! Converts the crate's tree to the form that the suite compares, with the crate's own values.

use serde_json::{Value as Json, json};
use wt_blk::blk::blk_structure::BlkField;
use wt_blk::blk::blk_type::BlkType;

/// Returns a block as JSON: name, parameters, blocks.
pub fn block(field: &BlkField) -> Json {
    let (name, fields) = match field {
        BlkField::Struct(name, fields) | BlkField::Merged(name, fields) => (name, fields.as_slice()),
        BlkField::Value(name, _) => (name, &[][..]),
    };
    let (params, blocks): (Vec<_>, Vec<_>) = fields.iter().partition(|field| matches!(field, BlkField::Value(..)));
    json!({
        "name": name.as_str(),
        "params": params.into_iter().map(param).collect::<Vec<_>>(),
        "blocks": blocks.into_iter().map(block).collect::<Vec<_>>(),
    })
}

fn param(field: &BlkField) -> Json {
    let BlkField::Value(name, value) = field else { return block(field) };
    let (kind, value) = match value {
        BlkType::Str(value) => ("t", json!(value.as_str())),
        BlkType::Int(value) => ("i", json!(value)),
        BlkType::Int2(values) => ("ip2", json!(values)),
        BlkType::Int3(values) => ("ip3", json!(values)),
        BlkType::Int4(values) => ("ip4", json!(**values)),
        BlkType::Long(value) => ("i64", json!(value.to_string())),
        BlkType::Float(value) => ("r", float(value)),
        BlkType::Float2(values) => ("p2", floats(values)),
        BlkType::Float3(values) => ("p3", floats(values)),
        BlkType::Float4(values) => ("p4", floats(&**values)),
        BlkType::Float12(values) => ("m", values.chunks(3).map(floats).collect()),
        BlkType::Bool(value) => ("b", json!(value)),
        BlkType::Color { r, g, b, a } => ("c", json!([r, g, b, a])),
    };
    json!({ "name": name.as_str(), "type": kind, "value": value })
}

fn floats(values: &[f32]) -> Json {
    values.iter().map(float).collect()
}

/// Returns the shortest number that reads back to the float; for a float that JSON cannot state, returns the bits.
fn float(value: &f32) -> Json {
    match value.to_string().parse::<f64>() {
        Ok(number) if number.is_finite() => json!(number),
        _ => json!({ "bits": format!("{:#010x}", value.to_bits()) }),
    }
}
