//! Writes the summaries that a brief model shows instead of long contents, and rejects models with such summaries.

use crate::FileError;
use bpx_schema::json::{JsonLeaf, JsonRef, JsonSink};
use bpx_schema::value::hex;
use sha2::{Digest, Sha256};

/// Largest content that a brief model shows, in bytes.
pub(crate) const BRIEF: usize = 4096;

/// Returns the SHA-256 of a content, in hexadecimal.
pub(crate) fn sha256_hex(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}

/// Writes the summary that a brief model shows of a content.
pub(crate) fn write_summary(content: &[u8], sink: &mut dyn JsonSink) {
    sink.open_object();
    sink.member("size", JsonLeaf::UInt(content.len() as u64));
    sink.member("sha256", JsonLeaf::Text(&sha256_hex(content)));
    sink.close();
}

/// Rejects a brief model, which omits at least one content.
pub(crate) fn refuse_brief(model: JsonRef<'_>) -> Result<(), FileError> {
    let is_summary = |value: JsonRef<'_>| {
        value.is_object() && value.len() == 2 && value.get("sha256").is_some() && value.get("size").is_some()
    };
    match model.find_path(is_summary) {
        Some(path) => Err(FileError::Brief { path: path.to_string() }),
        None => Ok(()),
    }
}
