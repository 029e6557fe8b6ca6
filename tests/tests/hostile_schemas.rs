//! A schema can state any number. What it makes readers and writers do stays within limits of time and memory.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_schema::assemble::assemble_file;
use bpx_schema::codec::Decoder;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::JsonDoc;
use bpx_schema::report::{Class, Mode, Report, Validator};
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Budget, Codec, Limits, Record, structure};
use serde_json::{Value, json};

/// Changes the schema of a type as JSON, and returns the model.
fn changed<T: Codec>(change: impl FnOnce(&mut Value)) -> Model {
    let mut schema = serde_json::from_str(&Model::from_root(T::schema()).to_json().unwrap()).unwrap();
    change(&mut schema);
    Model::from_json(&schema.to_string()).unwrap()
}

fn validated(model: &Model, bytes: &[u8], limits: Limits) -> Report {
    let mut validator = Validator::new(Mode::Strict);
    let read = Interpreter::new(model).unwrap().run(&model.root, bytes, &[], limits, &mut validator);
    validator.finish(read).unwrap()
}

/// The class of the fault of writing.
fn refused(model: &Model, value: &Value) -> Class {
    let json = JsonDoc::from(value);
    let error = assemble_file(model, &Algorithms::builtin(), &model.root, json.root(), &[]).unwrap_err();
    error.finding().unwrap().class
}

#[structure]
#[brw(little)]
#[derive(Debug)]
struct Padded {
    #[schema(text(encoding = "utf-8", pad = 0))]
    name: [u8; 8],
}

#[test]
fn the_padding_of_a_text_is_charged() {
    let model = changed::<Padded>(|schema| {
        schema["structures"]["Padded"]["body"]["fields"][0]["len"] = json!({"fixed": 1_u64 << 40});
    });
    assert_eq!(refused(&model, &json!({ "name": "a" })), Class::LimitExceeded);
}

#[structure]
#[brw(little)]
#[derive(Debug)]
struct Aligned {
    alignment: u64,
    at: u64,
    stored: u64,
    #[br(parse_with = until_eof)]
    #[schema(region(at = at, size = stored, place(align = alignment)))]
    bytes: Vec<u8>,
}

#[test]
fn the_zeros_of_an_alignment_are_limited() {
    let model = Model::from_root(Aligned::schema());
    let value =
        |alignment: u64| json!({ "alignment": alignment.to_string(), "at": "0", "stored": "0", "bytes": "0102" });
    assert_eq!(refused(&model, &value(1 << 40)), Class::LimitExceeded);
    let json = JsonDoc::from(&value(64));
    let written = assemble_file(&model, &Algorithms::builtin(), &model.root, json.root(), &[]).unwrap();
    assert_eq!((written.len(), &written[64..]), (66, &[1, 2][..]));
}

#[derive(Debug, Record)]
#[brw(little)]
struct Slots {
    #[schema(index_in("slots", code = "slots.next"))]
    next: [u16; 2],
}

#[structure]
#[brw(little)]
#[derive(Debug)]
struct SlotFile {
    count: u8,
    #[br(count = count)]
    #[schema(pool("slots"))]
    list: Vec<Slots>,
}

#[test]
fn an_array_of_any_length_with_a_relation_ends() {
    let model = changed::<SlotFile>(|schema| {
        let slots = &mut schema["structures"]["Slots"];
        slots["body"]["fields"][0]["len"] = json!({"fixed": 1_u64 << 40});
        slots["size"] = json!(1_u64 << 41);
    });
    // The places of so many members take more memory than the limit, even without an element.
    let report = validated(&model, &[0], Limits::default());
    let classes: Vec<_> = report.findings().iter().map(|finding| finding.class).collect();
    assert_eq!(classes, [Class::LimitExceeded]);
}

#[derive(Debug, Record)]
#[brw(little)]
struct Leaf {
    value: u8,
}

#[structure]
#[brw(little)]
#[derive(Debug)]
struct LeafFile {
    count: u8,
    #[br(count = count)]
    list: Vec<Leaf>,
}

