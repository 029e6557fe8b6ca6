//! Limits the memory of decoders.

use super::StreamError;
use crate::account::{HeldMemory, MemoryAccount};
use crate::budget::Budget;
use crate::limits::Limits;

/// Limits of one decoder.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StreamLimits {
    /// The memory in bytes that the decoder may take, without the content. The default is 256 MiB.
    ///
    /// A decoder of xz takes most of its memory for the dictionary: up to 64 MiB for the usual levels, and up to 4 GiB
    /// if the stream requires that. A decoder of zlib takes less than 64 KiB, which is not checked.
    pub memory: u64,
    /// The account for the memory of the decoder, if the memory is counted.
    account: Option<MemoryAccount>,
}

impl StreamLimits {
    /// Sets the [`memory`](Self::memory), in bytes.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> Self {
        self.memory = memory;
        self
    }

    /// Returns a holder that takes memory from the account of the run, and holds no memory yet.
    #[must_use]
    pub fn hold_nothing(&self) -> DecoderMemory {
        DecoderMemory { held: self.account.as_ref().map(MemoryAccount::hold_nothing), bytes: 0, limit: self.memory }
    }

    /// Takes `bytes` bytes of memory for a decoder of the named transform. Dropping the result gives the memory back.
    ///
    /// # Errors
    /// `MemoryLimit`.
    pub fn hold_memory(&self, transform: &'static str, bytes: u64) -> Result<DecoderMemory, StreamError> {
        let mut memory = self.hold_nothing();
        memory.grow(transform, bytes).map(|()| memory)
    }
}

/// The memory that a decoder has taken. Dropping the value gives the memory back.
#[derive(Debug)]
pub struct DecoderMemory {
    /// The memory that the account counts; `None` without an account.
    held: Option<HeldMemory>,
    bytes: u64,
    limit: u64,
}

impl DecoderMemory {
    /// Takes `bytes` more bytes.
    ///
    /// # Errors
    /// `MemoryLimit`.
    pub fn grow(&mut self, transform: &'static str, bytes: u64) -> Result<(), StreamError> {
        let sum = self.bytes.checked_add(bytes).filter(|sum| *sum <= self.limit);
        let limit = self.limit;
        let Some(sum) = sum.filter(|_| self.held.as_mut().is_none_or(|held| held.grow(bytes))) else {
            return Err(StreamError::MemoryLimit { transform, limit });
        };
        self.bytes = sum;
        Ok(())
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
