//! Specification documents: their tables, the parts that the library does not understand, the schema, and the code.

use super::{Reply, Request, file};
use crate::failure::Failure;
use crate::host::Download;
use bpx_codegen::generate::{ModuleInput, rust_module};
use bpx_documents::{Corrections, Declarations, Document, account, declare, read_with, tables_toml, text_of};
use bpx_schema::Limits;
use bpx_schema::schema::Model;
use bpx_workbench::diff::{Options, changes_json, changes_text, diff};
use serde_json::{Value, json};
use std::io::Write;

/// Reads a document; returns the account of its tables, the schema, and declarations in Rust.
pub(super) fn read_document(request: &Request) -> Reply {
    let name = request.text("name")?;
    let text = document_text(name, &file::all_bytes(request.file_number("file")?)?)?;
    let document = document_of(name, &text)?;
    let declared = declare(&document);
    let account = account(&document, &declared);
    let account = serde_json::to_value(&account).map_err(|error| Failure::new(error.to_string()))?;
    let Declarations { model, open, .. } = &declared;
    let module = rust_module(
        ModuleInput { model, codes: &model.codes, open },
        &format!("Generated from `{name}` by `bpx spec generate`."),
        |_, _| true,
    );
    let todo: Vec<_> = module.todo.iter().map(|(name, what)| json!({ "name": name, "what": what })).collect();
    let schema = model.to_json().map_err(|error| Failure::new(error.to_string()))?;
    let json = json!({ "account": account, "rust": module.text, "todo": todo, "schema": schema });
    Ok((json, Vec::new()))
}

/// Writes the tables of a document as a download, as text that a user can correct. The function reads the document
/// again, which takes long.
pub(super) fn save_tables(request: &Request) -> Reply {
    let name = request.text("name")?;
    let text = document_text(name, &file::all_bytes(request.file_number("file")?)?)?;
    let tables = tables_toml(&[(name, &text)], &Corrections::default());
    Download.write_all(tables.as_bytes()).map_err(bpx_schema::Error::from)?;
    Ok((Value::Null, Vec::new()))
}

/// Returns the schema that a document states as JSON, so that all workers can use the schema without the document.
pub(super) fn document_schema(request: &Request) -> Reply {
    let name = request.text("name")?;
    let model = document_model(name, &file::all_bytes(request.file_number("file")?)?)?;
    let text = model.to_json().map_err(|error| Failure::new(error.to_string()))?;
    Ok((Value::Null, text.into_bytes()))
}

/// Returns the schema that a document states.
pub(super) fn document_model(name: &str, bytes: &[u8]) -> Result<Model, Failure> {
    let document = document_of(name, &document_text(name, bytes)?)?;
    let model = declare(&document).model;
    if model.structures.is_empty() {
        return Err(Failure::new(format!("{name}: expected tables of structures, found none that is understood")));
    }
    Ok(model)
}

fn document_of(name: &str, text: &str) -> Result<Document, Failure> {
    let max_memory = Limits::default().max_memory.for_size(text.len() as u64);
    let read = read_with(&[(name, text)], &Corrections::default(), max_memory).map(|corrected| corrected.document);
    read.map_err(|error| Failure::new(format!("{}:{}: {error}", error.file, error.line)))
}

fn document_text(name: &str, bytes: &[u8]) -> Result<String, Failure> {
    text_of(bytes).map(std::borrow::Cow::into_owned).map_err(|error| Failure::new(format!("{name}: {error}")))
}

/// Returns the changes of the schema between two versions of a document.
pub(super) fn compare_documents(request: &Request) -> Reply {
    let side = |file: &str, name: &str| {
        let name = request.text(name)?;
        document_model(name, &file::all_bytes(request.file_number(file)?)?)
    };
    let (old, new) = (side("file", "name")?, side("other", "other_name")?);
    let changes = diff(&old, &new, &Options::default().with_samples(20).with_shrinks(50))?;
    Ok((json!({ "changes": changes_json(&changes), "text": changes_text(&changes) }), Vec::new()))
}
