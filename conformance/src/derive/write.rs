//! Writes derived cases in the form in which cases are read.

use super::binding::{Golden, Records};
use super::context::Derived;
use super::goldens::ModelCase;
use crate::suite::{Expect, Level, OneOrMore, Op};
use bpx_schema::value::hex;
use serde_json::Value as Json;
use std::fmt::Write;

/// The comment at the beginning of generated files.
const GENERATED: &str =
    "# Generated: `DERIVED=overwrite cargo test -p bpx-conformance --test derived`. The cases follow from the schema";

/// Writes the cases of a text.
pub(super) fn write_text_cases(golden: &Golden, cases: &[Derived]) -> String {
    let mut text = format!(
        "{GENERATED} `{}`,\n# the text `golden/{}.src` and `cases/derived.toml`.\n\n[default]\nsource = \"{}\"\n",
        golden.schema, golden.source, golden.source
    );
    // Writing to a `String` does not fail.
    if let Some(version) = golden.version {
        let _ = writeln!(text, "version = {version}");
    }
    if !golden.features.is_empty() {
        let _ = writeln!(text, "features = {}", toml_list(&golden.features));
    }
    write_entries(&mut text, Op::Validate, cases);
    text
}

/// Writes the cases of records.
pub(super) fn write_record_cases(records: &Records, cases: &[Derived]) -> String {
    let mut text = format!("{GENERATED} `{}`.\n\n[default]\nop = \"{}\"\n", records.schema, Op::Record.name());
    if let Some(version) = records.version {
        let _ = writeln!(text, "version = {version}");
    }
    write_entries(&mut text, Op::Record, cases);
    text
}

/// Writes cases that state models.
pub(super) fn write_model_cases(cases: &[ModelCase]) -> String {
    let mut text = format!("{GENERATED}s,\n# the checked models `golden/*/snapshots` and `cases/derived.toml`.\n");
    for case in cases {
        let _ = write!(text, "\n{}", model_case_text(case));
    }
    text
}

fn model_case_text(case: &ModelCase) -> String {
    let mut text = format!("[[case]]\nid = {}\ntitle = {}\n", toml_string(&case.id), toml_string(&case.title));
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name} = {value}");
    };
    let mut some = |name: &str, words: &[String]| {
        if !words.is_empty() {
            line(name, toml_list(words));
        }
    };
    some("clause", &case.clauses);
    some("reading", &case.readings);
    let words = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    some("features", &words(&case.features));
    some("flags", &words(&case.flags));
    if case.level != Level::Must {
        line("level", toml_string(case.level.name()));
    }
    line("op", toml_string(case.op.name()));
    if let Some(version) = case.version {
        line("version", version.to_string());
    }
    if case.op != Op::Encode {
        line("source", toml_string(&case.source));
    }
    let beside = case.beside.iter();
    for (name, value) in beside.flat_map(|beside| [("names", &beside.names), ("dict", &beside.dict)]) {
        if let Some(value) = value {
            line(name, toml_string(value));
        }
    }
    // Without escapes, as far as TOML can.
    let json = case.model.to_string();
    line("json", if json.contains('\'') { toml_string(&json) } else { format!("'{json}'") });
    if case.expect != Expect::default() {
        line("expect", expect_text(&case.expect));
    }
    text
}

/// Writes cases; the most frequent operation becomes the default.
fn write_entries(text: &mut String, op: Op, cases: &[Derived]) {
    for case in cases {
        let _ = write!(text, "\n{}", entry_text(op, case));
    }
}

fn entry_text(op: Op, case: &Derived) -> String {
    let mut text = format!("[[case]]\nid = {}\ntitle = {}\n", toml_string(&case.id), toml_string(&case.title));
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name} = {value}");
    };
    match &*case.clauses {
        [] => {}
        [one] => line("clause", toml_string(one)),
        several => line("clause", toml_list(several)),
    }
    match &*case.readings {
        [] => {}
        [one] => line("reading", toml_string(one)),
        several => line("reading", toml_list(several)),
    }
    if case.level != Level::Must {
        line("level", toml_string(case.level.name()));
    }
    if case.op != op {
        line("op", toml_string(case.op.name()));
    }
    if !case.flags.is_empty() {
        line("flags", toml_list(&case.flags));
    }
    if let Some(record) = &case.record {
        line("record", toml_string(record));
        line("hex", toml_string(&hex(&case.bytes)));
    }
    if !case.patch.is_empty() {
        line("patch", toml_string(&case.patch));
    }
    if case.expect != Expect::default() {
        line("expect", expect_text(&case.expect));
    }
    text
}

fn expect_text(expect: &Expect) -> String {
    let mut parts = Vec::new();
    if expect.verdict != OneOrMore::default() {
        parts.push(format!("verdict = {}", words_toml(&expect.verdict)));
    }
    parts.extend(expect.class.iter().map(|class| format!("class = {}", words_toml(class))));
    parts.extend(expect.path.iter().map(|path| format!("path = {}", toml_string(path))));
    parts.extend(expect.offset.map(|offset| format!("offset = {offset}")));
    if !expect.model.is_empty() {
        let values = expect.model.iter().map(|(path, value)| format!("{} = {}", toml_string(path), inline_toml(value)));
        parts.push(format!("model = {{ {} }}", values.collect::<Vec<_>>().join(", ")));
    }
    if expect.same_bytes {
        parts.push("same-bytes = true".to_owned());
    }
    if expect.decodes {
        parts.push("decodes = true".to_owned());
    }
    if !expect.free.is_empty() {
        parts.push(format!("free = {}", toml_list(&expect.free)));
    }
    format!("{{ {} }}", parts.join(", "))
}

/// Spells a value of JSON in TOML.
fn inline_toml(value: &Json) -> String {
    match value {
        Json::Object(members) => {
            let members = members.iter().map(|(name, value)| format!("{} = {}", toml_string(name), inline_toml(value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(inline_toml).collect::<Vec<_>>().join(", ")),
        value => value.to_string(),
    }
}

fn words_toml(words: &OneOrMore) -> String {
    match words {
        OneOrMore::One(word) => toml_string(word),
        OneOrMore::More(words) => toml_list(words),
    }
}

fn toml_list<T: AsRef<str>>(items: &[T]) -> String {
    format!("[{}]", items.iter().map(|item| toml_string(item.as_ref())).collect::<Vec<_>>().join(", "))
}

/// Quotes a text with the escapes of JSON, which TOML reads too.
fn toml_string(text: &str) -> String {
    Json::from(text).to_string()
}
