//! The content of one section as JSON: by its type where the bytes are of it, else as hexadecimal.

use crate::ModelError;
use crate::bpx::sd::{self, Document};
use crate::bpx::{Content, MainHeader, table};
use crate::model::{BRIEF, summary, whole};
use bpx_schema::assemble::assemble;
use bpx_schema::codec::Decoder;
use bpx_schema::schema::Model;
use bpx_schema::value::{bytes_from_hex, hex, text_from_json, text_json};
use bpx_schema::{Budget, Codec, Limits};
use serde_json::{Value, json};

/// The content as JSON; one that would not read back to the same bytes is hexadecimal.
pub(super) fn to_json(file: &MainHeader, kind: u8, content: &[u8], brief: bool) -> Value {
    if brief && content.len() > BRIEF {
        return summary(content);
    }
    let typed = typed_json(file, kind, content)
        .filter(|json| from_typed(file, kind, json).is_some_and(|bytes| bytes == content));
    typed.unwrap_or_else(|| json!({ "data": hex(content) }))
}

fn typed_json(file: &MainHeader, kind: u8, content: &[u8]) -> Option<Value> {
    let content_args = args(file, kind);
    let budget = Budget::over(Limits::default(), content);
    let mut decoder = Decoder::new(content, &budget);
    match Content::decode(&mut decoder, &content_args).ok()? {
        Content::Data(_) => None,
        Content::Strings(strings) => {
            let list: Vec<_> = strings.strings.iter().map(|text| text_json(text.as_bytes())).collect();
            Some(json!({ "strings": list }))
        }
        Content::StructuredData(_) => {
            let (document, used) = Document::from_slice(content).ok()?;
            let mut object = json!({ "structured_data": sd::json::to_json(&document) });
            let rest = content.get(used..).filter(|rest| !rest.is_empty());
            if let (Some(rest), Some(map)) = (rest, object.as_object_mut()) {
                map.insert("rest".to_owned(), hex(rest).into());
            }
            Some(object)
        }
        Content::ExtendedData(objects) => {
            let objects = objects.into_iter().map(|object| Some(sd::json::to_json(&Document::from_tree(object).ok()?)));
            Some(json!({ "extended_data": objects.collect::<Option<Vec<_>>>()? }))
        }
        Content::Table(table) => Some(json!({ "table": table::json::to_json(&table) })),
        own => own.to_json(&content_args).ok(),
    }
}

fn from_typed(file: &MainHeader, kind: u8, json: &Value) -> Option<Vec<u8>> {
    from_json(file, kind, json, "content").ok()
}

/// What the meaning of a content depends on.
fn args(file: &MainHeader, kind: u8) -> [i128; 3] {
    [file.kind.into(), kind.into(), file.version.into()]
}

/// The bytes of a content.
pub(super) fn from_json(file: &MainHeader, kind: u8, json: &Value, path: &str) -> Result<Vec<u8>, ModelError> {
    whole(json, path)?;
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
        let mut content = object(data, &format!("{path}.structured_data"))?;
        if let Some(rest) = json.get("rest") {
            content.extend(bytes(rest, &format!("{path}.rest"))?);
        }
        return Ok(content);
    }
    if let Some(data) = json.get("extended_data") {
        let path = format!("{path}.extended_data");
        let list = data.as_array().ok_or_else(|| ModelError::unexpected(&path, "a list of objects"))?;
        let objects = list.iter().enumerate().map(|(index, data)| object(data, &format!("{path}[{index}]")));
        return Ok(objects.collect::<Result<Vec<_>, _>>()?.concat());
    }
    if let Some(data) = json.get("table") {
        let table = table::json::from_json(data)
            .map_err(|error| ModelError::unexpected(format!("{path}.table"), format!("a table: {error}")))?;
        return Ok(table.to_vec()?);
    }
    let schema = Content::schema();
    let bytes = assemble(&Model::of(schema), &schema.name, json, &args(file, kind));
    bytes.map_err(|error| {
        let own = "or what the types of file and section say";
        ModelError::unexpected(
            path,
            format!("`data`, `strings`, `structured_data`, `extended_data`, `table`, {own}: {error}"),
        )
    })
}

/// Bytes of an object of structured data.
fn object(json: &Value, path: &str) -> Result<Vec<u8>, ModelError> {
    let document =
        sd::json::from_json(json).map_err(|error| ModelError::unexpected(path, format!("structured data: {error}")))?;
    Ok(document.to_vec()?)
}

/// Bytes of a text in hexadecimal.
pub(in crate::bpx) fn bytes(json: &Value, path: &str) -> Result<Vec<u8>, ModelError> {
    let bytes = json.as_str().and_then(bytes_from_hex);
    bytes.ok_or_else(|| ModelError::unexpected(path, "bytes in hexadecimal: an even number of digits"))
}
