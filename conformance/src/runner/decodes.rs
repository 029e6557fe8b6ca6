//! Compares a written file with the requested model.
//!
//! The codecs of this project read the file. The cases of `decode` check these codecs against texts, so that the codecs
//! can judge files of other programs.

use crate::suite::Case;
use bpx_formats::{ModelOptions, ReadOptions, find_format};
use serde_json::Value as Json;
use std::sync::Arc;

/// Returns the fault of a written file, as a symptom and in words; `None` if the file holds the model.
pub(super) fn written_fault(case: &Case, bytes: Vec<u8>) -> Option<(String, String)> {
    let Some(format) = find_format(&case.format) else {
        return Some((
            "unknown-format".to_owned(),
            format!("expected a format that has a reader, found {}", case.format),
        ));
    };
    let mut options = ReadOptions::default();
    if let Some(names) = &case.names {
        options = options.with_names(names.clone());
    }
    if let Some(dict) = &case.dict {
        options = options.with_dictionary(dict.clone());
    }
    let found = match format.to_json(&(Arc::new(bytes) as _), &options, ModelOptions::default()) {
        Ok(found) => found.to_value(),
        Err(error) => return Some(("unreadable-bytes".to_owned(), error.to_string())),
    };
    let wanted = case.model();
    let ValueDifference { path, wanted, found } = first_difference(&found, &wanted, &case.expect.free, "")?;
    let found = found.map_or_else(|| "nothing".to_owned(), ToString::to_string);
    Some((format!("written {path}"), format!("expected {wanted}, found {found}")))
}

/// The found value and the wanted value at a path where they differ.
struct ValueDifference<'a> {
    path: String,
    wanted: &'a Json,
    found: Option<&'a Json>,
}

/// Returns the first difference. Does not compare members that the model of the question lacks, or that a writer
/// computes.
fn first_difference<'a>(found: &'a Json, wanted: &'a Json, free: &[String], path: &str) -> Option<ValueDifference<'a>> {
    match (found, wanted) {
        (Json::Object(found), Json::Object(wanted)) => {
            wanted.iter().filter(|(name, _)| !free.contains(name)).find_map(|(name, wanted)| {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                match found.get(name) {
                    Some(found) => first_difference(found, wanted, free, &path),
                    None => Some(ValueDifference { path, wanted, found: None }),
                }
            })
        }
        (Json::Array(found), Json::Array(wanted)) if found.len() == wanted.len() => {
            let mut pairs = found.iter().zip(wanted).enumerate();
            pairs
                .find_map(|(index, (found, wanted))| first_difference(found, wanted, free, &format!("{path}[{index}]")))
        }
        _ => (!is_same(found, wanted)).then(|| ValueDifference { path: path.to_owned(), wanted, found: Some(found) }),
    }
}

/// Returns whether two values have the same bits, so that 0.0 differs from -0.0. Whole numbers may be texts.
fn is_same(found: &Json, wanted: &Json) -> bool {
    let whole = |value: &Json| match value {
        Json::Number(number) => number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from)),
        Json::String(text) => text.parse().ok(),
        _ => None,
    };
    match (found, wanted) {
        (Json::Number(_), _) | (_, Json::Number(_)) => match (whole(found), whole(wanted)) {
            (Some(found), Some(wanted)) => found == wanted,
            (None, None) => found.as_f64().map(f64::to_bits) == wanted.as_f64().map(f64::to_bits),
            _ => false,
        },
        _ => found == wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::first_difference;
    use serde_json::{Value as Json, json};

    /// Returns where an answer differs from `{"a": {"b": [1, -0.0]}, "sum": 7}`.
    fn at(found: &Json) -> Option<String> {
        let wanted = json!({ "a": { "b": [1, -0.0] }, "sum": 7 });
        first_difference(found, &wanted, &["sum".to_owned()], "").map(|difference| difference.path)
    }

    #[test]
    fn differences_have_paths() {
        assert_eq!(at(&json!({ "a": { "b": ["1", -0.0], "more": 0 }, "sum": 8 })), None);
        assert_eq!(at(&json!({ "a": { "b": [2, -0.0] } })), Some("a.b[0]".to_owned()));
        assert_eq!(at(&json!({ "a": { "b": [1, 0.0] } })), Some("a.b[1]".to_owned()));
        assert_eq!(at(&json!({ "a": { "b": [1] } })), Some("a.b".to_owned()));
        assert_eq!(at(&json!({ "a": {} })), Some("a.b".to_owned()));
    }
}
