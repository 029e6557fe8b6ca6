//! Resources that a run has used, by bound.

use crate::limits::{Limits, cost};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The accounts that all parts of a run share.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) memory: Account,
    pub(crate) content: Account,
    pub(crate) shared: Account,
    pub(crate) steps: Account,
    pub(crate) written: Account,
}

impl Run {
    /// Returns the run over a source of this size in bytes.
    pub(crate) fn new(limits: &Limits, size: u64) -> Self {
        Self {
            memory: Account::new(limits.max_memory.of(size)),
            content: Account::new(limits.max_content.of(size)),
            shared: Account::new(limits.max_shared.of(size)),
            steps: Account::new(limits.max_steps.of(size)),
            written: Account::new(limits.max_written.of(size)),
        }
    }
}

/// The remaining amount of one resource.
#[derive(Debug)]
pub(crate) struct Account {
    pub(crate) max: u64,
    used: AtomicU64,
}

impl Account {
    fn new(max: u64) -> Self {
        Self { max, used: AtomicU64::new(0) }
    }

    /// Adds an amount, unless the sum exceeds the bound.
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

    pub(crate) fn left(&self) -> u64 {
        self.max - self.used.load(Relaxed)
    }
}

/// Memory that a run holds until this is dropped.
#[derive(Debug)]
pub struct Held {
    run: Arc<Run>,
    bytes: u64,
}

impl Held {
    /// Records that this memory was taken from a run.
    pub(crate) fn of(run: Arc<Run>, bytes: u64) -> Self {
        Self { run, bytes }
    }

    /// Takes this many more bytes. Returns false if fewer are left.
    #[must_use]
    pub(crate) fn grow(&mut self, bytes: u64) -> bool {
        let added = self.run.memory.add(bytes);
        if added {
            self.bytes += bytes;
        }
        added
    }

    /// Gives back all but this many bytes.
    pub(crate) fn shrink(&mut self, bytes: u64) {
        let kept = self.bytes.min(bytes);
        self.run.memory.give_back(self.bytes - kept);
        self.bytes = kept;
    }
}

/// The memory of a run, for users that learn their need step by step.
#[derive(Debug, Clone)]
pub struct MemoryAccount(Arc<Run>);

impl MemoryAccount {
    /// Returns the memory of a run.
    pub(crate) fn of(run: Arc<Run>) -> Self {
        Self(run)
    }

    /// Returns a holder of no memory yet.
    pub(crate) fn hold_nothing(&self) -> Held {
        Held { run: Arc::clone(&self.0), bytes: 0 }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.run.memory.give_back(self.bytes);
    }
}
