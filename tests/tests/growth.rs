//! Work that grows with the size of the input, and not with its square: four times the input takes at most nine times
//! as long. Where a search starts anew for each part, it is sixteen times.
#![cfg(unix)]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "shapes/schemas.rs"]
mod schemas;

use bpx_codegen::generate;
use bpx_documents::{declare, read};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::Mode;
use bpx_schema::schema::Model;
use bpx_workbench::diff::{Options, diff};
use schemas::{field, fields, named, schema, structure};
use serde_json::{Value, json};
use std::time::Duration;

/// The processor time of this thread: other programs that run do not count.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

/// Returns the time of the faster of three runs.
fn time<T>(input: &T, work: &dyn Fn(&T)) -> Duration {
    let run = |_| {
        let start = now();
        work(input);
        now() - start
    };
    (0..3).map(run).min().expect("three runs")
}

/// Fails if four times as much takes more than nine times as long.
#[track_caller]
fn grows<T>(what: &str, count: usize, make: impl Fn(usize) -> T, work: impl Fn(&T)) {
    let (little, much) = (time(&make(count), &work), time(&make(4 * count), &work));
    println!("{what}: {little:.2?}, {much:.2?}, {:.1}", much.as_secs_f64() / little.as_secs_f64());
    assert!(much < 9 * little, "{what}: {little:.2?} for {count}, {much:.2?} for {}", 4 * count);
}

/// Reads a document, declares what it states, and writes the declarations.
fn document(name: &str) -> impl Fn(&String) {
    move |text| {
        let declared = declare(&read(&[(name, text)]));
        drop(generate::rust((&declared.model).into(), "module", |_, _| true));
    }
}

fn counted(line: impl Fn(usize) -> String) -> impl Fn(usize) -> String {
    move |count| (0..count).map(&line).collect()
}

#[test]
fn documents() {
    let sentence = |_| "The header is followed by a table of 4 bytes.\n".to_owned();
    grows("sentences", 1000, |count| format!("# A\n\n{}", counted(sentence)(count)), document("a.md"));
    let rows = counted(|at| format!("{at} & 1 & f{at} \\\\ \\hline\n"));
    let table = |count| {
        let head = "\\section{A}\n\\begin{tabular}{|c|c|c|}\n\\hline\nOffset & Size & Name \\\\\n\\hline\n";
        format!("{head}{}\\end{{tabular}}\n", rows(count))
    };
    grows("rows of LaTeX", 1000, table, document("a.tex"));
    let small = counted(|_| "\\begin{tabular}{c}a\\end{tabular}".to_owned());
    grows("tables on a line", 1000, small, document("a.tex"));
    let values = counted(|at| format!("| {at} | n{at} |\n"));
    grows("values", 1000, |count| format!("# A\n\n| Value | Name |\n|---|---|\n{}", values(count)), document("a.md"));
    grows("lines of tabs", 250, counted(|_| format!("{}\n", "\t".repeat(100))), document("a.txt"));
    grows("tabs in a line", 1000, |count| format!("{}\n", "\t".repeat(count)).repeat(10), document("a.txt"));
    grows("tabs and blanks", 250, counted(|_| format!("{}\n\n", "\t ".repeat(100))), document("a.txt"));
    let structures = counted(|at| {
        format!(
            "## {at} S{at}\n\n| Name | Type |\n|---|---|\n| kind | u8 |\n\n## {at} E{at}\n\n| Value | Name |\n|---|---|\n| 1 | a |\n\n"
        )
    });
    grows("structures and values", 100, structures, document("a.md"));
}

/// Returns a schema of a list of bytes of which each has more to it.
fn list_of_bytes(mut byte: Value) -> Model {
    byte["offset"] = json!(0);
    let mut list = named("Byte");
    list["len"] = json!("rest");
    let record = structure("Byte", Some(1), &json!({ "fields": [field("x", &byte)] }));
    Model::from_json(&schema(&[fields("File", &[field("list", &list)]), record])).unwrap()
}

fn codes(count: usize) -> Model {
    let codes: Vec<_> = (0..count).map(|at| json!({ "name": format!("c{at}"), "value": at, "doc": "" })).collect();
    list_of_bytes(json!({
        "codes": { "name": "Codes", "doc": "", "spec": "", "flags": false, "codes": codes },
        "constraints": [{ "rule": "known", "code": "known", "spec": "", "lenient": "" }],
    }))
}

#[test]
fn schemas_with_files() {
    let validate = |model: &Model| {
        let count = model.to_json().unwrap().len() / 50;
        drop(Interpreter::new(model).unwrap().validate(&vec![1; count], Mode::Strict));
    };
    grows("known codes", 1000, codes, validate);
    let numbers = |count: usize| {
        let numbers: Vec<_> = (0..count).collect();
        list_of_bytes(
            json!({ "constraints": [{ "rule": { "one-of": numbers }, "code": "one", "spec": "", "lenient": "" }] }),
        )
    };
    grows("one of many", 4000, numbers, validate);
}

#[test]
fn differences_of_schemas() {
    let same = |model: &Model| drop(diff(model, model, &Options::default()).unwrap());
    grows("codes", 1000, codes, same);
    let bits = |count: usize| {
        let bit = |at: usize| {
            json!({ "name": format!("f{at}"), "label": "", "doc": "", "bit": at, "bits": 1, "codes": null,
                "constraints": [] })
        };
        let bits: Vec<_> = (0..count).map(bit).collect();
        let record = structure("Bits", Some(count as u64 / 8), &json!({ "bits": bits }));
        Model::from_json(&schema(&[fields("File", &[field("bits", &named("Bits"))]), record])).unwrap()
    };
    grows("bits", 1000, bits, same);
    let structures = |count: usize| {
        let parts: Vec<_> = (0..count).map(|at| field(&format!("f{at}"), &named(&format!("S{at}")))).collect();
        let list = (0..count).map(|at| fields(&format!("S{at}"), &[field("a", &json!({}))]));
        Model::from_json(&schema(&[fields("File", &parts)].into_iter().chain(list).collect::<Vec<_>>())).unwrap()
    };
    grows("structures", 250, structures, same);
}
