//! Our own documents: the references that are exported from the schemas, read as any document is.
//!
//! They declare structures of a fixed size as the sources do, and these read the goldens in the same way.

use super::goldens::{beside, outcomes};
use bpx_documents::{Document, declare, differences, read};
use bpx_formats::formats;
use bpx_schema::schema::{BitField, Body, Codes, CodesLink, Constraint, Field, Length, Model, Structure, Type};
use bpx_workbench::export::format_stem;

fn document(schema: &str) -> Document {
    let path = format!("{}/../exports/{}.md", env!("CARGO_MANIFEST_DIR"), format_stem(schema));
    read(&[("reference", &std::fs::read_to_string(path).unwrap())])
}

fn schemas() -> impl Iterator<Item = (&'static str, Model)> {
    let all = formats().iter().flat_map(|format| format.schemas());
    all.map(|(name, schema)| (name, Model::from_root(schema)))
}

#[test]
fn references_contradict_neither_themselves_nor_the_declarations() {
    for (name, model) in schemas() {
        let document = document(name);
        assert_eq!(document.inconsistencies, [], "{name}");
        assert_eq!(differences(&document, &model, &[]), [], "{name}");
    }
}

/// Cases that are nothing but structures with tables of their own, which are read as such.
const ELSEWHERE: &[&str] = &[
    "Content (AssemblyDx), 16 bytes: a case of Content that no golden has",
    "Content (AssemblyGl), 20 bytes: a case of Content that no golden has",
];

#[test]
fn references_declare_what_reads_the_goldens_as_we_do() {
    for (name, _) in schemas() {
        let document = document(name);
        let beside = beside(&document, &declare(&document), name, None);
        let outcomes = outcomes(&beside, &document, name);
        let other: Vec<_> = outcomes.lines().filter(|line| !line.contains(": as ")).collect();
        let known = match name {
            "bpx-v0" => ELSEWHERE,
            "gpb" => &["Lens (Perspective), 16 bytes: a case of Lens that no golden has"],
            _ => &[],
        };
        assert!(!beside.is_empty() && other == known, "{name}: {other:#?}");
    }
}

/// A way to write tables of fields: the text before each, the form of a row, and the text after it.
struct Dialect {
    heading: fn(usize, &str) -> String,
    row: fn([&str; 3]) -> String,
    end: &'static str,
}

const DIALECTS: [Dialect; 3] = [
    Dialect {
        heading: |number, name| format!("1.{number} {name}\n\nName\tType\tSize\tNotes\n"),
        row: |[name, ty, bits]| format!("{name}\t{ty}\t{bits}\tPart of it\n"),
        end: "\n",
    },
    Dialect {
        heading: |_, name| format!("## {name}\n\n| Name | Type | Size | Notes |\n|---|---|---|---|\n"),
        row: |[name, ty, bits]| format!("| {name} | {ty} | {bits} | Part of it |\n"),
        end: "\n",
    },
    Dialect {
        heading: |_, name| format!("\\subsection{{{name}}}\n\\ownfieldtable\n{{\n"),
        row: |[name, ty, bits]| format!("    {} & {ty} & {bits} & Part of it \\\\\n", name.replace('_', "\\_")),
        end: "}\n",
    },
];

/// Returns the records of a model as a document of a dialect.
fn written(model: &Model, dialect: &Dialect) -> String {
    let start =
        "\\newcommand{\\ownfieldtable}[1]{\\owntable{C|c|c|C}{Name & Type & Size & Notes}{#1}}\n\\section{Records}\n";
    let mut text = match (dialect.heading)(0, "").chars().next() {
        Some('\\') => start.to_owned(),
        Some('#') => "# 1 Records\n\n".to_owned(),
        _ => "1 Records\n\n".to_owned(),
    };
    // Types without a size do not show the unit.
    text += "All sizes are in bits.\n\n";
    let records = model.structures.values().filter(|one| one.size.is_some());
    for (number, record) in (1..).zip(records) {
        text += &(dialect.heading)(number, &record.name);
        match &record.body {
            Body::Bits(fields) => {
                for field in fields.iter() {
                    text += &(dialect.row)([&field.name, "Unsigned", &field.bits.to_string()]);
                }
            }
            _ => {
                for field in record.fields() {
                    text += &(dialect.row)([&field.name, &words(field), &bits(model, field).to_string()]);
                }
            }
        }
        text += dialect.end;
    }
    text
}

