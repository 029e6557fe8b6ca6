//! Changed schemas, with any bytes: they are rejected, or interpreted within bounds; tools that work from a schema
//! alone end well too.

use super::file::limits;
use super::shapes;
use super::tally::Tally;
use arbitrary::{Result, Unstructured};
use bpx_codegen::generate::rust_module;
use bpx_formats::bpx::{self, v0};
use bpx_formats::{blk, bpat, gpb};
use bpx_schema::Codec;
use bpx_schema::codec::Tree;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Severity, Validator};
use bpx_schema::schema::{Model, Structure};
use bpx_schema::watch::Watch;
use bpx_workbench::export::{Target, export};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::LazyLock;

/// Schemas that changes begin with, small ones first. New ones go to the end, or regressions lose their meaning.
static SCHEMAS: LazyLock<Vec<(Value, Model)>> = LazyLock::new(|| {
    let list: [fn() -> &'static Structure; 20] = [
        shapes::Dynamic::schema,
        Tree::<shapes::Branch>::schema,
        shapes::Archive::schema,
        shapes::Ledger::schema,
        shapes::Nest::schema,
        shapes::Tail::schema,
        shapes::Rules::schema,
        shapes::Packed::schema,
        shapes::Signed::schema,
        shapes::Part::schema,
        blk::File::schema,
        blk::NameList::schema,
        bpat::Layout::schema,
        bpx::MainHeader::schema,
        bpx::SectionHeader::schema,
        bpx::table::TableHeader::schema,
        gpb::Reference::schema,
        gpb::Animations::schema,
        v0::MainHeader::schema,
        v0::SectionHeader::schema,
    ];
    let both = |schema: &fn() -> &'static Structure| {
        let text = Model::from_root(schema()).to_json().expect("a schema as JSON");
        let json = serde_json::from_str(&text).expect("JSON");
        let model = sound(&json).expect("a schema of ours is sound");
        (json, model)
    };
    list.iter().map(both).collect()
});

/// The most steps of expressions for one input.
const MOST_STEPS: u64 = 1 << 16;

pub(super) fn run(bytes: &[u8]) -> bool {
    let mut choices = Unstructured::new(bytes);
    let Ok((model, tool)) = changed(&mut choices) else { return false };
    let Ok(target) = choices.choose(Target::ALL) else { return false };
    let bytes = choices.take_rest();
    let Ok(interpreter) = Interpreter::with_algorithms(&model, bpx_formats::algorithms()) else { return false };
    let args = vec![1_i128; model.get(&model.root).map_or(0, |root| root.params.len())];
    // The bytes are few, so a schema that needs more steps only repeats itself.
    let mut limits = limits();
    limits.max_steps.base = MOST_STEPS;
    let read = |watch: &mut dyn Watch| interpreter.run(&model.root, bytes, &args, limits, watch);
    let mut tally = Tally::default();
    let ended = read(&mut tally);
    let tally = tally.finish(ended);
    let errors = |mut validator: Validator| {
        let ended = read(&mut validator);
        validator.finish(ended).expect("bytes in memory can be read").count(Severity::Error)
    };
    let mut found = errors(Validator::new(Mode::Strict));
    // Only a validator judges relations.
    if model.structures.values().any(|one| one.fields().iter().any(|field| !field.relations.is_empty())) {
        found = errors(Validator::new(Mode::Strict).without_relations());
    }
    // A validator listens to fewer parts, so a limit may end the other reading before.
    assert!(tally.is_limited || found == tally.errors, "{found} errors, then {tally:?}");
    match tool {
        0 => {
            let text = model.to_json().expect("a schema that was read is written");
            assert!(Model::from_json(&text).expect("a schema reads back") == model, "reads back as another schema");
        }
        1 | 5 | 6 => {
            export(&model, "fuzzed", *target).unwrap_or_else(|error| panic!("{}: {error}", target.name()));
        }
        2 => drop(rust_module((&model).into(), "Generated.", |_, _| true)),
        3 => drop(bpx_workbench::samples::with_algorithms(&model, &bpx_formats::algorithms(), &model.root, 8)),
        4 => drop(bpx_workbench::vectors::boundary_vectors(&model, &model.root)),
        _ => {}
    }
    true
}

/// Returns a schema with some changes, and the number of a tool to try with it. A change that makes the schema
/// unsound is found out and taken back, so that most inputs get to the interpreter.
fn changed(u: &mut Unstructured<'_>) -> Result<(Model, u8)> {
    thread_local! {
        /// The schemas as JSON, because a copy for each input would take a third of the time.
        static UNCHANGED: RefCell<Vec<Value>> = RefCell::new(SCHEMAS.iter().map(|(json, _)| json.clone()).collect());
    }
    let number = u.int_in_range(0..=SCHEMAS.len() - 1)?;
    let tool = u.int_in_range(0..=15)?;
    UNCHANGED.with_borrow_mut(|unchanged| {
        let (schema, mut kept) = (&mut unchanged[number], Vec::new());
        let model = change_often(u, schema, &mut kept);
        // The last change is undone first, because a change moves the places after it.
        for (at, old) in kept.into_iter().rev() {
            *place_mut(schema, at) = old;
        }
        Ok((model?.unwrap_or_else(|| SCHEMAS[number].1.clone()), tool))
    })
}

