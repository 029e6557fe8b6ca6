//! Reads text into a document.

use super::{DocBuilder, JsonDoc, JsonLeaf, JsonSink};
use crate::budget::{Budget, ExceededLimit};
use json_event_parser::{JsonEvent, JsonParseError, ReaderJsonParser};
use std::fmt;
use std::io::Read;

/// The reason why a text cannot be read as a JSON value.
#[derive(Debug)]
#[non_exhaustive]
pub enum JsonReadError {
    /// Arrays and objects nest deeper than the caller allows.
    TooDeep {
        /// The maximum number of levels.
        max: usize,
    },
    /// The text is not JSON.
    Syntax {
        /// Line of the fault, from 1.
        line: u64,
        /// Column of the fault in characters, from 1.
        column: u64,
        /// A description of the fault.
        message: String,
    },
    /// A number exceeds the range of 8-byte floats.
    Number {
        /// The number, or the beginning of a long number.
        number: String,
    },
    /// An object has a key twice, which is ambiguous.
    RepeatedKey {
        /// The key that occurs twice.
        key: String,
    },
    /// The value takes more memory than the limits allow.
    Exceeded(ExceededLimit),
    /// The input could not be read.
    Io(std::io::Error),
}

impl fmt::Display for JsonReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep { max } => write!(out, "expected at most {max} levels of arrays and objects, found more"),
            Self::Syntax { line, column, message } => write!(out, "line {line}, column {column}: {message}"),
            Self::Number { number } => write!(out, "expected a number in the range of 8-byte floats, found {number}"),
            Self::RepeatedKey { key } => write!(out, "an object has the key `{key}` twice"),
            Self::Exceeded(exceeded) => exceeded.fmt(out),
            Self::Io(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for JsonReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Exceeded(exceeded) => Some(exceeded),
            Self::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl From<ExceededLimit> for JsonReadError {
    fn from(exceeded: ExceededLimit) -> Self {
        Self::Exceeded(exceeded)
    }
}

impl From<std::io::Error> for JsonReadError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads one JSON value, with at most `max_depth` levels of arrays and objects.
///
/// # Errors
/// Returns an error when arrays and objects nest deeper, when the text is not one JSON value, when an object has a key
/// twice, and when the budget has no memory for the value.
pub fn read_json(input: impl Read, max_depth: usize, budget: &Budget) -> Result<JsonDoc, JsonReadError> {
    let mut parser = ReaderJsonParser::new(input).with_max_buffer_size(usize::MAX / 2);
    let mut doc = DocBuilder::new(budget);
    loop {
        match parser.parse_next().map_err(read_error)? {
            JsonEvent::Eof => break,
            JsonEvent::Null => doc.leaf(JsonLeaf::Null),
            JsonEvent::Boolean(value) => doc.leaf(JsonLeaf::Bool(value)),
            JsonEvent::Number(text) => doc.leaf(parse_number(&text)?),
            JsonEvent::String(text) => doc.text(&text),
            JsonEvent::ObjectKey(key) => doc.key(&key),
            JsonEvent::StartArray => doc.open_array(),
            JsonEvent::StartObject => doc.open_object(),
            JsonEvent::EndArray => doc.close(),
            JsonEvent::EndObject => {
                if let Some(key) = doc.repeated_key() {
                    return Err(JsonReadError::RepeatedKey { key: key.to_owned() });
                }
                doc.close();
            }
        }
        if doc.depth() > max_depth {
            return Err(JsonReadError::TooDeep { max: max_depth });
        }
        if let Some(exceeded) = doc.exceeded_limit() {
            return Err(exceeded.into());
        }
    }
    Ok(doc.finish()?)
}

fn read_error(error: JsonParseError) -> JsonReadError {
    match error {
        JsonParseError::Io(error) => error.into(),
        JsonParseError::Syntax(error) => {
            let (at, message) = (error.location().start, error.message().to_owned());
            JsonReadError::Syntax { line: at.line + 1, column: at.column + 1, message }
        }
    }
}

/// Returns a number. The number is whole if the text has neither a fraction nor an exponent, and the number fits into
/// 64 bits.
fn parse_number(text: &str) -> Result<JsonLeaf<'static>, JsonReadError> {
    if let Ok(value) = text.parse() {
        // The negative zero is not a whole number.
        return Ok(if text == "-0" { JsonLeaf::Float(-0.0) } else { JsonLeaf::Int(value) });
    }
    if let Ok(value) = text.parse() {
        return Ok(JsonLeaf::UInt(value));
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(JsonLeaf::Float(value)),
        _ => Err(JsonReadError::Number { number: crate::report::quote_value(text).to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{JsonRef, JsonText};
    use crate::limits::Limits;

    fn read(text: &str, depth: usize) -> Result<JsonDoc, JsonReadError> {
        read_json(text.as_bytes(), depth, &Budget::default())
    }

    fn nested(levels: usize) -> String {
        format!("{}{}", "[".repeat(levels), "]".repeat(levels))
    }

    #[test]
    fn what_is_read_is_written_again() {
        let text =
            r#"{"a":[1,-2,18446744073709551615,0.5,-0.0,1e300,null,true,"\u00e9\n"],"":{"b":[],"c":{}},"d":"x"}"#;
        let doc = read(text, 3).unwrap();
        let expected: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(doc.root().to_string(), expected.to_string());
        let mut pretty = JsonText::pretty(Vec::new());
        doc.root().write(&mut pretty);
        assert_eq!(String::from_utf8(pretty.finish().unwrap()).unwrap(), format!("{expected:#}"));
        let root = doc.root();
        assert_eq!((root.len(), root.member("a").len(), root.get("x").is_none()), (3, 9, true));
        assert_eq!(root.member("a").elements().nth(2).and_then(JsonRef::as_int), Some(u64::MAX.into()));
        assert_eq!(root.member("").member("b").as_array().map(Iterator::count), Some(0));
        assert_eq!(root.member("").to_string(), r#"{"b":[],"c":{}}"#);
        assert_eq!(root.member("d").as_str(), Some("x"));
        assert!(root.member("missing").is_null());
        assert_eq!(root.value_count(), 1 + 1 + 9 + 3 + 1);
    }

    #[test]
    fn levels_up_to_the_bound() {
        for levels in [1, 100, 101, 10_000] {
            assert_eq!(read(&nested(levels), levels).unwrap().root().to_string(), nested(levels));
            let error = read(&nested(levels), levels - 1).unwrap_err();
            assert!(matches!(error, JsonReadError::TooDeep { max } if max == levels - 1), "{error}");
        }
        assert!(matches!(read(&"[".repeat(1 << 20), 1030), Err(JsonReadError::TooDeep { .. })));
    }

    #[test]
    fn mistakes_are_found() {
        for text in ["", "[", "[1,]", "[1] 2", "\"", "]]][[[", "\"\\", "{\"a\"}", "nul", "[1e999]", "01"] {
            assert!(read(text, 10).is_err(), "{text}");
        }
        let error = read("{\n  \"a\": x}", 10).unwrap_err();
        assert!(error.to_string().starts_with("line 2, column 8: "), "{error}");
        let error = read(r#"{"a": {"b": 1, "c": {"b": 2}, "b": 3}}"#, 10).unwrap_err();
        assert_eq!(error.to_string(), "an object has the key `b` twice");
    }

    #[test]
    fn memory_is_charged() {
        let text = format!("[{}0]", "0,".repeat(10_000));
        let budget = Budget::new(Limits::default().with_max_memory(120_000), 0);
        assert!(matches!(read_json(text.as_bytes(), 2, &budget), Err(JsonReadError::Exceeded(_))));
        let budget = Budget::new(Limits::default().with_max_memory(120_024), 0);
        assert!(read_json(text.as_bytes(), 2, &budget).is_ok());
    }
}