/// Returns the type of a field in words.
fn words(field: &Field) -> String {
    let word = match &field.ty {
        Type::Named { link, .. } => return link.name().to_owned(),
        Type::Float { .. } => "float",
        Type::Int { signed: true, .. } => "signed",
        Type::Int { size: 1, .. } if field.len.is_some() => "bytes",
        _ => "unsigned",
    };
    match &field.len {
        Some(Length::Fixed(count)) if word != "bytes" => format!("{word}[{count}]"),
        _ => word.to_owned(),
    }
}

fn bits(model: &Model, field: &Field) -> u64 {
    let size = match &field.ty {
        Type::Int { size, .. } | Type::Float { size, .. } => u64::from(*size),
        Type::Named { link, .. } => model.structures[link.name()].size.unwrap(),
        other => panic!("{other:?} in a record"),
    };
    let count = if let Some(Length::Fixed(count)) = field.len { count } else { 1 };
    8 * size * count
}

#[test]
fn any_dialect_declares_what_reads_the_goldens_as_we_do() {
    for (name, model) in schemas() {
        let records = model.structures.values().filter(|one| one.size.is_some()).count();
        for dialect in &DIALECTS {
            let text = written(&model, dialect);
            let document = read(&[("own", &text)]);
            let beside = beside(&document, &declare(&document), name, None);
            let outcomes = outcomes(&beside, &document, name);
            let other: Vec<_> = outcomes.lines().filter(|line| !line.contains(": as ")).collect();
            assert!(
                beside.len() == records && other.is_empty(),
                "{name}, {} records of {records}: {other:#?}\n{text}",
                beside.len()
            );
        }
    }
}

/// Returns a structure but for its words, so that one out of a document can be compared.
fn layout(structure: &Structure) -> String {
    let codes = |link: &Option<CodesLink>| {
        let list = |codes: &Codes| {
            (codes.flags, codes.codes.iter().map(|code| (code.name.to_string(), code.value)).collect::<Vec<_>>())
        };
        link.as_ref().map(|link| list(link.get()))
    };
    let rules = |constraints: &[Constraint]| {
        let one = |one: &Constraint| (one.rule.clone(), one.code.to_string(), one.lenient.to_string());
        constraints.iter().map(one).collect::<Vec<_>>()
    };
    let bit = |one: &BitField| {
        format!("{} {} {} {:?} {:?}", one.name, one.bit, one.bits, codes(&one.codes), rules(&one.constraints))
    };
    let field = |one: &Field| {
        let ty = format!("{:?}", one.ty);
        let ty = ty.split_once("Static").map_or(ty.clone(), |(before, _)| before.to_owned());
        format!(
            "{} {ty} {:?} {:?} {:?} {:?}",
            one.name,
            one.offset,
            one.len,
            codes(&one.codes),
            rules(&one.constraints)
        )
    };
    let parts: Vec<_> = match &structure.body {
        Body::Bits(fields) => fields.iter().map(bit).collect(),
        _ => structure.fields().iter().map(field).collect(),
    };
    format!("{} {:?}\n{}", structure.name, structure.size, parts.join("\n"))
}

#[test]
fn references_declare_records_as_the_sources_do() {
    let mut count = 0;
    for (name, model) in schemas() {
        let declared = declare(&document(name)).model;
        for ours in model.structures.values().filter(|one| one.size.is_some()) {
            assert_eq!(layout(&declared.structures[&*ours.name]), layout(ours), "{name}");
            count += 1;
        }
    }
    assert!(count > 30, "{count} records");
}
