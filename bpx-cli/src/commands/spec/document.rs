//! A document, and its lines.

use crate::exit::Failure;
use crate::input;
use bpx_documents::Document;
use std::path::PathBuf;

/// Reads the files of a document.
pub(crate) fn read(files: &[PathBuf]) -> Result<Document, Failure> {
    let mut texts = Vec::new();
    for path in files {
        let opened = input::open(path)?;
        let bytes = opened.bytes()?.into_owned();
        let not_text = |error: std::string::FromUtf8Error| {
            let at = error.utf8_error().valid_up_to();
            Failure::Input { name: opened.name.clone(), message: format!("not a text: byte {at} is not UTF-8") }
        };
        let text = String::from_utf8(bytes).map_err(not_text)?;
        texts.push((opened.name, text));
    }
    let texts: Vec<_> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Ok(bpx_documents::read(&texts))
}

/// Describes a line by file and number.
pub(super) fn line_name(document: &Document, line: usize) -> String {
    let (name, line) = document.place(line);
    format!("{name}:{line}")
}
