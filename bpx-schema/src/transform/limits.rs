//! What a decoder may take.

use crate::budget::{Budget, MemoryAccount};
use crate::limits::Limits;

/// Limits of one decoder.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StreamLimits {
    /// Memory the decoder itself may take, in bytes; the content is not counted. Default 256 MiB.
    ///
    /// It is the dictionary of xz that counts: up to 64 MiB for the usual levels, up to 4 GiB on
    /// demand of the stream. zlib needs less than 64 KiB and is not checked.
    pub memory: u64,
    /// The account that the memory of the decoder is taken from, when there is one.
    pub(super) account: Option<MemoryAccount>,
}

impl StreamLimits {
    /// The same limits with another [`memory`](Self::memory), in bytes.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> Self {
        self.memory = memory;
        self
    }
}

impl Default for StreamLimits {
    fn default() -> Self {
        Self { memory: 256 << 20, account: None }
    }
}

impl From<Limits> for StreamLimits {
    fn from(limits: Limits) -> Self {
        Self { memory: limits.max_decoder, account: None }
    }
}

impl From<&Budget> for StreamLimits {
    fn from(budget: &Budget) -> Self {
        Self { memory: budget.limits().max_decoder, account: Some(budget.memory_account()) }
    }
}
