//! Questions of the runner and answers of the command conform to `conformance/protocol.schema.json`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use assert_cmd::Command;
use conformance::protocol::Request;
use conformance::suite::{Op, Suite};
use serde_json::{Value, json};
use std::path::Path;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance"))
}

fn schema() -> Value {
    serde_json::from_slice(&std::fs::read(folder().join("protocol.schema.json")).unwrap()).unwrap()
}

/// Returns why a value breaks a schema; supports only the words of JSON Schema that ours uses.
fn schema_error(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    schema.as_object().unwrap().iter().find_map(|(word, rule)| {
        let right = match word.as_str() {
            "$ref" => {
                return schema_error(
                    root,
                    root.pointer(rule.as_str().unwrap().strip_prefix('#').unwrap()).unwrap(),
                    value,
                );
            }
            "oneOf" => {
                rule.as_array().unwrap().iter().filter(|one| schema_error(root, one, value).is_none()).count() == 1
            }
            "const" => rule == value,
            "enum" => rule.as_array().unwrap().contains(value),
            "type" => match rule.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "integer" => value.is_i64() || value.is_u64(),
                other => panic!("unknown type {other}"),
            },
            "required" => rule.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some()),
            "items" => return value.as_array()?.iter().find_map(|one| schema_error(root, rule, one)),
            "properties" => {
                let rules = rule.as_object().unwrap();
                return rules.iter().find_map(|(name, rule)| schema_error(root, rule, value.get(name)?));
            }
            "additionalProperties" => {
                let named = |name: &String| schema.get("properties").is_some_and(|named| named.get(name).is_some());
                let others: Vec<&Value> =
                    value.as_object()?.iter().filter(|(name, _)| !named(name)).map(|(_, v)| v).collect();
                match rule {
                    Value::Bool(allowed) => *allowed || others.is_empty(),
                    rule => return others.into_iter().find_map(|other| schema_error(root, rule, other)),
                }
            }
            other => panic!("unknown word {other}"),
        };
        (!right).then(|| format!("{word} {rule}: {value}"))
    })
}

fn fits(schema: &Value, part: &str, line: &str) -> bool {
    let value: Value = serde_json::from_str(line).unwrap();
    match schema_error(schema, &schema["$defs"][part], &value) {
        None => true,
        Some(why) => {
            eprintln!("{part}: {why}");
            false
        }
    }
}

#[test]
fn every_message_is_as_the_schema_says() {
    let schema = schema();
    let suite = Suite::load(folder()).unwrap();
    let target = tempfile::tempdir().unwrap();
    let mut lines = vec![Request::Hello.line()];
    for (seq, case) in suite.cases.iter().enumerate() {
        let place = target.path().join(seq.to_string());
        let path = Request::wants_file(case).then(|| place.with_extension("in"));
        if let Some(path) = &path {
            std::fs::write(path, &case.input).unwrap();
        }
        let folder = (case.op == Op::Unpack).then_some(&*place);
        lines.push(Request::Run { seq: seq as u64, case, path: path.as_deref(), folder }.line());
    }
    lines.push(Request::Bye.line());
    for line in &lines {
        assert!(fits(&schema, "question", line), "{line}");
    }
    let out =
        Command::cargo_bin("bpx").unwrap().args(["conform", "testee"]).write_stdin(lines.join("\n")).output().unwrap();
    let said = String::from_utf8(out.stdout).unwrap();
    let mut answers = said.lines();
    assert!(fits(&schema, "hello", answers.next().unwrap()));
    let mut count = 0;
    for answer in answers {
        assert!(fits(&schema, "answer", answer), "{answer}");
        count += 1;
    }
    assert_eq!(count, suite.cases.len());
}

#[test]
#[cfg(unix)]
fn a_file_without_end_is_an_error() {
    let question =
        json!({ "cmd": "run", "seq": 1, "case": "a", "op": "identify", "format": "bpx", "path": "/dev/zero" });
    let out = Command::cargo_bin("bpx")
        .unwrap()
        .args(["conform", "testee"])
        .write_stdin(format!("{question}\n"))
        .timeout(std::time::Duration::from_secs(60))
        .output()
        .unwrap();
    let answer: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((&answer["seq"], &answer["result"]), (&json!(1), &json!("error")), "{answer}");
}

#[test]
fn what_is_no_message_does_not_fit() {
    let schema = schema();
    let wrongs = [
        ("question", json!({ "cmd": "run", "seq": 1 })),
        ("question", json!({ "cmd": "bye", "seq": 1 })),
        ("question", json!({ "cmd": "run", "seq": 1, "case": "a", "op": "guess", "format": "bpx" })),
        ("hello", json!({ "protocol": 2, "name": "a", "formats": {}, "ops": [] })),
        ("hello", json!({ "protocol": 1, "name": "a", "formats": { "bpx": ["2"] }, "ops": [] })),
        ("answer", json!({ "seq": 1, "result": "fine" })),
        ("answer", json!({ "result": "ok" })),
        ("answer", json!({ "seq": 1, "result": "reject", "verdict": "valid" })),
    ];
    for (part, value) in wrongs {
        assert!(!fits(&schema, part, &value.to_string()), "{part}: {value}");
    }
}
