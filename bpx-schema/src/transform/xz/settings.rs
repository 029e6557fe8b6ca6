use crate::transform::StreamError;

/// Largest content size of one block, in bytes: 1 GiB.
const MAX_BLOCK_SIZE: u64 = 1 << 30;
const MAX_LEVEL: u32 = 9;

/// One or more concatenated .xz streams of one or more blocks, with any integrity check; an encoder writes one stream.
///
/// The stored bytes depend on these settings (but `threads`), on the feature `parallel` and on the version of liblzma, not
/// on the machine or on how the input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Xz {
    /// Effort, 0 (fastest) to 9. Default 6.
    pub level: u32,
    /// The search of the encoder. The default is that of the level.
    pub effort: XzEffort,
    /// Content bytes of one block, 4,096 bytes to 1 GiB, or 0 for one block of any size. Default 1 MiB.
    ///
    /// Blocks can be decoded alone ([`decode_xz_block`](crate::transform::decode_xz_block)) and are encoded in parallel
    /// (feature `parallel`), at about three block sizes of memory a thread. The dictionary is at most as large as the
    /// block. One block of any size is encoded by one thread.
    pub block_size: u64,
    /// Maximum number of encoding threads, 0 for as many as the system runs at once; one without the feature
    /// `parallel`. Default 0.
    pub threads: usize,
    /// Integrity check of every block. Default CRC-32.
    pub check: XzCheck,
}

/// The effort of an encoder to find repetitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XzEffort {
    /// The effort of the [`level`](Xz::level).
    #[default]
    Level,
    /// The effort of the level, with other limits on the search.
    Search {
        /// A match of this many bytes ends the search: 5 to 273.
        nice: u32,
        /// Maximum number of candidates.
        depth: u32,
    },
    /// The effort of the level with `--extreme`.
    Extreme,
}

/// Integrity check that a stream stores after every block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XzCheck {
    /// No check: 0 bytes. No check, for content that is checked in another way.
    None,
    /// CRC-32: 4 bytes.
    #[default]
    Crc32,
    /// CRC-64: 8 bytes.
    Crc64,
}

impl Xz {
    /// Returns the default settings.
    #[must_use]
    pub const fn new() -> Self {
        Self { level: 6, effort: XzEffort::Level, block_size: 1 << 20, threads: 0, check: XzCheck::Crc32 }
    }

    /// Returns the same settings with another [`level`](Self::level).
    #[must_use]
    pub const fn with_level(self, level: u32) -> Self {
        Self { level, ..self }
    }

    /// Returns the same settings with another [`effort`](Self::effort).
    #[must_use]
    pub const fn with_effort(self, effort: XzEffort) -> Self {
        Self { effort, ..self }
    }

    /// Returns the same settings with another [`block_size`](Self::block_size), in bytes.
    #[must_use]
    pub const fn with_block_size(self, block_size: u64) -> Self {
        Self { block_size, ..self }
    }

    /// Returns the same settings with another number of [`threads`](Self::threads).
    #[must_use]
    pub const fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Returns the same settings with another [`check`](Self::check).
    #[must_use]
    pub const fn with_check(self, check: XzCheck) -> Self {
        Self { check, ..self }
    }

    /// Checks that every setting is in its range.
    pub(super) fn validate(&self) -> Result<(), StreamError> {
        let invalid = |reason| Err(StreamError::InvalidEncoding { reason });
        if self.level > MAX_LEVEL {
            return invalid("expected a level from 0 to 9");
        }
        if self.block_size != 0 && !(4096..=MAX_BLOCK_SIZE).contains(&self.block_size) {
            return invalid("block size must be 0 or 4,096 bytes to 1 GiB");
        }
        Ok(())
    }
}

impl Default for Xz {
    fn default() -> Self {
        Self::new()
    }
}
