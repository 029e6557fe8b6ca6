//! How content is encoded.

use super::{StreamError, Transform};

/// Largest content size of one xz block, in bytes: 1 GiB.
const MAX_BLOCK_SIZE: u64 = 1 << 30;
const MAX_LEVEL: u32 = 9;

/// How to encode content. The stored bytes depend on these settings (but `threads`) and the
/// versions of the codecs, not on the machine or on how the input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Encoding {
    /// Stream format.
    pub transform: Transform,
    /// Effort, 0 (fastest; zlib: stored plain) to 9. Default 6.
    pub level: u32,
    /// xz only: what the encoder searches for. By default as the level has it.
    pub xz_effort: XzEffort,
    /// xz only: content bytes of one block, 4,096 bytes to 1 GiB, or 0 for one block of any size.
    /// Default 1 MiB.
    ///
    /// Blocks can be decoded alone ([`decode_xz_block`](super::decode_xz_block)) and are encoded in
    /// parallel, at about three block sizes of memory a thread. The dictionary is cut to the block
    /// size. One block of any size is encoded by one thread.
    pub block_size: u64,
    /// xz only: the most threads to encode with, 0 for as many as the system runs at once.
    /// Default 0.
    pub threads: usize,
    /// xz only: integrity check of every block. Default CRC-32.
    pub xz_check: XzCheck,
}

/// What an xz encoder does to find what it can refer to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XzEffort {
    /// What the [`level`](Encoding::level) does.
    #[default]
    Level,
    /// Between the levels 3 and 4, whatever the level: the quick way to choose among matches, with hash chains that
    /// are followed further than any level does.
    ///
    /// Of settings that are at least five times as fast as level 0 of `xz --extreme` it makes the smallest streams,
    /// which are decoded faster than those of the levels 0 to 3, as they have fewer symbols.
    Balanced,
    /// Level 9 of `xz --extreme`, whatever the level: all that the encoder can do, in half an eternity.
    Max,
}

/// Integrity check that an xz stream stores after every block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XzCheck {
    /// No check: 0 bytes. For content that is checked otherwise.
    None,
    /// CRC-32: 4 bytes.
    #[default]
    Crc32,
    /// CRC-64: 8 bytes.
    Crc64,
}

impl Encoding {
    /// The default settings for `transform`.
    #[must_use]
    pub const fn new(transform: Transform) -> Self {
        Self {
            transform,
            level: 6,
            xz_effort: XzEffort::Level,
            block_size: 1 << 20,
            threads: 0,
            xz_check: XzCheck::Crc32,
        }
    }

    /// The same settings with another [`level`](Self::level).
    #[must_use]
    pub const fn with_level(self, level: u32) -> Self {
        Self { level, ..self }
    }

    /// The same settings with another [`xz_effort`](Self::xz_effort).
    #[must_use]
    pub const fn with_xz_effort(self, xz_effort: XzEffort) -> Self {
        Self { xz_effort, ..self }
    }

    /// The same settings with another [`block_size`](Self::block_size), in bytes.
    #[must_use]
    pub const fn with_block_size(self, block_size: u64) -> Self {
        Self { block_size, ..self }
    }

    /// The same settings with another number of [`threads`](Self::threads).
    #[must_use]
    pub const fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The same settings with another [`xz_check`](Self::xz_check).
    #[must_use]
    pub const fn with_xz_check(self, xz_check: XzCheck) -> Self {
        Self { xz_check, ..self }
    }

    /// Every setting within its range, those of other transforms too.
    pub(super) fn validate(&self) -> Result<(), StreamError> {
        let invalid = |reason| Err(StreamError::InvalidEncoding { reason });
        if self.level > MAX_LEVEL {
            return invalid("level must be 0 to 9");
        }
        if self.block_size != 0 && !(4096..=MAX_BLOCK_SIZE).contains(&self.block_size) {
            return invalid("block size must be 0 or 4,096 bytes to 1 GiB");
        }
        Ok(())
    }
}
