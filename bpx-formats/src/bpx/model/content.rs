//! The content of one section as JSON: by its type where the bytes are of it, else as hexadecimal.

use super::ModelError;
use crate::bpx::Strings;
use crate::bpx::sd::{self, Document};
use crate::bpx::section::StandardSection;
use bpx_schema::Codec;
use bpx_schema::value::Coded;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Contents that a brief model leaves out, in bytes.
const BRIEF: usize = 4096;

/// The content as JSON; one that would not read back to the same bytes is hexadecimal.
pub(super) fn to_json(kind: u8, content: &[u8], brief: bool) -> Value {
    if brief && content.len() > BRIEF {
        let digest = hex(&Sha256::digest(content));
        return json!({ "size": content.len(), "sha256": digest });
    }
    let typed = typed_json(kind, content).filter(|json| from_typed(json).is_some_and(|bytes| bytes == content));
    typed.unwrap_or_else(|| json!({ "data": hex(content) }))
}

fn typed_json(kind: u8, content: &[u8]) -> Option<Value> {
    match StandardSection::from_raw(u64::from(kind))? {
        StandardSection::Strings => {
            let strings = Strings::from_slice(content).ok()?;
            let list = strings.strings.iter().map(|text| text.as_str().map(Value::from)).collect::<Option<Vec<_>>>()?;
            Some(json!({ "strings": list }))
        }
        StandardSection::StructuredData => {
            let (document, used) = Document::read_prefix(content).ok()?;
            let mut object = json!({ "structured_data": sd::to_json(&document) });
            let rest = content.get(used..).filter(|rest| !rest.is_empty());
            if let (Some(rest), Some(map)) = (rest, object.as_object_mut()) {
                map.insert("rest".to_owned(), hex(rest).into());
            }
            Some(object)
        }
        StandardSection::Table => None,
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
            let text = text.as_str().filter(|text| !text.contains('\0'));
            let text = text.ok_or_else(|| ModelError::unexpected(format!("{path}[{index}]"), "a text without NUL"))?;
            content.extend_from_slice(text.as_bytes());
            content.push(0);
        }
        return Ok(content);
    }
    if let Some(data) = json.get("structured_data") {
        let document = sd::from_json(data).map_err(|error| {
            ModelError::unexpected(format!("{path}.structured_data"), format!("structured data: {error}"))
        })?;
        let mut content = document.to_vec()?;
        if let Some(rest) = json.get("rest") {
            content.extend(bytes(rest, &format!("{path}.rest"))?);
        }
        return Ok(content);
    }
    Err(ModelError::unexpected(path, "one of `data`, `strings`, `structured_data`"))
}

/// Bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

/// Bytes of a text in hexadecimal.
pub(super) fn bytes(json: &Value, path: &str) -> Result<Vec<u8>, ModelError> {
    let wrong = || ModelError::unexpected(path, "bytes in hexadecimal: an even number of digits");
    let text = json.as_str().ok_or_else(wrong)?;
    let digits = text.chars().map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok()));
    let digits = digits.collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
    let (pairs, []) = digits.as_chunks::<2>() else { return Err(wrong()) };
    Ok(pairs.iter().map(|[high, low]| high << 4 | low).collect())
}
