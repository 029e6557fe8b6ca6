//! What a brief model shows in place of long contents.

use super::ModelError;
use bpx_schema::json::{JsonLeaf, JsonRef, JsonSink};
use bpx_schema::value::hex;
use sha2::{Digest, Sha256};

/// Contents that a brief model leaves out, in bytes.
pub(crate) const BRIEF: usize = 4096;

/// SHA-256 of a content, in hexadecimal.
pub(crate) fn sha256(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}

/// Writes what a brief model shows of a content.
pub(crate) fn write_summary(content: &[u8], sink: &mut dyn JsonSink) {
    sink.open_object();
    sink.member("size", JsonLeaf::UInt(content.len() as u64));
    sink.member("sha256", JsonLeaf::Text(&sha256(content)));
    sink.close();
}

/// Refuses a model in which a content was left out.
pub(crate) fn refuse_brief(model: JsonRef<'_>) -> Result<(), ModelError> {
    let is_summary = |value: JsonRef<'_>| {
        value.is_object() && value.len() == 2 && value.get("sha256").is_some() && value.get("size").is_some()
    };
    match model.find_path(is_summary) {
        Some(path) => Err(ModelError::Brief { path: path.to_string() }),
        None => Ok(()),
    }
}

/// Hands on what it gets, and of long bytes a summary.
pub(crate) struct BriefSink<'s> {
    pub(crate) inner: &'s mut dyn JsonSink,
    pub(crate) brief: bool,
}

impl JsonSink for BriefSink<'_> {
    fn open_object(&mut self) {
        self.inner.open_object();
    }

    fn open_array(&mut self) {
        self.inner.open_array();
    }

    fn close(&mut self) {
        self.inner.close();
    }

    fn key(&mut self, key: &str) {
        self.inner.key(key);
    }

    fn leaf(&mut self, leaf: JsonLeaf<'_>) {
        match leaf {
            JsonLeaf::Hex(bytes) if self.brief && bytes.len() > BRIEF => write_summary(bytes, self.inner),
            leaf => self.inner.leaf(leaf),
        }
    }
}
