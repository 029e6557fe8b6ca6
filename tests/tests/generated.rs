//! Declarations generated from schemas are the declarations that we keep by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "../src/generated/mod.rs"]
mod generated;

use bpx_formats::Format;
use bpx_schema::Codec;
use bpx_schema::schema::{Body, Constraint, Model, Rule, Structure};

/// What a declaration keeps of a schema: values of constants instead of their names, and no functions; rules across fields
/// by their names.
fn kept(model: &Model) -> Vec<Structure> {
    let mut text = serde_json::to_value(model).unwrap();
    values_of_constants(&mut text);
    let model: Model = serde_json::from_value(text).unwrap();
    let structures = model.structures.into_values().map(|mut structure| {
        let mut rules: Vec<Constraint> = structure.rules.iter().cloned().collect();
        rules.retain(|rule| !matches!(rule.rule, Rule::Custom(_)));
        rules.sort_by_key(|rule| rule.code.to_string());
        structure.rules = rules.into();
        structure
    });
    structures.collect()
}

fn values_of_constants(json: &mut serde_json::Value) {
    if let Some(constant) = json.get("const").and_then(|pair| pair.get(1)).cloned() {
        *json = serde_json::json!({ "int": constant });
        return;
    }
    match json {
        serde_json::Value::Object(map) => map.values_mut().for_each(values_of_constants),
        serde_json::Value::Array(list) => list.iter_mut().for_each(values_of_constants),
        _ => {}
    }
}

#[test]
fn generated_declarations_give_the_schema_that_they_come_from() {
    let generated = [
        ("bpx", Model::of(generated::bpx::Layout::schema())),
        ("bpx_v0", Model::of(generated::bpx_v0::Layout::schema())),
        ("bpat", Model::of(generated::bpat::Layout::schema())),
        ("blk", Model::of(generated::blk::File::schema())),
        ("gpb", Model::of(generated::gpb::Bundle::schema())),
    ];
    let (mut structures, mut records) = (0, 0);
    let schemas = Format::ALL.iter().flat_map(|format| format.schemas());
    for ((name, original), (also, copy)) in schemas.zip(&generated) {
        assert_eq!(name.replace('-', "_"), *also);
        let original = Model::of(original);
        assert_eq!(original.root, copy.root);
        let (original, copy) = (kept(&original), kept(copy));
        assert_eq!(original.len(), copy.len(), "{name}");
        for (original, copy) in original.iter().zip(&copy) {
            assert_eq!(original, copy, "{name}");
            structures += 1;
            records += usize::from(original.size.is_some() && matches!(original.body, Body::Fields(_)));
        }
    }
    assert!(structures > 60 && records > 20, "{structures} structures, {records} records");
}
