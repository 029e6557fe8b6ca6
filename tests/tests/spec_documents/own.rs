//! Our own documents: the references that are exported from the schemas, read as any document is.
//!
//! What they say of structures of a fixed size is what people declared, and reads the goldens in the same way.

use super::goldens::{beside, outcomes};
use bpx_formats::Format;
use bpx_schema::export::stem;
use bpx_schema::schema::{BitField, Body, Codes, CodesLink, Constraint, Field, Model, Structure};
use bpx_schema::spec::{Document, declare, differences, read};

fn document(schema: &str) -> Document {
    let path = format!("{}/../exports/{}.md", env!("CARGO_MANIFEST_DIR"), stem(schema));
    read(&[("reference", &std::fs::read_to_string(path).unwrap())])
}

fn schemas() -> impl Iterator<Item = (&'static str, Model)> {
    let all = Format::ALL.iter().flat_map(|format| format.schemas());
    all.map(|(name, schema)| (name, Model::of(schema)))
}

#[test]
fn references_contradict_neither_themselves_nor_the_declarations() {
    for (name, model) in schemas() {
        let document = document(name);
        assert_eq!(document.inconsistencies, [], "{name}");
        assert_eq!(differences(&document, &model, &[]), [], "{name}");
    }
}

#[test]
fn references_declare_what_reads_the_goldens_as_we_do() {
    for (name, _) in schemas() {
        let document = document(name);
        let beside = beside(&document, &declare(&document), name);
        let outcomes = outcomes(&beside, &document, name);
        let other: Vec<_> = outcomes.lines().filter(|line| !line.contains(": as ")).collect();
        assert!(!beside.is_empty() && other.is_empty(), "{name}: {other:#?}");
    }
}

/// A structure but for its words, so that one out of a document can be compared.
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
fn references_declare_records_as_people_did() {
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
