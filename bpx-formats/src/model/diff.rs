//! What two models differ in.

use serde_json::Value;
use std::collections::HashSet;

/// A value that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The way to it; in a list, the index in the older model, or in the newer one when only that has it.
    pub path: String,
    /// The older value, when there is one.
    pub old: Option<Value>,
    /// The newer value, when there is one.
    pub new: Option<Value>,
}

/// Members that follow from other values: where parts lie, how large they are, and what their bytes come to.
const DERIVED: [&str; 8] =
    ["pointer", "stored_size", "content_size", "checksum", "file_size", "section_count", "sha256", "offset"];

/// What two models differ in; with `derived`, also in what follows from other values.
///
/// Elements that a list has at its beginning and at its end in both models are the same elements, wherever they are.
#[must_use]
pub fn diff(old: &Value, new: &Value, derived: bool) -> Vec<Difference> {
    let mut found = Vec::new();
    // Models are as deep as limits allow, which comparing values is up to.
    let mut open = vec![(String::new(), Some(old), Some(new))];
    while let Some((path, old, new)) = open.pop() {
        if old == new {
            continue;
        }
        let mut parts = Vec::new();
        match (old, new) {
            (Some(Value::Object(a)), Some(Value::Object(b))) => {
                let only_new = b.keys().filter(|key| !a.contains_key(*key));
                for key in a.keys().chain(only_new).filter(|key| derived || !DERIVED.contains(&key.as_str())) {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    parts.push((path, a.get(key), b.get(key)));
                }
            }
            (Some(Value::Array(a)), Some(Value::Array(b))) => parts = aligned(&path, a, b),
            _ => found.push(Difference { path, old: old.cloned(), new: new.cloned() }),
        }
        open.extend(parts.into_iter().rev());
    }
    found
}

/// A part of both models, or of one.
type Part<'a> = (String, Option<&'a Value>, Option<&'a Value>);

/// Elements that belong together: equal ones from both ends; of the others, in order, as many as both lists have.
fn aligned<'a>(path: &str, a: &'a [Value], b: &'a [Value]) -> Vec<Part<'a>> {
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a_rest, b_rest) = (a.get(head..).unwrap_or_default(), b.get(head..).unwrap_or_default());
    let tail = a_rest.iter().rev().zip(b_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let a_rest = a_rest.get(..a_rest.len().saturating_sub(tail)).unwrap_or_default();
    let b_rest = b_rest.get(..b_rest.len().saturating_sub(tail)).unwrap_or_default();
    // What was only moved inside of the middle is no difference by itself: what stands in both is paired first.
    let known: HashSet<String> = b_rest.iter().map(ToString::to_string).collect();
    let moved = a_rest.len() != b_rest.len() && a_rest.iter().all(|one| known.contains(&one.to_string()));
    if moved {
        let old: HashSet<String> = a_rest.iter().map(ToString::to_string).collect();
        let added = b_rest.iter().enumerate().filter(|(_, one)| !old.contains(&one.to_string()));
        return added.map(|(at, one)| (indexed(path, head.saturating_add(at)), None, Some(one))).collect();
    }
    let len = a_rest.len().max(b_rest.len());
    (0..len).map(|at| (indexed(path, head.saturating_add(at)), a_rest.get(at), b_rest.get(at))).collect()
}

fn indexed(path: &str, index: usize) -> String {
    format!("{path}[{index}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(old: &Value, new: &Value, derived: bool) -> Vec<(String, String, String)> {
        let text = |value: Option<Value>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        diff(old, new, derived).into_iter().map(|one| (one.path, text(one.old), text(one.new))).collect()
    }

    fn one(path: &str, old: &str, new: &str) -> (String, String, String) {
        (path.to_owned(), old.to_owned(), new.to_owned())
    }

    #[test]
    fn members_in_the_order_of_the_older_model() {
        let old = json!({ "a": 1, "b": { "c": [1, 2] }, "d": true });
        let new = json!({ "a": 2, "b": { "c": [1, 3] }, "e": null });
        let expected = [one("a", "1", "2"), one("b.c[1]", "2", "3"), one("d", "true", "-"), one("e", "-", "null")];
        assert_eq!(told(&old, &new, false), expected);
        assert_eq!(told(&old, &old, true), []);
    }

    #[test]
    fn an_element_more_is_one_difference() {
        let (old, new) = (json!(["x", "y", "z"]), json!(["x", "new", "y", "z"]));
        assert_eq!(told(&old, &new, false), [one("[1]", "-", "\"new\"")]);
        assert_eq!(told(&new, &old, false), [one("[1]", "\"new\"", "-")]);
        let two = json!(["x", "n", "y", "m", "z"]);
        assert_eq!(told(&old, &two, false), [one("[1]", "-", "\"n\""), one("[3]", "-", "\"m\"")]);
    }

    #[test]
    fn what_follows_from_other_values_is_told_when_asked_for() {
        let old = json!({ "header": { "checksum": 1, "kind": 2 }, "sha256": "a" });
        let new = json!({ "header": { "checksum": 9, "kind": 2 }, "sha256": "b" });
        assert_eq!(told(&old, &new, false), []);
        assert_eq!(told(&old, &new, true).len(), 2);
    }
}
