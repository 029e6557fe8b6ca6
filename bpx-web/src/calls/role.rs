//! The role of a file: to be shown, or to help to read other files.

use super::{Reply, Request, document, file};
use crate::failure::Failure;
use crate::host::PageFile;
use bpx_formats::Evidence;
use bpx_schema::source::ReadAt;
use serde_json::{Value, json};

/// The first bytes of zstd dictionaries that state their number.
const DICTIONARY: &[u8] = &[0x37, 0xA4, 0x30, 0xEC];

/// The extensions of files that count as documents, even if the library finds no structure in the file.
const DOCUMENTS: &[&str] = &["md", "htm", "html", "tex", "rst", "adoc", "org", "csv", "pdf", "h", "c"];

/// Returns the role of a file, by its content; where the content does not decide the role, the name of the file does.
pub(super) fn file_role(request: &Request) -> Reply {
    let (number, name) = (request.file_number("file")?, request.text("name")?);
    Ok((json!({ "role": role_of(number, &name.to_lowercase())? }), Vec::new()))
}

fn role_of(number: u32, name: &str) -> Result<&'static str, Failure> {
    let source = PageFile::open(number).ok_or_else(|| Failure::new(format!("expected file {number}, found none")))?;
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let has = |wanted: &str| extension == Some(wanted);
    let mut head = vec![0; DICTIONARY.len().min(usize::try_from(source.size()).unwrap_or(DICTIONARY.len()))];
    source.read_exact_at(0, &mut head).map_err(bpx_schema::Error::from)?;
    if head == DICTIONARY || has("dict") {
        return Ok("dictionary");
    }
    let found = bpx_formats::identify(&source, extension).ok();
    match found {
        Some(found) if found.form == Some("name-map") => return Ok("names"),
        _ if name == "nm" || has("nm") => return Ok("names"),
        Some(found) if found.evidence == Evidence::Signature => return Ok("data"),
        _ => {}
    }
    // What is too large to be read as a whole describes nothing.
    let Ok(bytes) = file::all_bytes(number) else { return Ok("data") };
    if bytes.trim_ascii_start().starts_with(b"{")
        && serde_json::from_slice::<Value>(&bytes).is_ok_and(|json| json.is_object())
    {
        return Ok("schema");
    }
    let known = found.is_some_and(|found| extension.is_some_and(|one| is_extension_of(found.format, one)));
    let named = extension.is_some_and(|one| DOCUMENTS.contains(&one));
    let is_document = !known && (named || document::document_model(name, &bytes).is_ok());
    Ok(if is_document { "document" } else { "data" })
}

fn is_extension_of(format: &str, extension: &str) -> bool {
    bpx_formats::find_format(format).is_some_and(|format| format.extensions().contains(&extension))
}
