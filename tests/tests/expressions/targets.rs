//! The table in exported C, Python and ksy.

use super::declared::{Entry, Fixed, Whole};
use super::programs::{Kaitai, ask, ask_python, here};
use super::table::{Row, rows};
use super::{compare, expected, fixed_bytes, of_report, whole_bytes};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Path, Segment};
use bpx_schema::schema::{Body, Endian, Expr, Field, Length, Model, Rule, Structure, Text, Type};
use bpx_schema::value::hex;
use bpx_schema::watch::{Leaf, ValueNode, Watch};
use bpx_schema::{Codec, Record, structure};
use bpx_workbench::export::{Target, export, python_bundle};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use test_needs::needs;

/// Returns the expressions that a target lacks, by reason: `lacking.txt` has lines `target: reason`, and below them
/// expressions.
fn lacking(target: &str) -> BTreeSet<&'static str> {
    let mut of_target = false;
    let mut lacking = BTreeSet::new();
    for line in include_str!("lacking.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.strip_prefix("    ") {
            Some(expression) if of_target => assert!(lacking.insert(expression), "`{expression}` is listed twice"),
            Some(_) => {}
            None => of_target = line.split_once(": ").unwrap().0 == target,
        }
    }
    lacking
}

/// What exported Python finds.
fn python_finds(model: &Model, bytes: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("expressions.py");
    std::fs::write(&module, python_bundle(model, "expressions").unwrap()).unwrap();
    let (faults, _) = ask_python(&module, model, &[bytes]).remove(0);
    let found = faults.iter().map(|fault| fault.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" "));
    found.collect()
}

#[needs(python3)]
#[test]
fn python_computes_the_table() {
    let found = python_finds(&Model::from_root(Whole::schema()), &whole_bytes());
    compare("Python", &found, &expected("whole", false));
    assert!(lacking("python").is_empty(), "Python lacks nothing");
}

/// What exported C finds in a record.
fn c_finds(compiler: &str, more: &[&str], model: &Model, bytes: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (header, program) = (folder.path().join("expressions.h"), folder.path().join("driver"));
    std::fs::write(&header, export(model, "expressions", Target::C).unwrap()).unwrap();
    let mut command = Command::new(compiler);
    command.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-ffp-contract=off"]).args(more);
    command.arg(format!("-DHEADER=\"{}\"", header.display())).arg("-DRECORDS=EXPRESSIONS_RECORDS");
    let made = command.arg(here("testees/exported/driver.c")).arg("-o").arg(&program).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let answers = ask(&mut Command::new(program), format!("{} {}\n", model.root, hex(bytes)));
    let (faults, written) = answers[0].split_once('=').unwrap();
    assert_eq!(written, hex(bytes));
    faults.split_terminator(';').map(|fault| fault.rsplit_once(' ').unwrap().0.to_owned()).collect()
}

fn c_computes_the_table(compiler: &str, more: &[&str]) {
    let found = c_finds(compiler, more, &Model::from_root(Fixed::schema()), &fixed_bytes());
    compare("C", &found, &expected("fixed", true));
    // C declares records, and so has no rules over lists, texts and what lies around.
    let dynamic = rows().into_iter().filter(|row| !row.is_fixed).map(|row| row.expression).collect::<BTreeSet<_>>();
    assert_eq!(lacking("c").into_iter().collect::<Vec<_>>(), ["[dynamic]"], "and nothing else of {}", dynamic.len());
}

#[needs(gcc)]
#[test]
fn c_of_gcc_computes_the_table() {
    c_computes_the_table("gcc", &["-O2", "-Wconversion"]);
}

