//! A sink that shortens brief models.

use super::brief::{BRIEF, write_summary};
use bpx_schema::budget::MemoryAccount;
use bpx_schema::json::{JsonLeaf, JsonSink};

/// Passes all values on to another sink; for a brief model, writes a summary instead of long bytes.
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

    fn memory(&self) -> Option<MemoryAccount> {
        self.inner.memory()
    }
}
