//! How much a reader is willing to do for a file.

/// Bounds that hold whatever a file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Memory for one value or one decompressed content, in bytes; 1 GiB by default.
    pub max_alloc: u64,
    /// Memory that a decompressor may ask for, in bytes; 256 MiB by default.
    pub max_decoder: u64,
    /// How many bytes of content one stored byte may yield in memory; 100,000 by default.
    pub max_ratio: u64,
    /// How deeply values may nest; 512 by default.
    pub max_depth: u32,
    /// Number of sections; 1,000,000 by default.
    pub max_sections: u32,
    /// How often the bytes of a file may be read for regions that share them, on average; 16 by default.
    pub max_sharing: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_alloc: 1 << 30,
            max_decoder: 256 << 20,
            max_ratio: 100_000,
            max_depth: 512,
            max_sections: 1_000_000,
            max_sharing: 16,
        }
    }
}

impl Limits {
    /// Stored bytes that regions of a source of this size may have together; small sources may share freely.
    #[must_use]
    pub fn max_stored(&self, size: u64) -> u64 {
        /// 1 MiB.
        const FREE: u64 = 1 << 20;
        size.saturating_mul(self.max_sharing).saturating_add(FREE)
    }

    /// With another bound on memory for one value, in bytes.
    #[must_use]
    pub fn with_max_alloc(mut self, bytes: u64) -> Self {
        self.max_alloc = bytes;
        self
    }

    /// With another bound on nesting.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.max_depth = depth;
        self
    }
}
