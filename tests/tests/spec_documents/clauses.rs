//! What the reader finds beside `docs/clauses.toml`, whose numbers were copied by hand from the same texts: two
//! readings that know nothing of each other.

use super::read;
use bpx_documents::{Body, Document, Size};
use std::collections::{BTreeMap, BTreeSet};

#[derive(serde::Deserialize)]
struct Book {
    clause: Vec<Clause>,
}

#[derive(serde::Deserialize)]
struct Clause {
    document: String,
    section: String,
    kind: String,
    bits: Option<u64>,
    value: Option<u64>,
    required: Option<bool>,
    single: Option<bool>,
}

/// A number of a row, and what else its table says of it.
type Row = (u64, Option<bool>, Option<bool>);

/// Numbers of the rows of a section, by kind, sorted: clauses keep an order of their own.
type Rows = BTreeMap<(String, &'static str), Vec<Row>>;

fn of_clauses(document: &str) -> Rows {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/clauses.toml");
    let book: Book = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut rows = Rows::new();
    for clause in book.clause.into_iter().filter(|clause| clause.document == document) {
        let (kind, number) = match clause.kind.as_str() {
            "field" => ("field", clause.bits),
            "enum-value" | "flag-value" => ("value", clause.value),
            "section-use" if clause.required.is_some() => ("section", clause.value),
            _ => continue,
        };
        let row = number.map(|number| (number, clause.required, clause.single));
        rows.entry((clause.section, kind)).or_default().extend(row);
    }
    sorted(rows)
}

fn of_document(document: &Document) -> Rows {
    let mut rows = Rows::new();
    for table in &document.tables {
        let (kind, numbers): (_, Vec<Row>) = match &table.body {
            Body::Structure { fields, .. } => {
                let bits = fields.iter().filter_map(|field| field.size.and_then(Size::exact));
                ("field", bits.map(|bits| (bits, None, None)).collect())
            }
            Body::Types { types } => {
                let bits = types.iter().filter_map(|ty| ty.size.and_then(Size::exact));
                ("field", bits.map(|bits| (bits, None, None)).collect())
            }
            Body::Enumeration { values } | Body::Flags { values } => {
                ("value", values.iter().filter_map(|value| Some((value.value?, None, None))).collect())
            }
            Body::Sections { sections } => {
                let rows = sections.iter().filter_map(|section| Some((section.ty?, section.required, section.single)));
                ("section", rows.collect())
            }
            _ => continue,
        };
        rows.entry((table.section.clone(), kind)).or_default().extend(numbers);
    }
    sorted(rows)
}

fn sorted(mut rows: Rows) -> Rows {
    rows.values_mut().for_each(|rows| rows.sort_unstable());
    rows.retain(|_, rows| !rows.is_empty());
    rows
}

/// Compares; `known` are the sections that differ, each with the reason.
fn agree(document: &Document, clauses: &str, known: &[(&str, &str, &str)]) {
    let (theirs, ours) = (of_clauses(clauses), of_document(document));
    assert!(ours.len() > 10, "{ours:?}");
    let keys: BTreeSet<_> = theirs.keys().chain(ours.keys()).collect();
    let differs = keys.into_iter().filter(|key| theirs.get(*key) != ours.get(*key));
    let differs: Vec<_> = differs.map(|(section, kind)| (section.as_str(), *kind)).collect();
    let lines: Vec<_> = differs
        .iter()
        .map(|(section, kind)| {
            let key = ((*section).to_owned(), *kind);
            format!("{section} {kind}: clauses {:?}, document {:?}", theirs.get(&key), ours.get(&key))
        })
        .collect();
    let known: Vec<_> = known.iter().map(|(section, kind, _)| (*section, *kind)).collect();
    assert_eq!(differs, known, "\n{}", lines.join("\n"));
}

#[test]
#[ignore = "the documents are elsewhere: BPX_SPECS=DIR cargo xtask spec"]
fn rows_of_2021_are_the_clauses() {
    let known = &[
        ("11.2", "field", "the clauses have the width that fits: 88 for 72"),
        ("13.2.3", "value", "the clauses have the numbers of later drafts, by interpretation I-49"),
        ("13.2.4", "value", "the text names the two letters in a sentence"),
        ("8", "field", "the text has lost the table of the main header"),
        ("8.2", "value", "the text has lost the list of letters"),
    ];
    agree(&read("", "bpx-2021-06-06.txt"), "bpx-2021", known);
}

#[test]
#[ignore = "the documents are elsewhere: BPX_SPECS=DIR cargo xtask spec"]
fn rows_of_2019_are_the_clauses() {
    agree(&read("", "bpx-2019-version0.txt"), "bpx-2019", &[]);
}