#[needs(gcc)]
#[test]
fn c_computes_without_undefined_behaviour() {
    c_computes_the_table("gcc", &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
}

#[needs(clang)]
#[test]
fn c_of_clang_computes_the_table() {
    c_computes_the_table("clang", &["-O1"]);
}

/// An array of records in a record, which a structure has as a list.
#[derive(Debug, Record)]
#[brw(little)]
#[br(
    assert(rows[1].kind == 2),
    assert(rows[1].kind == 1),
    assert(rows[one].size == 4000000000),
    assert(rows[1].rate == -2.0),
    assert(rows[0].mark == b"AB"),
    assert(rows[0].mark == rows[1].mark),
    assert(rows[2].mark == b"AB"),
    assert(rows.len() == 2),
    assert(rows[0].rate < 0.5),
    assert(held.part.size == 77),
    assert(held.part.mark != b"EF"),
    assert(held.list[1] == 20),
    assert(held.list[2] == 20),
    assert(find(rows.size == 4000000000, rows.size) == 4000000000),
    assert(held.list.len() == 2),
    assert((if one == 1 { rows[0].mark } else { b"ABC" }) == rows[0].mark)
)]
struct Rows {
    rows: [Entry; 2],
    one: u8,
    held: Held,
}

/// A record in a record.
#[derive(Debug, Record)]
#[brw(little)]
struct Held {
    part: Entry,
    list: [u16; 2],
}

#[needs(python3, gcc)]
#[test]
fn records_in_records_have_the_same_rules_in_every_target() {
    let all = whole_bytes();
    let bytes = [&all[119..141], &[1], &all[164..175], &[10, 0, 20, 0]].concat();
    let wanted: Vec<_> = [(2, "inconsistent"), (6, "inconsistent"), (7, "overflow"), (9, "inconsistent")]
        .into_iter()
        .chain([(11, "inconsistent"), (13, "overflow")])
        .map(|(rule, class)| format!("{class} rows.assert-{rule}"))
        .collect();
    let model = Model::from_root(Rows::schema());
    assert_eq!(of_report(&Rows::validate(&bytes, Mode::Strict)), wanted);
    assert_eq!(of_report(&Interpreter::new(&model).unwrap().validate(&bytes, Mode::Strict)), wanted);
    assert_eq!(c_finds("gcc", &["-O1"], &model, &bytes), wanted, "C");
    assert_eq!(python_finds(&model, &bytes), wanted, "Python");
    // What C cannot compute is listed.
    let header = export(&model, "rows", Target::C).unwrap();
    let (_, listed) = header.split_once("This file does not check these rules").unwrap();
    let (listed, _) = listed.split_once(" */").unwrap();
    let codes: Vec<_> = listed.lines().filter_map(|line| line.strip_prefix(" *   ")).collect();
    assert_eq!(codes, ["rows.assert-14", "rows.assert-16"]);
}

/// A structure whose rules compute over arrays in a record.
#[structure]
#[derive(Debug)]
#[br(
    assert(count(inner.sizes, entry == 1) == 2),
    assert(sum(inner.sizes, entry) == 7),
    assert(sum(inner.numbers, entry * 2) == 140),
    assert(sum(inner.list.kind) == 9),
    assert(find(inner.list.kind == 4, inner.list.size) == 6),
    assert(inner.held.list.len() == 2),
    assert(count(inner.sizes, entry == 1) == 3)
)]
struct Around {
    inner: Inner,
}

#[derive(Debug, Record)]
#[brw(little)]
struct Inner {
    sizes: [u8; 3],
    numbers: [u16; 2],
    list: [Pair; 2],
    held: Held,
}

#[derive(Debug, Record)]
struct Pair {
    kind: u8,
    size: u8,
}

#[test]
fn structures_compute_over_arrays_in_records() {
    let all = whole_bytes();
    let bytes = [&[1, 1, 5, 20, 0, 50, 0, 5, 3, 4, 6], &all[164..175], &[10, 0, 20, 0]].concat();
    let own = Around::validate(&bytes, Mode::Strict);
    let model = Model::from_root(Around::schema());
    assert_eq!(own.findings(), Interpreter::new(&model).unwrap().validate(&bytes, Mode::Strict).findings());
    assert_eq!(of_report(&own), ["inconsistent around.assert-7"]);
}

/// Where each field of a structure lies.
#[derive(Default)]
struct Places {
    depth: usize,
    found: BTreeMap<String, (usize, usize)>,
    open: (String, usize),
}

fn shown(segment: Segment) -> String {
    Path::new(vec![segment]).to_string()
}

