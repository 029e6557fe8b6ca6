use crate::transform::StreamError;

/// The maximum content size of one block in bytes, 1 GiB.
const MAX_BLOCK_SIZE: u64 = 1 << 30;
const MAX_LEVEL: u32 = 9;

/// One or more concatenated .xz streams of one or more blocks, with any integrity check. The encoder writes one stream.
///
/// The stored bytes depend on these settings (except `threads`), on the feature `parallel` and on the version of
/// liblzma. They depend neither on the machine nor on the sizes of the pieces in which the input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Xz {
    /// The level of compression, from 0 (fastest) to 9. The default is 6.
    pub level: u32,
    /// The effort of the encoder's search. By default, the level determines the effort.
    pub effort: XzEffort,
    /// The number of content bytes in one block, from 4,096 bytes to 1 GiB, or 0 for one block of any size. The default
    /// is 1 MiB.
    ///
    /// A decoder can decode a single block ([`decode_xz_block`](crate::transform::decode_xz_block)). The encoder
    /// encodes blocks in parallel (feature `parallel`), and takes about three times the block size of memory for each
    /// thread. The dictionary is at most as large as the block. One block of any size is encoded by one thread.
    pub block_size: u64,
    /// The maximum number of encoding threads; 0 means as many as the system runs at once. Without the feature
    /// `parallel`, one thread encodes. The default is 0.
    pub threads: usize,
    /// The integrity check of every block. The default is CRC-32.
    pub check: XzCheck,
}

/// The effort with which an encoder searches for repetitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XzEffort {
    /// The effort that the [`level`](Xz::level) determines.
    #[default]
    Level,
    /// The effort that the level determines, with other limits on the search.
    Search {
        /// The number of bytes in a match that ends the search, from 5 to 273.
        nice: u32,
        /// The maximum number of candidates for a match.
        depth: u32,
    },
    /// The effort that the level determines, with the option `--extreme` of the program `xz`.
    Extreme,
}

/// Integrity check that a stream stores after every block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XzCheck {
    /// No integrity check, 0 bytes; for content that is checked in another way.
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

    /// Sets the [`level`](Self::level).
    #[must_use]
    pub const fn with_level(self, level: u32) -> Self {
        Self { level, ..self }
    }

    /// Sets the [`effort`](Self::effort).
    #[must_use]
    pub const fn with_effort(self, effort: XzEffort) -> Self {
        Self { effort, ..self }
    }

    /// Sets the [`block_size`](Self::block_size), in bytes.
    #[must_use]
    pub const fn with_block_size(self, block_size: u64) -> Self {
        Self { block_size, ..self }
    }

    /// Sets the maximum number of [`threads`](Self::threads).
    #[must_use]
    pub const fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets the integrity [`check`](Self::check).
    #[must_use]
    pub const fn with_check(self, check: XzCheck) -> Self {
        Self { check, ..self }
    }

    /// Checks that the level and the block size are in their ranges.
    pub(super) fn validate(&self) -> Result<(), StreamError> {
        let invalid = |reason| Err(StreamError::InvalidEncoding { reason });
        if self.level > MAX_LEVEL {
            return invalid("expected a level from 0 to 9");
        }
        if self.block_size != 0 && !(4096..=MAX_BLOCK_SIZE).contains(&self.block_size) {
            return invalid("expected a block size of 0, or from 4,096 bytes to 1 GiB");
        }
        Ok(())
    }
}

impl Default for Xz {
    fn default() -> Self {
        Self::new()
    }
}
