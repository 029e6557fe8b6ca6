//! The interpreter with only a schema as JSON: it reports faults, and hostile schemas do no harm.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod shapes;

use bpx_formats::bpx::Layout;
use bpx_schema::assemble::assemble;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::JsonDoc;
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::Model;
use bpx_schema::watch::Journal;
use bpx_schema::{Budget, Codec, Limits};
use bpx_workbench::diff::{Options, diff};
use bpx_workbench::export::{Target, export};
use serde_json::{Value, json};
use shapes::samples;
use shapes::schemas::{field, fields, named, schema, structure};

#[test]
fn a_flipped_byte_is_found_by_its_checksum() {
    let json = Model::from_root(Layout::schema()).to_json().unwrap();
    let model = Model::from_json(&json).unwrap();
    let interpreter = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap();
    let content: Vec<u8> = (0..900_u32).flat_map(|at| (at / 7).to_le_bytes()).collect();
    for (compression, check) in [(1, 4), (1, 8), (2, 4), (2, 8)] {
        let flags = compression | check;
        let sound = samples::container(b'X', &[(1, flags, content.clone())]);
        let report = interpreter.validate(&sound, Mode::Strict);
        assert_eq!(report.findings(), [], "flags {flags}");

        // The same stream of a content in which one byte differs, under the checksum of the old content.
        let mut other = content.clone();
        other[1234] ^= 0x10;
        let mut flipped = samples::container(b'X', &[(1, flags, other)]);
        flipped[56..60].copy_from_slice(&sound[56..60]);
        let header = samples::byte_sum(&flipped[8..64]) + samples::byte_sum(&flipped[..4]);
        flipped[4..8].copy_from_slice(&header.to_le_bytes());
        let report = interpreter.validate(&flipped, Mode::Strict);
        let found: Vec<_> = report.findings().iter().map(|f| (f.class, f.path.to_string(), f.location.file)).collect();
        assert_eq!(found, [(Class::ChecksumMismatch, "table[0].checksum".to_owned(), 56)], "flags {flags}");

        // A byte of the stream itself, which has a checksum of its own.
        let mut torn = sound.clone();
        let last = torn.len() - if compression == 1 { 2 } else { 40 };
        torn[last] ^= 0x10;
        let report = interpreter.validate(&torn, Mode::Strict);
        assert!(
            report.findings().iter().any(|f| f.class == Class::BadStream),
            "flags {flags}: {:?}",
            report.findings()
        );
    }
}

fn many(name: &str, count: i64) -> Value {
    json!({ "ty": { "named": { "link": name, "args": [] } }, "len": { "count": { "int": count } } })
}

fn model(structures: &[Value]) -> Model {
    Model::from_json(&schema(structures)).unwrap()
}

/// Class of the error under which a schema is refused.
fn refused(structures: &[Value]) -> Class {
    let model = model(structures);
    let error = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap_err();
    error.finding().unwrap().class
}

/// Class of the error in which reading ends.
fn fails(structures: &[Value], bytes: &[u8]) -> Class {
    let model = model(structures);
    let mut journal = Journal::default();
    // A journal keeps all that is read.
    let mut limits = Limits::default();
    limits.max_steps.base = 1 << 20;
    let read = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap().run(
        &model.root,
        bytes,
        &[],
        limits,
        &mut journal,
    );
    let error = read.unwrap_err();
    error.finding().unwrap().class
}

