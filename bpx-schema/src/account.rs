//! Counts the resources that a run has used, and compares them with their bounds.

use crate::exceeded::ExceededLimit;
use crate::limits::{Limits, cost};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The accounts that all parts of a run share.
#[derive(Debug)]
pub(crate) struct RunAccounts {
    /// The memory account, from which other runs may take memory too.
    pub(crate) memory: Arc<ResourceAccount>,
    pub(crate) content: ResourceAccount,
    pub(crate) shared: ResourceAccount,
    pub(crate) steps: ResourceAccount,
    pub(crate) written: ResourceAccount,
}

impl RunAccounts {
    /// Creates a run over a source of `size` bytes, with the memory of an account, or with its own memory.
    pub(crate) fn new(limits: &Limits, size: u64, memory: Option<&MemoryAccount>) -> Self {
        let own = || Arc::new(ResourceAccount::new(limits.max_memory.for_size(size)));
        Self {
            memory: memory.map_or_else(own, |account| Arc::clone(&account.0)),
            content: ResourceAccount::new(limits.max_content.for_size(size)),
            shared: ResourceAccount::new(limits.max_shared.for_size(size)),
            steps: ResourceAccount::new(limits.max_steps.for_size(size)),
            written: ResourceAccount::new(limits.max_written.for_size(size)),
        }
    }
}

/// The used amount of one resource, and its bound.
#[derive(Debug)]
pub(crate) struct ResourceAccount {
    pub(crate) max: u64,
    used: AtomicU64,
}

impl ResourceAccount {
    fn new(max: u64) -> Self {
        Self { max, used: AtomicU64::new(0) }
    }

    /// Adds an amount, unless the sum exceeds the bound. Returns whether the amount was added.
    pub(crate) fn add(&self, amount: u64) -> bool {
        let add = |used: u64| used.checked_add(amount).filter(|sum| *sum <= self.max);
        self.used.fetch_update(Relaxed, Relaxed, add).is_ok()
    }

    /// Adds as much of an amount as the bound allows.
    pub(crate) fn add_up_to(&self, amount: u64) {
        let add = |used: u64| Some((cost(used) + cost(amount)).0.min(self.max));
        let _always = self.used.fetch_update(Relaxed, Relaxed, add);
    }

    pub(crate) fn give_back(&self, amount: u64) {
        self.used.fetch_sub(amount, Relaxed);
    }

    pub(crate) fn amount_left(&self) -> u64 {
        self.max - self.used.load(Relaxed)
    }
}

/// Memory that is taken from an account until the value is dropped.
#[derive(Debug)]
pub struct HeldMemory {
    account: Arc<ResourceAccount>,
    bytes: u64,
}

impl HeldMemory {
    /// Records that `bytes` bytes of memory were taken from an account.
    pub(crate) fn from_taken_bytes(account: Arc<ResourceAccount>, bytes: u64) -> Self {
        Self { account, bytes }
    }

    /// Takes `bytes` more bytes. Returns false if the account has fewer bytes left.
    #[must_use]
    pub(crate) fn grow(&mut self, bytes: u64) -> bool {
        let added = self.account.add(bytes);
        if added {
            self.bytes += bytes;
        }
        added
    }

    /// Takes over the memory of another holder, which must hold memory of the same account.
    pub(crate) fn take_over(&mut self, mut other: Self) {
        self.bytes += std::mem::take(&mut other.bytes);
    }

    /// Returns how many bytes are held.
    #[cfg(feature = "json")]
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the account from which the memory was taken.
    #[cfg(feature = "json")]
    pub(crate) fn account(&self) -> MemoryAccount {
        MemoryAccount(Arc::clone(&self.account))
    }

    /// Keeps at most `bytes` bytes, and gives the others back.
    pub(crate) fn shrink_to(&mut self, bytes: u64) {
        let kept = self.bytes.min(bytes);
        self.account.give_back(self.bytes - kept);
        self.bytes = kept;
    }
}

/// The memory account of one or several runs. Users that do not know in advance how much memory they need can take
/// memory step by step.
#[derive(Debug, Clone)]
pub struct MemoryAccount(Arc<ResourceAccount>);

impl MemoryAccount {
    /// Returns the memory account of a run.
    pub(crate) fn of_run(run: &RunAccounts) -> Self {
        Self(Arc::clone(&run.memory))
    }

    /// Takes memory until the returned value is dropped.
    ///
    /// # Errors
    /// [`ExceededLimit::Memory`].
    pub fn hold_memory(&self, bytes: u64) -> Result<HeldMemory, ExceededLimit> {
        let mut held = self.hold_nothing();
        if held.grow(bytes) { Ok(held) } else { Err(ExceededLimit::Memory { limit: self.0.max }) }
    }

    /// Returns a holder of no memory yet.
    pub(crate) fn hold_nothing(&self) -> HeldMemory {
        HeldMemory { account: Arc::clone(&self.0), bytes: 0 }
    }
}

impl Drop for HeldMemory {
    fn drop(&mut self) {
        self.account.give_back(self.bytes);
    }
}
