//! Writes derived cases in the form in which cases are read.

use super::binding::{Golden, Records};
use super::context::Derived;
use super::goldens::Asked;
use crate::suite::{Expect, Level, OneOrMore, Op};
use bpx_schema::value::hex;
use serde_json::Value as Json;
use std::fmt::Write;

/// The comment at the beginning of generated files.
const GENERATED: &str =
    "# Generated: `DERIVED=overwrite cargo test -p bpx-conformance --test derived`. The cases follow from the schema";

/// Writes a file of cases.
pub(super) fn file(golden: &Golden, cases: &[Derived]) -> String {
    let mut text = format!(
        "{GENERATED} `{}`,\n# the text `golden/{}.src` and `cases/derived.toml`.\n\n[default]\nsource = \"{}\"\n",
        golden.schema, golden.source, golden.source
    );
    // Writing to a `String` does not fail.
    if let Some(version) = golden.version {
        let _ = writeln!(text, "version = {version}");
    }
    if !golden.features.is_empty() {
        let _ = writeln!(text, "features = {}", list(&golden.features));
    }
    entries(&mut text, Op::Validate, cases);
    text
}

/// Writes the cases of records.
pub(super) fn records(records: &Records, cases: &[Derived]) -> String {
    let mut text = format!("{GENERATED} `{}`.\n\n[default]\nop = \"{}\"\n", records.schema, Op::Record.name());
    if let Some(version) = records.version {
        let _ = writeln!(text, "version = {version}");
    }
    entries(&mut text, Op::Record, cases);
    text
}

/// Writes cases that state models.
pub(super) fn asked(cases: &[Asked]) -> String {
    let mut text = format!("{GENERATED}s,\n# the checked models `golden/*/snapshots` and `cases/derived.toml`.\n");
    for case in cases {
        let _ = write!(text, "\n{}", of_model(case));
    }
    text
}

fn of_model(case: &Asked) -> String {
    let mut text = format!("[[case]]\nid = {}\ntitle = {}\n", quoted(&case.id), quoted(&case.title));
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name} = {value}");
    };
    let mut some = |name: &str, words: &[String]| {
        if !words.is_empty() {
            line(name, list(words));
        }
    };
    some("clause", &case.clauses);
    some("reading", &case.readings);
    let words = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    some("features", &words(&case.features));
    some("flags", &words(&case.flags));
    if case.level != Level::Must {
        line("level", quoted(case.level.name()));
    }
    line("op", quoted(case.op.name()));
    if let Some(version) = case.version {
        line("version", version.to_string());
    }
    if case.op != Op::Encode {
        line("source", quoted(&case.source));
    }
    let beside = case.beside.iter();
    for (name, value) in beside.flat_map(|beside| [("names", &beside.names), ("dict", &beside.dict)]) {
        if let Some(value) = value {
            line(name, quoted(value));
        }
    }
    // Without escapes, as far as TOML can.
    let json = case.model.to_string();
    line("json", if json.contains('\'') { quoted(&json) } else { format!("'{json}'") });
    if case.expect != Expect::default() {
        line("expect", expect(&case.expect));
    }
    text
}

/// Writes cases; the most frequent op becomes the default.
fn entries(text: &mut String, op: Op, cases: &[Derived]) {
    for case in cases {
        let _ = write!(text, "\n{}", entry(op, case));
    }
}

fn entry(op: Op, case: &Derived) -> String {
    let mut text = format!("[[case]]\nid = {}\ntitle = {}\n", quoted(&case.id), quoted(&case.title));
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name} = {value}");
    };
    match &*case.clauses {
        [] => {}
        [one] => line("clause", quoted(one)),
        several => line("clause", list(several)),
    }
    match &*case.readings {
        [] => {}
        [one] => line("reading", quoted(one)),
        several => line("reading", list(several)),
    }
    if case.level != Level::Must {
        line("level", quoted(case.level.name()));
    }
    if case.op != op {
        line("op", quoted(case.op.name()));
    }
    if !case.flags.is_empty() {
        line("flags", list(&case.flags));
    }
    if let Some(record) = &case.record {
        line("record", quoted(record));
        line("hex", quoted(&hex(&case.bytes)));
    }
    if !case.patch.is_empty() {
        line("patch", quoted(&case.patch));
    }
    if case.expect != Expect::default() {
        line("expect", expect(&case.expect));
    }
    text
}

fn expect(expect: &Expect) -> String {
    let mut parts = Vec::new();
    if expect.verdict != OneOrMore::default() {
        parts.push(format!("verdict = {}", one_or_more(&expect.verdict)));
    }
    parts.extend(expect.class.iter().map(|class| format!("class = {}", one_or_more(class))));
    parts.extend(expect.path.iter().map(|path| format!("path = {}", quoted(path))));
    parts.extend(expect.offset.map(|offset| format!("offset = {offset}")));
    if !expect.model.is_empty() {
        let values = expect.model.iter().map(|(path, value)| format!("{} = {}", quoted(path), inline(value)));
        parts.push(format!("model = {{ {} }}", values.collect::<Vec<_>>().join(", ")));
    }
    if expect.same_bytes {
        parts.push("same-bytes = true".to_owned());
    }
    if expect.decodes {
        parts.push("decodes = true".to_owned());
    }
    if !expect.free.is_empty() {
        parts.push(format!("free = {}", list(&expect.free)));
    }
    format!("{{ {} }}", parts.join(", "))
}

/// Spells a value of JSON in TOML.
fn inline(value: &Json) -> String {
    match value {
        Json::Object(members) => {
            let members = members.iter().map(|(name, value)| format!("{} = {}", quoted(name), inline(value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        value => value.to_string(),
    }
}

fn one_or_more(words: &OneOrMore) -> String {
    match words {
        OneOrMore::One(word) => quoted(word),
        OneOrMore::More(words) => list(words),
    }
}

fn list<T: AsRef<str>>(items: &[T]) -> String {
    format!("[{}]", items.iter().map(|item| quoted(item.as_ref())).collect::<Vec<_>>().join(", "))
}

/// Quotes a text: TOML reads the escapes of JSON.
fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}