#[test]
fn unsound_schemas_are_refused() {
    assert_eq!(refused(&[fields("A", &[field("x", &named("B"))])]), Class::BadReference);
    let zero = json!({ "ty": { "int": { "size": 0, "signed": false, "endian": "little" } } });
    assert_eq!(refused(&[fields("A", &[field("x", &zero)])]), Class::Inconsistent);
    // Records: one that holds itself, one whose fields do not fill it, one that is filled twice.
    let mut own = named("A");
    own["offset"] = json!(0);
    assert_eq!(refused(&[structure("A", Some(8), &json!({ "fields": [field("x", &own)] }))]), Class::TooDeep);
    let at = |offset: u64| field("x", &json!({ "offset": offset }));
    assert_eq!(refused(&[structure("A", Some(8), &json!({ "fields": [at(0)] }))]), Class::Inconsistent);
    assert_eq!(refused(&[structure("A", Some(2), &json!({ "fields": [at(0), at(0)] }))]), Class::Inconsistent);
    // Fields of no bytes, as many as there are numbers.
    let mut none = named("B");
    none["offset"] = json!(0);
    none["len"] = json!({ "fixed": u64::MAX });
    let empty = structure("B", Some(0), &json!({ "fields": [] }));
    assert_eq!(
        refused(&[structure("A", Some(0), &json!({ "fields": [field("x", &none)] })), empty]),
        Class::Inconsistent
    );
    let bits = json!({ "bits": [{
        "name": "x", "label": "", "doc": "", "bit": 60, "bits": 5, "codes": null, "constraints": []
    }] });
    assert_eq!(refused(&[structure("A", Some(8), &bits)]), Class::Inconsistent);
    let mut twice = bits.clone();
    twice["bits"] = (0..14).map(|_| bits["bits"][0].clone()).collect();
    twice["bits"].as_array_mut().unwrap().iter_mut().for_each(|field| field["bit"] = json!(0));
    assert_eq!(refused(&[structure("A", Some(8), &twice)]), Class::Inconsistent);
    // More bytes than the positions of bits reach, which a writer would have to take.
    assert_eq!(refused(&[structure("A", Some(1 << 40), &json!({ "bits": [] }))]), Class::Inconsistent);
    // Records without bytes, of which a file of any size has any number.
    let empty = structure("B", Some(0), &json!({ "fields": [] }));
    assert_eq!(refused(&[fields("A", &[field("x", &many("B", i64::MAX))]), empty]), Class::Inconsistent);
    let child = json!({ "ty": { "named": { "link": "A", "args": [] } }, "children": true });
    assert_eq!(refused(&[fields("A", &[field("x", &child)])]), Class::Inconsistent);
}

#[test]
fn cycles_without_bytes_end() {
    assert_eq!(fails(&[fields("A", &[field("x", &named("A"))])], b"bytes"), Class::TooDeep);
    // Two ways at each of 64 levels.
    let ring = [fields("A", &[field("x", &named("B")), field("y", &named("B"))]), fields("B", &[])];
    assert!(Interpreter::new(&model(&ring)).is_ok());
    let mut levels = vec![];
    for level in 0..60 {
        let next = format!("L{}", level + 1);
        levels.push(fields(&format!("L{level}"), &[field("x", &named(&next)), field("y", &named(&next))]));
    }
    levels.push(fields("L60", &[]));
    assert_eq!(fails(&levels, b"bytes"), Class::LimitExceeded);
}

/// Each of some hundred records has a rule of a thousand sums.
#[test]
fn large_expressions_for_each_element_end() {
    let path = json!({ "path": ["x"] });
    let sum = (0..10).fold(path, |sum, _| json!({ "binary": ["add", [sum, sum]] }));
    let some = json!({ "binary": ["ne", [sum, { "int": 0 }]] });
    let rule = json!([{ "rule": { "assert": some }, "code": "sum", "spec": "", "lenient": "" }]);
    let mut record = fields("B", &[field("x", &json!({}))]);
    record["rules"] = rule;
    let root = fields("A", &[field("list", &many("B", 300))]);
    let model = model(&[root, record]);
    let mut limits = Limits::default();
    limits.max_steps = bpx_schema::SizeBound { base: 1 << 16, per_byte: 64 };
    let mut journal = Journal::default();
    let error = Interpreter::with_algorithms(&model, bpx_formats::algorithms())
        .unwrap()
        .run("A", &[1; 300], &[], limits, &mut journal)
        .unwrap_err();
    assert_eq!(error.finding().unwrap().class, Class::LimitExceeded);
    // As by default, when there are fewer.
    let read = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap().run(
        "A",
        &[1; 300],
        &[],
        Limits::default(),
        &mut journal,
    );
    assert!(read.is_ok(), "{read:?}");
}

