//! What a decoder may take.

/// Limits of one decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StreamLimits {
    /// Memory the decoder itself may take, in bytes; the content is not counted. Default 256 MiB.
    ///
    /// It is the dictionary of xz that counts: up to 64 MiB for the usual levels, up to 4 GiB on
    /// demand of the stream. zlib needs less than 64 KiB and is not checked.
    pub memory: u64,
}

impl StreamLimits {
    /// The same limits with another [`memory`](Self::memory), in bytes.
    #[must_use]
    pub const fn with_memory(self, memory: u64) -> Self {
        Self { memory }
    }
}

impl Default for StreamLimits {
    fn default() -> Self {
        Self { memory: 256 << 20 }
    }
}

impl From<crate::limits::Limits> for StreamLimits {
    fn from(limits: crate::limits::Limits) -> Self {
        Self { memory: limits.max_decoder }
    }
}