/// Changes a schema up to five times, and adds the place of each change, with its old value, to `kept`. Returns the
/// changed schema, or `None` without a change.
fn change_often(u: &mut Unstructured<'_>, schema: &mut Value, kept: &mut Vec<(usize, Value)>) -> Result<Option<Model>> {
    let mut model = None;
    for _ in 0..u.int_in_range(1..=5)? {
        let places = places(schema);
        let at = u.int_in_range(0..=places.len() - 1)?;
        // Another value of the same key, so that many changes mean something.
        let alike: Vec<_> = places.iter().filter(|(key, _)| *key == places[at].0).collect();
        let (_, other) = *alike[u.int_in_range(0..=alike.len() - 1)?];
        let (other, old) = (other.clone(), places[at].1.clone());
        let place = place_mut(schema, at);
        if let Err(error) = change(u, place, other) {
            *place = old;
            return Err(error);
        }
        match sound(schema) {
            Some(changed) => {
                model = Some(changed);
                kept.push((at, old));
            }
            None => *place_mut(schema, at) = old,
        }
    }
    Ok(model)
}

/// Returns the schema of this JSON, unless it is refused.
fn sound(schema: &Value) -> Option<Model> {
    // As `Model::from_json` reads it, without a text between.
    let model = Model::deserialize(schema).ok()?;
    Interpreter::with_algorithms(&model, bpx_formats::algorithms()).is_ok().then_some(model)
}

/// Another value in the place of one.
fn change(u: &mut Unstructured<'_>, value: &mut Value, other: Value) -> Result<()> {
    match (u.int_in_range(0..=5)?, &mut *value) {
        (0 | 1, Value::Number(_)) => {
            let numbers = [0, 1, 2, 3, 4, 8, 16, 64, 127, 128, 255, 65535, 1 << 32, i64::MAX, i64::MIN, -1];
            *value = json!(numbers[u.int_in_range(0..=numbers.len() - 1)?]);
        }
        (0 | 1, Value::Bool(flag)) => *flag = !*flag,
        (2, Value::Array(list)) if !list.is_empty() => {
            list.remove(u.int_in_range(0..=list.len() - 1)?);
        }
        (3, Value::Array(list)) if !list.is_empty() => {
            let copy = list[u.int_in_range(0..=list.len() - 1)?].clone();
            list.insert(u.int_in_range(0..=list.len())?, copy);
        }
        (4, Value::Array(list)) if list.len() > 1 => {
            let last = list.len() - 1;
            list.swap(u.int_in_range(0..=last)?, u.int_in_range(0..=last)?);
        }
        // An expression with another around it.
        (4, Value::Object(_)) => {
            let operand = value.clone();
            *value = json!({ "binary": ["mul", [operand.clone(), operand]] });
        }
        (5, Value::Object(_) | Value::String(_)) => *value = Value::Null,
        _ => *value = other,
    }
    Ok(())
}

/// Returns all values, outer ones first, each with its key, which is that of the list for an element; texts of
/// documentation are left out.
fn places(schema: &Value) -> Vec<(&str, &Value)> {
    fn add<'v>(key: &'v str, value: &'v Value, found: &mut Vec<(&'v str, &'v Value)>) {
        found.push((key, value));
        match value {
            Value::Array(list) => list.iter().for_each(|value| add(key, value, found)),
            Value::Object(map) => {
                map.iter().filter(|(key, _)| !is_text(key)).for_each(|(key, value)| add(key, value, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    add("", schema, &mut found);
    found
}

/// Returns the value at a number in the list of all values.
fn place_mut(schema: &mut Value, number: usize) -> &mut Value {
    fn find<'v>(value: &'v mut Value, left: &mut usize) -> Option<&'v mut Value> {
        let Some(less) = left.checked_sub(1) else { return Some(value) };
        *left = less;
        match value {
            Value::Array(list) => list.iter_mut().find_map(|value| find(value, left)),
            Value::Object(map) => {
                map.iter_mut().filter(|(key, _)| !is_text(key)).find_map(|(_, value)| find(value, left))
            }
            _ => None,
        }
    }
    let mut left = number;
    find(schema, &mut left).expect("a number in the list")
}

/// Returns whether a key belongs to a text of documentation.
fn is_text(key: &str) -> bool {
    ["doc", "label", "spec"].contains(&key)
}