/// A structure with a number and this many fields, each of which is there if the number has a value of its own.
fn many_conditions(fields_of_b: u32) -> Model {
    let absent = |at: u32| json!({ "when": { "binary": ["eq", [{ "path": ["n"] }, { "int": at + 7 }]] } });
    let named_fields = (0..fields_of_b).map(|at| field(&format!("g{at}"), &absent(at)));
    let list: Vec<_> = [field("n", &json!({}))].into_iter().chain(named_fields).collect();
    model(&[fields("A", &[field("list", &many("B", 3))]), fields("B", &list)])
}

/// The number is looked up for each field, after all fields before: twice as many fields take four times the steps.
#[test]
fn look_ups_among_many_fields_are_counted() {
    let steps = |fields: u32| {
        let model = many_conditions(fields);
        let budget = Budget::for_bytes(Limits::default(), &[1; 3]);
        let all = budget.steps_left();
        Interpreter::new(&model).unwrap().run_in(&budget, "A", &[1; 3], &[], &mut Journal::default()).unwrap();
        all - budget.steps_left()
    };
    let (some, more) = (steps(1000), steps(2000));
    assert!(more > 3 * some, "{some} steps, then {more}");
}

#[test]
fn samples_that_take_too_many_steps_are_not_made() {
    assert_eq!(samples_of(&many_conditions(100)), 1);
    assert_eq!(samples_of(&many_conditions(6000)), 0);
}

fn samples_of(model: &Model) -> usize {
    bpx_workbench::samples::samples_of(model, "B", 1).unwrap().len()
}

/// Members are found by their keys, whatever their order.
#[test]
fn large_structures_are_written_from_json_in_any_order() {
    let names: Vec<String> = (0..2000).map(|at| format!("g{at}")).collect();
    let list: Vec<_> = names.iter().map(|name| field(name, &json!({}))).collect();
    let model = model(&[fields("A", &list)]);
    let bytes: Vec<u8> = names.iter().enumerate().map(|(at, _)| at.to_le_bytes()[0]).collect();
    let forwards: Value = names.iter().zip(&bytes).map(|(name, byte)| (name.clone(), json!(byte))).collect();
    let backwards: Value = names.iter().zip(&bytes).rev().map(|(name, byte)| (name.clone(), json!(byte))).collect();
    for json in [forwards, backwards] {
        let written = assemble(&model, "A", JsonDoc::from(&json).root(), &[]);
        assert_eq!(written.unwrap(), bytes);
    }
    let mut unknown: serde_json::Map<_, _> = names.iter().map(|name| (name.clone(), json!(1))).collect();
    unknown.insert("other".to_owned(), json!(1));
    let error = assemble(&model, "A", JsonDoc::from(&Value::Object(unknown)).root(), &[]).unwrap_err();
    assert_eq!(error.finding().unwrap().path.to_string(), "other");
}