/// Adds records that contain the next record, each in as many fields as there are names.
fn nest_records(schema: &mut Value, levels: usize, names: &[&str]) {
    let structures = schema["structures"].as_object_mut().unwrap();
    let field = structures["Leaf"]["body"]["fields"][0].clone();
    let mut inner = ("Leaf".to_owned(), 1_u64);
    for level in 0..levels {
        let mut record = structures["Leaf"].clone();
        let fields = names.iter().zip(0_u64..).map(|(name, index)| {
            let mut field = field.clone();
            field["name"] = json!(name);
            field["offset"] = json!(index * inner.1);
            field["ty"] = json!({"named": {"link": inner.0, "args": []}});
            field
        });
        record["body"]["fields"] = fields.collect();
        // The names of the outer records come after those of the inner ones.
        let name = format!("Level{level:06}");
        let size = inner.1 * names.len() as u64;
        (record["name"], record["size"]) = (json!(name), json!(size));
        structures.insert(name.clone(), record);
        inner = (name, size);
    }
    let list = &mut structures["LeafFile"]["body"]["fields"][1];
    list["ty"] = json!({"named": {"link": inner.0, "args": []}});
}

#[test]
fn records_with_many_paths_to_one_record_are_searched_once() {
    let model = changed::<LeafFile>(|schema| nest_records(schema, 40, &["first", "second"]));
    assert_eq!(validated(&model, &[0], Limits::default()).findings(), []);
}

#[test]
fn records_nest_as_deep_as_structures_in_any_order_of_names() {
    let model = changed::<LeafFile>(|schema| nest_records(schema, 400, &["inner"]));
    assert_eq!(validated(&model, &[1, 7], Limits::default()).findings(), []);
    let model = changed::<LeafFile>(|schema| nest_records(schema, 600, &["inner"]));
    let error = Interpreter::new(&model).unwrap_err();
    assert_eq!(error.finding().unwrap().class, Class::TooDeep);
}

#[structure]
#[brw(little)]
#[derive(Debug)]
#[schema(sum(byte_sum, over(body, ..), stored = sum))]
struct Summed {
    sum: u32,
    body: u8,
}

#[structure]
#[brw(little)]
#[derive(Debug)]
struct SummedFile {
    #[br(parse_with = until_eof)]
    list: Vec<Summed>,
}

#[test]
fn checksums_to_the_end_of_the_file_are_charged_in_each_element() {
    // 20,000 elements, each with a checksum over 50,000 bytes on average.
    let bytes = vec![0; 100_000];
    let mut limits = Limits::default();
    limits.max_steps.per_byte = 0;
    let budget = Budget::for_bytes(limits, &bytes);
    let mut validator = Validator::new(Mode::Strict);
    let read = SummedFile::traverse(&mut Decoder::new(&bytes, &budget).with_watch(&mut validator), []);
    let compiled = validator.finish(read).unwrap();
    let interpreted = validated(&Model::from_root(SummedFile::schema()), &bytes, limits);
    // The interpreter also counts the steps of reading, so it ends earlier.
    for report in [compiled, interpreted] {
        let classes: Vec<_> = report.findings().iter().map(|finding| finding.class).collect();
        assert_eq!(classes, [Class::LimitExceeded]);
    }
}

#[test]
fn a_bit_field_is_as_wide_as_a_computed_number() {
    #[derive(bpx_schema::Record)]
    #[allow(dead_code)]
    #[brw(little)]
    struct Plain {
        bits: [u8; 16],
    }
    let model = |bits: u16| {
        changed::<Plain>(|schema| {
            let wide = json!({"name": "wide", "label": "", "doc": "", "bit": 0, "bits": bits, "codes": null,
                "constraints": []});
            schema["structures"]["Plain"]["body"] = json!({ "bits": [wide] });
        })
    };
    assert!(Interpreter::new(&model(127)).is_ok());
    let message = Interpreter::new(&model(128)).unwrap_err().to_string();
    assert!(message.contains("expected from 1 to 127 bits"), "{message}");
}

#[test]
fn the_keys_of_a_pool_are_members_of_records() {
    let model = changed::<SlotFile>(|schema| {
        schema["structures"]["SlotFile"]["body"]["fields"][1]["pool"] = json!({"name": "slots", "key": "next"});
        schema["structures"]["Slots"]["size"] = Value::Null;
        schema["structures"]["Slots"]["body"]["fields"][0]["offset"] = Value::Null;
        schema["structures"]["Slots"]["body"]["fields"][0]["len"] = Value::Null;
    });
    let message = Interpreter::new(&model).unwrap_err().to_string();
    assert!(message.contains("expected records in a pool with a key, found `Slots`"), "{message}");
}
