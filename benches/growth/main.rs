//! Measures whether the time of work grows with the size of the input, and not with its square. Four times the input
//! may take at most nine times as long; a search that starts anew for each part takes sixteen times as long.
//! `cargo xtask bench-growth` runs this program.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "../../tests/tests/shapes/schemas.rs"]
mod schemas;

#[path = "../speed/clock.rs"]
#[allow(dead_code)]
mod clock;

use bpx_codegen::generate;
use bpx_documents::{declare, read};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::Mode;
use bpx_schema::schema::Model;
use bpx_workbench::diff::{Options, diff};
use schemas::{field, fields, named, schema, structure};
use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::Duration;

/// The largest accepted ratio of the times.
const MOST: f64 = 9.0;

fn main() -> ExitCode {
    let mut growth = Growth::default();
    println!("| work | parts | time | time of four times as many | ratio |\n|---|---|---|---|---|");
    documents(&mut growth);
    schemas_with_files(&mut growth);
    differences_of_schemas(&mut growth);
    match growth.missed {
        0 => ExitCode::SUCCESS,
        missed => {
            eprintln!("{missed} kinds of work take more than {MOST} times as long");
            ExitCode::FAILURE
        }
    }
}

/// Counts the kinds of work that grow too fast.
#[derive(Default)]
struct Growth {
    missed: usize,
}

impl Growth {
    /// Prints the times for `count` parts and for four times as many parts.
    fn of<T>(&mut self, what: &str, count: usize, make: impl Fn(usize) -> T, work: impl Fn(&T)) {
        let (little, much) = (time(&make(count), &work), time(&make(4 * count), &work));
        let ratio = much.as_secs_f64() / little.as_secs_f64();
        self.missed += usize::from(ratio > MOST);
        println!("| {what} | {count} | {little:.2?} | {much:.2?} | {ratio:.1} |");
    }
}

/// Returns the time of the fastest of three runs.
fn time<T>(input: &T, work: &dyn Fn(&T)) -> Duration {
    let run = |_| {
        let start = clock::now();
        work(input);
        clock::now().saturating_sub(start)
    };
    (0..3).map(run).min().unwrap_or_default()
}

/// Returns a function that reads a document, declares its structures, and generates the declarations.
fn document(name: &str) -> impl Fn(&String) {
    move |text| {
        let declared = declare(&read(&[(name, text)]));
        drop(generate::rust_module((&declared.model).into(), "module", |_, _| true));
    }
}

fn counted(line: impl Fn(usize) -> String) -> impl Fn(usize) -> String {
    move |count| (0..count).map(&line).collect()
}

fn documents(growth: &mut Growth) {
    let sentence = |_| "The header is followed by a table of 4 bytes.\n".to_owned();
    growth.of("sentences", 1000, |count| format!("# A\n\n{}", counted(sentence)(count)), document("a.md"));
    let rows = counted(|at| format!("{at} & 1 & f{at} \\\\ \\hline\n"));
    let table = |count| {
        let head = "\\section{A}\n\\begin{tabular}{|c|c|c|}\n\\hline\nOffset & Size & Name \\\\\n\\hline\n";
        format!("{head}{}\\end{{tabular}}\n", rows(count))
    };
    growth.of("rows of LaTeX", 1000, table, document("a.tex"));
    let small = counted(|_| "\\begin{tabular}{c}a\\end{tabular}".to_owned());
    growth.of("tables on a line", 1000, small, document("a.tex"));
    let values = counted(|at| format!("| {at} | n{at} |\n"));
    growth.of(
        "values",
        1000,
        |count| format!("# A\n\n| Value | Name |\n|---|---|\n{}", values(count)),
        document("a.md"),
    );
    growth.of("lines of tabs", 250, counted(|_| format!("{}\n", "\t".repeat(100))), document("a.txt"));
    growth.of("tabs in a line", 1000, |count| format!("{}\n", "\t".repeat(count)).repeat(10), document("a.txt"));
    growth.of("tabs and blanks", 250, counted(|_| format!("{}\n\n", "\t ".repeat(100))), document("a.txt"));
    let structures = counted(|at| {
        format!(
            "## {at} S{at}\n\n| Name | Type |\n|---|---|\n| kind | u8 |\n\n## {at} E{at}\n\n| Value | Name |\n|---|---|\n| 1 | a |\n\n"
        )
    });
    growth.of("structures and values", 100, structures, document("a.md"));
}

/// Returns a schema of a list of bytes; `byte` has further properties of each byte.
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

fn schemas_with_files(growth: &mut Growth) {
    let validate = |model: &Model| {
        let count = model.to_json().unwrap().len() / 50;
        drop(Interpreter::new(model).unwrap().validate(&vec![1; count], Mode::Strict));
    };
    growth.of("known codes", 1000, codes, validate);
    let numbers = |count: usize| {
        let numbers: Vec<_> = (0..count).collect();
        list_of_bytes(
            json!({ "constraints": [{ "rule": { "one-of": numbers }, "code": "one", "spec": "", "lenient": "" }] }),
        )
    };
    growth.of("one of many", 4000, numbers, validate);
}

fn differences_of_schemas(growth: &mut Growth) {
    let same = |model: &Model| drop(diff(model, model, &Options::default()).unwrap());
    growth.of("codes", 1000, codes, same);
    let bits = |count: usize| {
        let bit = |at: usize| {
            json!({ "name": format!("f{at}"), "label": "", "doc": "", "bit": at, "bits": 1, "codes": null,
                "constraints": [] })
        };
        let bits: Vec<_> = (0..count).map(bit).collect();
        let record = structure("Bits", Some(count as u64 / 8), &json!({ "bits": bits }));
        Model::from_json(&schema(&[fields("File", &[field("bits", &named("Bits"))]), record])).unwrap()
    };
    growth.of("bits", 1000, bits, same);
    let structures = |count: usize| {
        let parts: Vec<_> = (0..count).map(|at| field(&format!("f{at}"), &named(&format!("S{at}")))).collect();
        let list = (0..count).map(|at| fields(&format!("S{at}"), &[field("a", &json!({}))]));
        Model::from_json(&schema(&[fields("File", &parts)].into_iter().chain(list).collect::<Vec<_>>())).unwrap()
    };
    growth.of("structures", 250, structures, same);
}
