//! The content of one section as JSON: by its type where the bytes are of it, else as hexadecimal.

use super::ModelError;
use crate::bpx::MainHeader;
use crate::bpx::package::{self, ObjectTable};
use crate::bpx::sd::{self, Document};
use crate::bpx::section::StandardSection;
use crate::bpx::strings::Strings;
use crate::bpx::table::{self, Table};
use bpx_schema::Codec;
use bpx_schema::value::{Coded, bytes_from_hex, hex, text_from_json, text_json};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Contents that a brief model leaves out, in bytes.
pub(in crate::bpx) const BRIEF: usize = 4096;

/// SHA-256 of a content, in hexadecimal.
pub(in crate::bpx) fn sha256(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}

/// The content as JSON; one that would not read back to the same bytes is hexadecimal.
pub(super) fn to_json(file: &MainHeader, kind: u8, content: &[u8], brief: bool) -> Value {
    if brief && content.len() > BRIEF {
        return json!({ "size": content.len(), "sha256": sha256(content) });
    }
    let typed = typed_json(file, kind, content).filter(|json| from_typed(json).is_some_and(|bytes| bytes == content));
    typed.unwrap_or_else(|| json!({ "data": hex(content) }))
}

fn typed_json(file: &MainHeader, kind: u8, content: &[u8]) -> Option<Value> {
    if (file.kind, file.version, kind) == (package::KIND, 2, package::OBJECT_TABLE) {
        let table = ObjectTable::from_slice(content).ok()?;
        return Some(json!({ "object_table": table.to_json(&[]).ok()? }));
    }
    match StandardSection::from_raw(u64::from(kind))? {
        StandardSection::Strings => {
            let strings = Strings::from_slice(content).ok()?;
            let list: Vec<_> = strings.strings.iter().map(|text| text_json(text.as_bytes())).collect();
            Some(json!({ "strings": list }))
        }
        StandardSection::StructuredData => {
            let (document, used) = Document::from_slice(content).ok()?;
            let mut object = json!({ "structured_data": sd::json::to_json(&document) });
            let rest = content.get(used..).filter(|rest| !rest.is_empty());
            if let (Some(rest), Some(map)) = (rest, object.as_object_mut()) {
                map.insert("rest".to_owned(), hex(rest).into());
            }
            Some(object)
        }
        StandardSection::Table => {
            let table = Table::from_slice(content).ok()?;
            Some(json!({ "table": table::json::to_json(&table) }))
        }
    }
}

fn from_typed(json: &Value) -> Option<Vec<u8>> {
    from_json(json, "content").ok()
}

/// The bytes of a content.
pub(super) fn from_json(json: &Value, path: &str) -> Result<Vec<u8>, ModelError> {
    if json.get("sha256").is_some() {
        return Err(ModelError::Brief { path: path.to_owned() });
    }
    if let Some(data) = json.get("data") {
        return bytes(data, &format!("{path}.data"));
    }
    if let Some(strings) = json.get("strings") {
        let path = format!("{path}.strings");
        let list = strings.as_array().ok_or_else(|| ModelError::unexpected(&path, "a list of texts"))?;
        let mut content = Vec::new();
        for (index, text) in list.iter().enumerate() {
            let text = text_from_json(text).filter(|text| !text.contains(&0));
            let text = text.ok_or_else(|| ModelError::unexpected(format!("{path}[{index}]"), "a text without NUL"))?;
            content.extend(text);
            content.push(0);
        }
        return Ok(content);
    }
    if let Some(data) = json.get("structured_data") {
        let document = sd::json::from_json(data).map_err(|error| {
            ModelError::unexpected(format!("{path}.structured_data"), format!("structured data: {error}"))
        })?;
        let mut content = document.to_vec()?;
        if let Some(rest) = json.get("rest") {
            content.extend(bytes(rest, &format!("{path}.rest"))?);
        }
        return Ok(content);
    }
    if let Some(data) = json.get("table") {
        let table = table::json::from_json(data)
            .map_err(|error| ModelError::unexpected(format!("{path}.table"), format!("a table: {error}")))?;
        return Ok(table.to_vec()?);
    }
    if let Some(data) = json.get("object_table") {
        let table = ObjectTable::from_json(data, &[]).map_err(|error| {
            ModelError::unexpected(format!("{path}.object_table"), format!("a list of objects: {error}"))
        })?;
        return Ok(table.to_vec()?);
    }
    Err(ModelError::unexpected(path, "one of `data`, `strings`, `structured_data`, `table`, `object_table`"))
}

/// Bytes of a text in hexadecimal.
pub(in crate::bpx) fn bytes(json: &Value, path: &str) -> Result<Vec<u8>, ModelError> {
    let bytes = json.as_str().and_then(bytes_from_hex);
    bytes.ok_or_else(|| ModelError::unexpected(path, "bytes in hexadecimal: an even number of digits"))
}
