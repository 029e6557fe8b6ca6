//! The table in exported C, Python and ksy.

use super::declared::{Fixed, Whole};
use super::programs::{Kaitai, ask, ask_python, here, there};
use super::table::{Row, rows};
use super::{compare, expected, fixed_bytes, whole_bytes};
use bpx_schema::Codec;
use bpx_schema::report::{Path, Segment};
use bpx_schema::schema::{Body, Endian, Expr, Field, Length, Model, Rule, Structure, Text, Type};
use bpx_schema::value::hex;
use bpx_schema::watch::{Leaf, Node, Watch};
use bpx_workbench::export::{Target, export};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The expressions that a target lacks, by reason: `lacking.txt` has lines `target: reason`, and below them expressions.
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

#[test]
fn python_computes_the_table() {
    if !there(Command::new("python3").arg("--version")) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("expressions.py");
    let model = Model::of(Whole::schema());
    std::fs::write(&module, export(&model, "expressions", Target::Python).unwrap()).unwrap();
    let (faults, _) = ask_python(&module, &model, &[&whole_bytes()]).remove(0);
    let found: Vec<_> = faults.iter().map(|fault| fault.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    compare("Python", &found, &expected("whole", false));
    assert!(lacking("python").is_empty(), "Python lacks nothing");
}

fn c_computes_the_table(compiler: &str, more: &[&str]) {
    if !there(Command::new(compiler).arg("--version")) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (header, program) = (folder.path().join("expressions.h"), folder.path().join("driver"));
    std::fs::write(&header, export(&Model::of(Fixed::schema()), "expressions", Target::C).unwrap()).unwrap();
    let mut command = Command::new(compiler);
    command.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-ffp-contract=off"]).args(more);
    command.arg(format!("-DHEADER=\"{}\"", header.display())).arg("-DRECORDS=EXPRESSIONS_RECORDS");
    let made = command.arg(here("testees/exported/driver.c")).arg("-o").arg(&program).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let answers = ask(&mut Command::new(program), format!("Fixed {}\n", hex(&fixed_bytes())));
    let (faults, written) = answers[0].split_once('=').unwrap();
    assert_eq!(written, hex(&fixed_bytes()));
    let found: Vec<_> =
        faults.split_terminator(';').map(|fault| fault.rsplit_once(' ').unwrap().0.to_owned()).collect();
    compare("C", &found, &expected("fixed", true));
    // C declares records, and so has no rules over lists, texts and what lies around.
    let dynamic = rows().into_iter().filter(|row| !row.is_fixed).map(|row| row.expression).collect::<BTreeSet<_>>();
    assert_eq!(lacking("c").into_iter().collect::<Vec<_>>(), ["[dynamic]"], "and nothing else of {}", dynamic.len());
}

#[test]
fn c_of_gcc_computes_the_table() {
    c_computes_the_table("gcc", &["-O2", "-Wconversion"]);
}

#[test]
fn c_computes_without_undefined_behaviour() {
    c_computes_the_table("gcc", &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
}

#[test]
fn c_of_clang_computes_the_table() {
    c_computes_the_table("clang", &["-O1"]);
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
    fn open(&mut self, node: &Node<'_>) {
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

    fn close(&mut self, _: &Node<'_>, size: u64) {
        if self.depth == 1 {
            let (name, start) = std::mem::take(&mut self.open);
            self.found.insert(name, (start, start + size as usize));
        }
        self.depth -= 1;
    }

    fn report(&mut self, _: bpx_schema::report::Finding) {}
}

/// A structure for each line: the fields that it looks at, then fields without bytes that are there under its conditions;
/// and its bytes.
fn row_structures(rows: &[Row]) -> (Model, Vec<Vec<u8>>) {
    let mut model = Model::of(Whole::schema());
    let whole = model.structures.remove("Whole").unwrap();
    let (bytes, mut places) = (whole_bytes(), Places::default());
    let budget = bpx_schema::Budget::new(bpx_schema::Limits::default(), bytes.len() as u64);
    let mut d = bpx_schema::codec::Decoder::new(&bytes, &budget).watched(&mut places);
    Whole::decode(&mut d, &[]).unwrap();
    let mut asserts = whole.rules.iter().filter_map(|rule| match &rule.rule {
        Rule::Assert(expr) => Some(expr),
        _ => None,
    });
    let mut files = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let conditions: Vec<&Expr> = asserts.by_ref().take(row.conditions().len()).collect();
        let names: BTreeSet<&Text> = conditions.iter().flat_map(|expr| expr.fields()).collect();
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

#[test]
fn ksy_computes_the_table_but_for_what_is_listed() {
    let Some(kaitai) = Kaitai::find() else { return };
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
