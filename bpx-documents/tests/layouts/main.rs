//! Layouts and items of lists in forms that few documents have are read, or reported.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod bare;
mod bytes;
mod items;
mod languages;
mod pictures;
mod places;
mod structures;
mod unread;

use bpx_documents::{Body, Document, Size, account, declare, read};

fn markdown(body: &str) -> Document {
    read(&[("kiln.md", &format!("# Kiln\n\nAll numbers are little-endian.\n\n{body}\n"))])
}

fn text(body: &str) -> Document {
    read(&[("kiln.txt", &format!("Kiln\n====\n\nAll numbers are little-endian.\n\n{body}\n"))])
}

/// Everything that the account of a document leaves open.
fn open(document: &Document) -> String {
    account(document, &declare(document)).to_string()
}

/// The names and the sizes in bits of the fields of a structure; the first one has an empty name.
fn fields<'d>(document: &'d Document, name: &str) -> Vec<(&'d str, Option<u64>)> {
    let found = document.tables.iter().find_map(|table| match &table.body {
        Body::Structure { fields, .. } if name.is_empty() || table.name == name => Some(fields),
        _ => None,
    });
    let fields = found.unwrap_or_else(|| panic!("{name}: {document:#?}"));
    fields.iter().map(|field| (&*field.name, field.size.and_then(Size::exact))).collect()
}
