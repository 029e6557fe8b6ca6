//! JSON text of any depth, within a bound.
//!
//! serde_json parses, prints and drops with the stack of the thread, and refuses more than 128 levels. Here
//! the levels are counted first, which takes no stack, and only text that keeps the bound is parsed; when
//! there are many levels, on a thread whose stack is as large as they need.

use serde::Deserialize;
use serde_json::Value as Json;

/// Why text is no JSON value.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JsonTextError {
    /// Arrays and objects nest deeper than the caller allows.
    #[error("arrays and objects nest deeper than {max}, at offset {offset}")]
    TooDeep {
        /// Levels that are allowed.
        max: usize,
        /// Where one more begins, in bytes.
        offset: usize,
    },
    /// The text is not JSON.
    #[error("{0}")]
    Syntax(#[from] serde_json::Error),
    /// The machine gave no thread for deep text.
    #[error("no thread to read deep JSON: {0}")]
    Thread(#[from] std::io::Error),
}

/// Reads one JSON value; arrays and objects may nest `max_depth` levels.
///
/// # Errors
/// When they nest deeper, or the text is not one JSON value.
pub fn parse_json(text: &str, max_depth: usize) -> Result<Json, JsonTextError> {
    /// Levels that every stack bears.
    const SHALLOW: usize = 100;
    /// Stack for one level in bytes: five times what parsing takes without optimisation. Dropping, comparing and
    /// printing take less than a third of that, so that the value is safe on any thread.
    const LEVEL: usize = 16 << 10;
    let depth = depth(text, max_depth)?;
    if depth <= SHALLOW {
        return Ok(parse(text)?);
    }
    let stack = depth.saturating_mul(LEVEL).saturating_add(1 << 20);
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, || parse(text))?;
        match worker.join() {
            Ok(parsed) => Ok(parsed?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

fn parse(text: &str) -> serde_json::Result<Json> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = Json::deserialize(&mut reader)?;
    reader.end().map(|()| value)
}

/// How deeply brackets outside of strings nest: at least as deep as any parser goes before it meets a mistake.
fn depth(text: &str, max: usize) -> Result<usize, JsonTextError> {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.bytes().enumerate();
    while let Some((offset, byte)) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth = depth.saturating_add(1);
                deepest = deepest.max(depth);
                if depth > max {
                    return Err(JsonTextError::TooDeep { max, offset });
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => skip_string(&mut bytes),
            _ => {}
        }
    }
    Ok(deepest)
}

/// Up to the quotation mark that ends a string.
fn skip_string(bytes: &mut impl Iterator<Item = (usize, u8)>) {
    while let Some((_, byte)) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(levels: usize) -> String {
        format!("{}{}", "[".repeat(levels), "]".repeat(levels))
    }

    #[test]
    fn levels_up_to_the_bound() {
        for levels in [1, 100, 101, 1030] {
            let value = parse_json(&nested(levels), 1030).unwrap();
            assert_eq!(value.to_string(), nested(levels));
        }
        let error = parse_json(&nested(1031), 1030).unwrap_err();
        assert!(matches!(error, JsonTextError::TooDeep { max: 1030, offset: 1030 }), "{error}");
        assert!(matches!(parse_json(&"[".repeat(1 << 20), 1030), Err(JsonTextError::TooDeep { .. })));
    }

    #[test]
    fn brackets_in_strings_do_not_count() {
        let text = r#"{"[[[": "]\"[[\\", "a": ["{"]}"#;
        assert_eq!(parse_json(text, 2).unwrap(), serde_json::json!({ "[[[": "]\"[[\\", "a": ["{"] }));
        assert!(matches!(parse_json(text, 1), Err(JsonTextError::TooDeep { .. })));
    }

    #[test]
    fn mistakes_are_found() {
        for text in ["", "[", "[1,]", "[1] 2", "\"", "]]][[[", "\"\\"] {
            assert!(matches!(parse_json(text, 10), Err(JsonTextError::Syntax(_))), "{text}");
        }
    }
}
