//! Prints, as JSON, the schema that documents state, the parts that the documents leave open, and the account of the
//! tables.
//!
//! `cargo run -p bpx-documents --example schema -- format.md types.md`

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let bytes = names.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let texts = bytes.iter().map(|bytes| bpx_documents::text_of(bytes)).collect::<Result<Vec<_>, _>>()?;
    let files: Vec<_> = names.iter().map(String::as_str).zip(texts.iter().map(AsRef::as_ref)).collect();
    let document = bpx_documents::read(&files);
    let declared = bpx_documents::declare(&document);
    let open: Vec<_> = declared.open.iter().map(|(name, what)| format!("{name}: {what}")).collect();
    let schema: serde_json::Value = serde_json::from_str(&declared.model.to_json()?)?;
    let account = bpx_documents::account(&document, &declared);
    println!("{:#}", serde_json::json!({ "schema": schema, "open": open, "account": account }));
    Ok(())
}