impl Watch for Places {
    fn open(&mut self, node: &ValueNode<'_>) {
        self.depth += 1;
        if self.depth == 1 {
            self.open = (shown(node.segment.clone().unwrap()), node.at.file as usize);
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if self.depth == 0 {
            let start = leaf.at.file as usize;
            self.found.insert(shown(leaf.segment.clone()), (start, start + leaf.bytes.len()));
        }
    }

    fn close(&mut self, _: &ValueNode<'_>, size: u64) {
        if self.depth == 1 {
            let (name, start) = std::mem::take(&mut self.open);
            self.found.insert(name, (start, start + size as usize));
        }
        self.depth -= 1;
    }

    fn report(&mut self, _: bpx_schema::report::Finding) {}
}

/// Returns a structure for each line: the fields that it looks at, then fields without bytes that are there under its
/// conditions; and its bytes.
fn row_structures(rows: &[Row]) -> (Model, Vec<Vec<u8>>) {
    let mut model = Model::from_root(Whole::schema());
    let whole = model.structures.remove("Whole").unwrap();
    let (bytes, mut places) = (whole_bytes(), Places::default());
    let budget = bpx_schema::Budget::new(bpx_schema::Limits::default(), bytes.len() as u64);
    let mut d = bpx_schema::codec::Decoder::new(&bytes, &budget).with_watch(&mut places);
    Whole::decode(&mut d, []).unwrap();
    let mut asserts = whole.rules.iter().filter_map(|rule| match &rule.rule {
        Rule::Assert(expr) => Some(expr),
        _ => None,
    });
    let mut files = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let conditions: Vec<&Expr> = asserts.by_ref().take(row.conditions().len()).collect();
        let names: BTreeSet<&Text> = conditions.iter().flat_map(|expr| expr.used_names()).collect();
        let all = conditions.iter().any(|expr| expr.needs_space());
        let (mut fields, mut file) = (Vec::new(), Vec::new());
        for field in whole.fields().iter().filter(|field| all || names.contains(&field.name)) {
            let mut field = field.clone();
            if let Some(Length::Count(_)) = &field.len {
                let count = match &*field.name {
                    "none" | "empty" => 0,
                    "table" | "words" => 2,
                    "name" => 3,
                    "bytes" => 5,
                    other => panic!("`{other}`"),
                };
                field.len = Some(Length::Fixed(count));
            }
            let (start, end) = places.found.get(&*field.name).copied().unwrap_or_default();
            file.extend(&bytes[start..end]);
            fields.push(field);
        }
        for (name, condition) in ["right", "wrong"].into_iter().zip(conditions) {
            let mut field = Field::new(name.into(), Type::Int { size: 1, signed: false, endian: Endian::Little });
            (field.len, field.when) = (Some(Length::Fixed(0)), Some(condition.clone()));
            fields.push(field);
        }
        let name = format!("Row{number}");
        let structure = Structure::new(name.clone().into(), Body::Fields(fields.into()));
        model.structures.insert(name, structure);
        files.push(file);
    }
    model.root = "Root".into();
    model.structures.insert("Root".to_owned(), Structure::new("Root".into(), Body::Fields(vec![].into())));
    (model, files)
}

#[needs(kaitai)]
#[test]
fn ksy_computes_the_table_but_for_what_is_listed() {
    let kaitai = Kaitai::installed();
    let rows = rows();
    let (model, files) = row_structures(&rows);
    let compiled = kaitai.compile("expressions", &model);
    let questions = files.iter().enumerate().map(|(number, file)| format!("Row{number} {}\n", hex(file))).collect();
    let mut command = compiled.driver("testees/exported/kaitai/rows.py");
    let answers = ask(&mut command, questions);
    assert_eq!(answers.len(), rows.len());
    let wrong: BTreeMap<_, _> = rows
        .iter()
        .zip(&answers)
        .filter(|(row, answer)| **answer != if row.is_error() { "error" } else { "right" })
        .map(|(row, answer)| (row.expression.as_str(), answer.as_str()))
        .collect();
    let listed = lacking("ksy");
    let more: Vec<_> = wrong.iter().filter(|(expression, _)| !listed.contains(*expression)).collect();
    let less: Vec<_> = listed.iter().filter(|expression| !wrong.contains_key(*expression)).collect();
    assert!(more.is_empty() && less.is_empty(), "not listed: {more:#?}, listed but right: {less:#?}");
}