#[test]
fn counts_beyond_all_bytes_end() {
    let huge = 1_i64 << 60;
    assert_eq!(
        fails(&[fields("A", &[field("x", &json!({ "len": { "count": { "int": huge } } }))])], b"x"),
        Class::Truncated
    );
    assert_eq!(fails(&[fields("A", &[field("x", &json!({ "len": { "fixed": u64::MAX } }))])], b"x"), Class::Truncated);
    assert_eq!(fails(&[fields("A", &[field("x", &many("B", huge))]), fields("B", &[])], b"x"), Class::Truncated);
    // Lists of lists of lists without a byte.
    let nested: Vec<_> = (0..20)
        .map(|level| fields(&format!("L{level}"), &[field("x", &many(&format!("L{}", level + 1), 60))]))
        .chain([fields("L20", &[])])
        .collect();
    assert_eq!(fails(&nested, &[0; 64]), Class::LimitExceeded);
    // A tree of nodes without bytes.
    let mut child = many("A", huge);
    child["children"] = json!(true);
    assert_eq!(fails(&[fields("A", &[field("x", &child)])], &[0; 1000]), Class::TooDeep);
    let leaf =
        json!({ "if": [{ "binary": ["ne", [{ "path": ["p"] }, { "int": 0 }]] }, { "int": 0 }, { "int": huge }] });
    let mut child = json!({ "ty": { "named": { "link": "A", "args": [{ "int": 1 }] } }, "len": { "count": leaf } });
    child["children"] = json!(true);
    let mut node = fields("A", &[field("x", &child)]);
    node["params"] = json!(["p"]);
    let root = fields("R", &[field("x", &json!({ "ty": { "named": { "link": "A", "args": [{ "int": 0 }] } } }))]);
    assert_eq!(fails(&[root, node], &[0; 100]), Class::Truncated);
}

/// Returns the path and message of the error under which a schema is refused, by all that read schemas.
fn refusal(structures: &[Value]) -> (String, String) {
    let model = model(structures);
    let said = |error: bpx_schema::Error| {
        let finding = error.into_finding().unwrap();
        (finding.path.to_string(), finding.message)
    };
    let refused = said(Interpreter::with_algorithms(&model, bpx_formats::algorithms()).map(drop).unwrap_err());
    for target in Target::ALL {
        assert_eq!(said(export(&model, "a", *target).unwrap_err()), refused);
    }
    assert_eq!(said(diff(&model, &model, &Options::default()).map(drop).unwrap_err()), refused);
    refused
}

/// Returns a structure `A` of a number `a`, a text `t`, records `r` and a field `x` that differs.
fn asking(differs: &Value) -> [Value; 2] {
    let record = structure("R", Some(1), &json!({ "fields": [field("b", &json!({ "offset": 0 }))] }));
    let list = [
        field("a", &json!({})),
        field("t", &json!({ "ty": "c-string" })),
        field("r", &many("R", 2)),
        field("x", differs),
    ];
    [fields("A", &list), record]
}

#[test]
fn schemas_that_ask_for_what_is_not_there_are_refused() {
    for (expr, message) in [
        (json!({ "path": ["nothing"] }), "`nothing`: no field or parameter `nothing`; known: `a`, `r`, `t`"),
        (json!({ "path": ["x"] }), "`x`: no field or parameter `x`; known: `a`, `r`, `t`"),
        (json!({ "path": [] }), "``: expected a path of at least one name"),
        (json!({ "path": ["t"] }), "`t`: expected a whole number, found a text"),
        (json!({ "path": ["r", "b"] }), "`r.b`: `r.b` has no member `b`, because it is not a single structure"),
        (json!({ "len": ["a"] }), "`len(a)`: expected an array, found `a`"),
        (json!({ "sum": [["a"], "b"] }), "`sum(a.b)`: expected an array of structures, found `a`"),
        (json!({ "sum": [["r"], "c"] }), "`sum(r.c)`: `R` has no field `c`; known: `b`"),
        (
            json!({ "binary": ["add", []] }),
            "``: expected as many operands as the operator takes, found another number of operands",
        ),
        (json!({ "if": [] }), "``: expected as many operands as the operator takes, found another number of operands"),
    ] {
        let (path, said) = refusal(&asking(&json!({ "len": { "count": expr } })));
        assert_eq!((&*path, &*said), ("A.x", message));
    }
    let named = |args: Value| json!({ "ty": { "named": { "link": "R", "args": args } } });
    let said = refusal(&asking(&named(json!([{ "int": 1 }]))));
    assert_eq!(said, ("A.x".to_owned(), "`R` has 0 parameters, but the field passes 1 arguments".to_owned()));
    // The fields of a record are looked at by its rules.
    let mut rule = asking(&json!({}));
    rule[1]["rules"] = json!([{ "rule": { "assert": { "path": ["c"] } }, "code": "r", "spec": "", "lenient": "" }]);
    assert_eq!(refusal(&rule), ("R".into(), "`c`: no field or parameter `c`; known: `b`".into()));
    let twice = [fields("A", &[field("x", &json!({})), field("x", &json!({}))])];
    assert_eq!(refusal(&twice), ("A".into(), "two fields have the name `x`".into()));
    let code = |value: u32| json!({ "name": "One", "value": value, "doc": "" });
    let codes = json!({ "name": "Codes", "doc": "", "spec": "", "flags": false, "codes": [code(1), code(2)] });
    let coded = [fields("A", &[field("x", &json!({ "codes": codes }))])];
    assert_eq!(refusal(&coded), ("A.x".into(), "two codes have the name `One`".into()));
    let rest = json!({ "len": "rest" });
    let after = [fields("A", &[field("rest", &rest), field("x", &json!({}))])];
    let message = "an earlier field takes all remaining bytes, so no bytes are left for this field";
    assert_eq!(refusal(&after), ("A.x".into(), message.into()));
}

