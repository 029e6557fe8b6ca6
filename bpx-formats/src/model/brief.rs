//! What a brief model shows in place of long contents.

use super::ModelError;
use bpx_schema::value::hex;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Contents that a brief model leaves out, in bytes.
pub(crate) const BRIEF: usize = 4096;

/// SHA-256 of a content, in hexadecimal.
pub(crate) fn sha256(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}

/// What a brief model shows of a content.
pub(crate) fn summary(content: &[u8]) -> Value {
    json!({ "size": content.len(), "sha256": sha256(content) })
}

/// Refuses a content that was left out.
pub(crate) fn whole(json: &Value, path: &str) -> Result<(), ModelError> {
    let left_out = json.get("sha256").is_some();
    if left_out { Err(ModelError::Brief { path: path.to_owned() }) } else { Ok(()) }
}
