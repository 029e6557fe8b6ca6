//! Limits of decoders.

use super::StreamError;
use crate::account::{Held, MemoryAccount};
use crate::budget::Budget;
use crate::limits::Limits;

/// Limits of one decoder.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StreamLimits {
    /// Memory the decoder itself may take, in bytes; the content is not counted. Default 256 MiB.
    ///
    /// The dictionary of xz takes most of it: up to 64 MiB for the usual levels, up to 4 GiB if the stream requires it.
    /// zlib needs less than 64 KiB and is not checked.
    pub memory: u64,
    /// The account for the memory of the decoder, if there is one.
    account: Option<MemoryAccount>,
}

impl StreamLimits {
    /// Returns the same limits with another [`memory`](Self::memory), in bytes.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> Self {
        self.memory = memory;
        self
    }

    /// Returns a holder of no memory yet, which takes memory from the run.
    #[must_use]
    pub fn hold_nothing(&self) -> DecoderMemory {
        DecoderMemory { held: self.account.as_ref().map(MemoryAccount::hold_nothing), bytes: 0, limit: self.memory }
    }

    /// Takes this many bytes of memory for a decoder of this name, until the result is dropped.
    ///
    /// # Errors
    /// `MemoryLimit`.
    pub fn hold(&self, transform: &'static str, bytes: u64) -> Result<DecoderMemory, StreamError> {
        let mut memory = self.hold_nothing();
        memory.grow(transform, bytes).map(|()| memory)
    }
}

/// Memory that a decoder has taken; a drop gives the memory back.
#[derive(Debug)]
pub struct DecoderMemory {
    /// `None` if memory is not counted.
    held: Option<Held>,
    bytes: u64,
    limit: u64,
}

impl DecoderMemory {
    /// Takes this many bytes more.
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
