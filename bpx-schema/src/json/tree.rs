//! Converts between JSON documents and values of `serde_json`.

use super::{DocBuilder, JsonDoc, JsonLeaf, JsonSink};
use crate::budget::Budget;
use crate::limits::Limits;
use serde_json::{Map, Number, Value};

/// Builds a value of `serde_json`, which takes several times the memory of a [`JsonDoc`].
#[derive(Debug, Default)]
pub struct TreeBuilder {
    /// The open values, each with its key in the value around it.
    open: Vec<(Option<String>, Value)>,
    key: Option<String>,
    root: Value,
}

impl TreeBuilder {
    /// Returns the value; `null` if nothing was written.
    #[must_use]
    pub fn finish(self) -> Value {
        self.root
    }

    fn add(&mut self, key: Option<String>, value: Value) {
        match (self.open.last_mut(), key) {
            (Some((_, Value::Object(map))), Some(key)) => drop(map.insert(key, value)),
            (Some((_, Value::Array(list))), _) => list.push(value),
            _ => self.root = value,
        }
    }

    fn open_value(&mut self, value: Value) {
        let key = self.key.take();
        self.open.push((key, value));
    }
}

impl JsonSink for TreeBuilder {
    fn open_object(&mut self) {
        self.open_value(Value::Object(Map::new()));
    }

    fn open_array(&mut self) {
        self.open_value(Value::Array(Vec::new()));
    }

    fn close(&mut self) {
        if let Some((key, value)) = self.open.pop() {
            self.add(key, value);
        }
    }

    fn key(&mut self, key: &str) {
        self.key = Some(key.to_owned());
    }

    fn leaf(&mut self, leaf: JsonLeaf<'_>) {
        let value = match leaf {
            JsonLeaf::Null => Value::Null,
            JsonLeaf::Bool(value) => value.into(),
            JsonLeaf::Int(value) => value.into(),
            JsonLeaf::UInt(value) => value.into(),
            JsonLeaf::Float(value) => Number::from_f64(value).map_or(Value::Null, Value::Number),
            JsonLeaf::Text(text) => text.into(),
            JsonLeaf::Hex(bytes) => crate::value::hex(bytes).into(),
        };
        let key = self.key.take();
        self.add(key, value);
    }
}

/// Returns the JSON that `write` writes, as a tree.
///
/// # Errors
/// Returns the errors of `write`.
pub fn to_tree<E>(write: impl FnOnce(&mut TreeBuilder) -> Result<(), E>) -> Result<Value, E> {
    let mut tree = TreeBuilder::default();
    write(&mut tree)?;
    Ok(tree.finish())
}

impl JsonDoc {
    /// Returns the document as a value of `serde_json`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut tree = TreeBuilder::default();
        self.root().write(&mut tree);
        tree.finish()
    }
}

impl From<&Value> for JsonDoc {
    /// Converts a value of `serde_json`. Charges no budget, because the whole value is already in memory.
    fn from(value: &Value) -> Self {
        let budget = Budget::new(Limits::none(), 0);
        let mut doc = DocBuilder::new(&budget);
        write_tree(value, &mut doc);
        // Without limits, only a text of 4 GiB or 2^28 different keys fail; the document is then `null`.
        doc.finish().unwrap_or_default()
    }
}

/// A step of writing a tree, which waits on an explicit stack.
enum WriteStep<'v> {
    Value(Option<&'v str>, &'v Value),
    Close,
}

/// Passes a value of `serde_json` to a sink.
pub fn write_tree(value: &Value, sink: &mut dyn JsonSink) {
    let mut steps = vec![WriteStep::Value(None, value)];
    while let Some(step) = steps.pop() {
        let WriteStep::Value(key, value) = step else {
            sink.close();
            continue;
        };
        if let Some(key) = key {
            sink.key(key);
        }
        match value {
            Value::Null => sink.leaf(JsonLeaf::Null),
            Value::Bool(value) => sink.leaf(JsonLeaf::Bool(*value)),
            Value::Number(number) => sink.leaf(match (number.as_i64(), number.as_u64()) {
                (Some(value), _) => JsonLeaf::Int(value),
                (_, Some(value)) => JsonLeaf::UInt(value),
                // Without arbitrary precision, every number has a value as a float.
                _ => JsonLeaf::Float(number.as_f64().unwrap_or(f64::NAN)),
            }),
            Value::String(text) => sink.text(text),
            Value::Array(list) => {
                sink.open_array();
                steps.push(WriteStep::Close);
                steps.extend(list.iter().rev().map(|value| WriteStep::Value(None, value)));
            }
            Value::Object(map) => {
                sink.open_object();
                steps.push(WriteStep::Close);
                steps.extend(map.iter().rev().map(|(key, value)| WriteStep::Value(Some(key), value)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_come_back() {
        let value = json!({
            "list": [null, true, -1, u64::MAX, 0.5, "text", [], {}],
            "object": { "a": { "b": [[1], [2, [3]]] } },
        });
        assert_eq!(JsonDoc::from(&value).to_value(), value);
        for bare in [json!(null), json!(7), json!("x"), json!([]), json!({})] {
            assert_eq!(JsonDoc::from(&bare).to_value(), bare);
        }
    }

    #[test]
    fn bytes_are_digits() {
        let mut tree = TreeBuilder::default();
        tree.leaf(JsonLeaf::Hex(&[0, 0xAB]));
        assert_eq!(tree.finish(), json!("00ab"));
    }
}
