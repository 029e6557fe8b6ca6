//! Documents: any text is read to its end; the declarations in it form a valid schema, and the generated code is
//! Rust.

use bpx_codegen::generate::{ModuleInput, rust_module};
use bpx_documents::declare;
use bpx_schema::interpret::Interpreter;

pub(super) fn run(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let document = bpx_documents::read(&[("document", &text)]);
    for table in &document.tables {
        let _ = table.to_string();
    }
    serde_json::to_string(&document).expect("a document is written as JSON");
    for found in &document.inconsistencies {
        let (name, line) = document.place(found.line);
        assert!(name == "document" && line <= text.len() + 1, "no such line: {found:?}");
    }
    let declared = declare(&document);
    if !declared.model.structures.is_empty() {
        Interpreter::with_algorithms(&declared.model, bpx_formats::algorithms())
            .unwrap_or_else(|error| panic!("declares an unsound schema: {error}"));
    }
    let input = ModuleInput { model: &declared.model, codes: &declared.model.codes, open: &declared.open };
    let module = rust_module(input, "Generated.", |_, _| true);
    if let Err(error) = syn::parse_file(&module.text) {
        panic!("generated text is not Rust: {error}\n{}", module.text);
    }
    !document.tables.is_empty()
}