#[test]
fn what_a_reader_would_not_heed_is_refused() {
    let region = |each: Value, at: Value, size: Value, steps: Value| {
        let mut regions = named("R");
        regions["region"] =
            json!({ "each": each, "at": at, "size": size, "steps": steps, "content_size": null, "checks": [] });
        refusal(&asking(&regions))
    };
    let (one, null) = (json!({ "int": 1 }), Value::Null);
    for (each, at, size, steps, message) in [
        (json!("nothing"), &one, &one, json!([]), "no field or parameter `nothing`; known: `a`, `r`, `t`"),
        (json!("a"), &one, &one, json!([]), "expected an array of structures, found `a`"),
        (json!("r"), &null, &one, json!([]), "expected an offset and a size for the regions that an array describes"),
        (null.clone(), &null, &null, json!([]), "expected an offset, a size or a transform for a region"),
    ] {
        assert_eq!(region(each, at.clone(), size.clone(), steps), ("A.x".into(), message.into()));
    }
    let mut around = named("R");
    around["region"] = json!({ "each": null, "at": one, "size": one, "steps": [], "content_size": null, "checks": [] });
    around["when"] = json!({ "binary": ["lt", [{ "int": 1 }, "remaining"]] });
    let message = "the condition of a field with an offset must not use the position, the size or the rest of the surrounding space";
    assert_eq!(refusal(&asking(&around)), ("A.x".into(), message.into()));
}

#[test]
fn computations_without_a_result_are_errors_of_the_file() {
    for expr in [json!({ "binary": ["div", [{ "int": 1 }, { "int": 0 }]] }), json!({ "int": -1 })] {
        let list = [field("a", &json!({})), field("x", &json!({ "len": { "count": expr } }))];
        assert_eq!(fails(&[fields("A", &list)], b"bytes"), Class::Overflow, "{expr}");
    }
}

#[test]
fn a_region_that_holds_itself_ends() {
    let mut regions = named("A");
    regions["region"] = json!({
        "each": "t", "at": { "int": 0 }, "size": { "int": 1 }, "steps": [], "content_size": null, "checks": []
    });
    let mut table = many("B", 1);
    table["len"] = json!({ "fixed": 1 });
    let byte = structure("B", Some(1), &json!({ "fields": [field("b", &json!({ "offset": 0 }))] }));
    let own = [fields("A", &[field("t", &table), field("x", &regions)]), byte];
    let model = model(&own);
    let report = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap().validate(b"x", Mode::Strict);
    assert_eq!(report.findings().iter().map(|f| f.class).collect::<Vec<_>>(), [Class::TooDeep]);
}
