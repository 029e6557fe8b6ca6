//! Whole models of valid texts, from snapshots that were read and checked in.
//!
//! A snapshot of BPX shows the structure of the file. A model of BPX shows each section with its entry, and contents in
//! forms of their own. Cases do not compare members that the snapshot lacks.

use super::rows;
use super::shape::ModelCodes;
use crate::SuiteError;
use serde_json::{Map, Value as Json, json};
use std::path::Path;

/// Reads the model of a text from its snapshot; `None` if the text has no snapshot.
pub(super) fn read(folder: &Path, source: &str) -> Result<Option<Json>, SuiteError> {
    // The name of a text begins with its format and a slash.
    let (format, short) = source.split_once('/').unwrap_or_default();
    let path = folder.join(format).join("snapshots").join(format!("{short}.model.snap"));
    if !path.is_file() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(&path).map_err(SuiteError::io_error_at(Path::new(source)))?;
    let wrong = |message: String| SuiteError::Text { path: source.to_owned().into(), message };
    // The head of a snapshot ends with a line of three hyphens.
    let json = text.splitn(3, "---\n").nth(2).ok_or_else(|| {
        wrong("expected a head that ends with `---` in the snapshot of the golden, found none".to_owned())
    })?;
    serde_json::from_str(json)
        .map(Some)
        .map_err(|error| wrong(format!("the snapshot of the golden is not JSON: {error}")))
}

/// Members that programs need not return: constants, reserved bytes, and bytes around the values.
const FRAME: &[&str] = &[
    "magic",
    "signature",
    "identifier",
    "reserved",
    "reserved0",
    "variant_reserved",
    "pad",
    "variant_pad",
    "gaps",
    "rest",
];

/// Members that cases compare only if they are not empty, because a file may lack them.
const OPTIONAL: &[&str] = &["meshes", "objects", "parent_id", "names"];

/// Returns the part of a model that every reader of the text returns.
pub(super) fn compared_model(model: &Json) -> Json {
    let is_empty = |value: &Json| match value {
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        _ => false,
    };
    let is_shown = |name: &str, value: &Json| !(FRAME.contains(&name) || OPTIONAL.contains(&name) && is_empty(value));
    match model {
        Json::Object(members) => {
            let shown = members.iter().filter(|(name, value)| is_shown(name, value));
            Json::Object(shown.map(|(name, value)| (name.clone(), compared_model(value))).collect())
        }
        Json::Array(list) => list.iter().map(compared_model).collect(),
        _ => model.clone(),
    }
}

/// Returns the model that a snapshot shows.
pub(super) fn shown_model(format: &str, snapshot: &Json, shape: &ModelCodes<'_>) -> Json {
    if format != "bpx" {
        return snapshot.clone();
    }
    // The snapshot of a file of BPX has both lists.
    let list = |name: &str| snapshot.get(name).and_then(Json::as_array).cloned().unwrap_or_default();
    let sections = list("table").into_iter().zip(list("sections"));
    // Contents of version 0 have no forms of their own.
    let is_first = snapshot.get("header").and_then(|header| header.get("version")).and_then(Json::as_u64) == Some(0);
    let content = |content: Json| if is_first { content } else { content_json(&content, shape) };
    let sections: Vec<Json> =
        sections.map(|(entry, inner)| json!({ "header": entry, "content": content(inner) })).collect();
    json!({ "format": "bpx", "header": snapshot.get("header"), "sections": sections })
}

fn content_json(content: &Json, shape: &ModelCodes<'_>) -> Json {
    let Some((kind, inner)) = content.as_object().and_then(|object| object.iter().next()) else {
        return content.clone();
    };
    match &**kind {
        "strings" => inner.clone(),
        "structured_data" => json!({ "structured_data": properties_json(inner, shape) }),
        "table" => json!({ "table": table_json(inner, shape) }),
        "extended_data" => {
            let objects = inner.as_array().into_iter().flatten().map(|node| properties_json(node, shape));
            json!({ "extended_data": objects.collect::<Vec<_>>() })
        }
        _ => content.clone(),
    }
}

fn properties_json(node: &Json, shape: &ModelCodes<'_>) -> Json {
    let children = node.get("children").and_then(Json::as_array);
    children.into_iter().flatten().map(|child| value_json(child, shape)).collect()
}

/// Returns the model of a value of structured data.
fn value_json(node: &Json, shape: &ModelCodes<'_>) -> Json {
    // Each value of a snapshot states its kind.
    let kind = node.get("kind").and_then(Json::as_str).unwrap_or_default();
    let scalar = node.get("value").and_then(Json::as_object).and_then(|object| object.iter().next());
    let value = match (kind, scalar) {
        ("Array" | "Object", _) => properties_json(node, shape),
        ("Boolean", Some((_, Json::Number(number)))) => Json::Bool(number.as_u64() != Some(0)),
        (_, Some((_, value))) => value.clone(),
        _ => Json::Null,
    };
    let mut members = Map::new();
    let hash = node.get("name").and_then(|name| name.as_str().map_or_else(|| name.as_u64(), |name| name.parse().ok()));
    if let Some(hash) = hash {
        members.insert("hash".to_owned(), format!("{hash:#018x}").into());
    }
    members.insert("type".to_owned(), shape.model_name(kind).into());
    members.insert("value".to_owned(), value);
    Json::Object(members)
}

/// Returns the columns and the rows of a table.
fn table_json(table: &Json, shape: &ModelCodes<'_>) -> Json {
    let columns = table.get("columns").and_then(Json::as_array).into_iter().flatten();
    let column = |one: &Json| {
        // Each column of a snapshot states its kind.
        let kind = one.get("kind").and_then(Json::as_str).unwrap_or_default();
        json!({ "name": one.get("name"), "type": shape.model_name(kind), "len": one.get("len") })
    };
    let name = table.get("header").and_then(|header| header.get("name"));
    let columns: Vec<Json> = columns.map(column).collect();
    match table.get("columns").zip(table.get("rows")).and_then(|(columns, digits)| rows::read_rows(columns, digits)) {
        Some(rows) => json!({ "name": name, "columns": columns, "rows": rows }),
        None => json!({ "name": name, "columns": columns }),
    }
}
