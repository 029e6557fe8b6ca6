//! The meaning of columns, cells, types and units of tables.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod account;
mod beside;
mod columns;
mod habits;
mod pictures;
mod places;
mod rows;
mod said;
mod scales;
mod types;
mod units;

use bpx_documents::{Body, Document, Field, Size, read};

fn document(text: &str) -> Document {
    read(&[("text.md", text)])
}

/// A table under a heading.
fn table(heading: &str, titles: &[&str], rows: &[&[&str]]) -> Document {
    let line = |cells: &[&str]| format!("| {} |\n", cells.join(" | "));
    let rule = line(&vec!["---"; titles.len()]);
    let rows: String = rows.iter().map(|row| line(row)).collect();
    document(&format!("# Format\n\n## {heading}\n\n{}{rule}{rows}", line(titles)))
}

/// The fields of the only structure.
fn fields(document: &Document) -> &[Field] {
    let mut found = document.tables.iter().filter_map(|table| match &table.body {
        Body::Structure { fields, .. } => Some(fields.as_slice()),
        _ => None,
    });
    let fields = found.next().unwrap_or_else(|| panic!("{:?}", document.tables));
    assert_eq!(found.count(), 0, "one structure");
    fields
}

/// Names and exact sizes in bits; `None` for a size that is open.
fn sizes(document: &Document) -> Vec<(&str, Option<u64>)> {
    fields(document).iter().map(|field| (field.name.as_str(), field.size.and_then(Size::exact))).collect()
}

fn kind(document: &Document) -> &'static str {
    document.tables[0].body.kind()
}

fn open(document: &Document) -> &[String] {
    &document.tables[0].open
}
