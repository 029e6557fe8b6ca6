//! The budget of one run, over all levels and threads.

use crate::account::RunAccounts;
pub use crate::account::{HeldMemory, MemoryAccount};
use crate::algorithms::Algorithms;
pub use crate::exceeded::ExceededLimit;
use crate::forms::StoredForms;
pub(crate) use crate::limits::cost;
use crate::limits::{Limits, SizeBound};
use crate::number_sizes::NumberSizes;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The remaining resources of one run, and the algorithms that the run uses. Decoders, listeners and writers of a run
/// share one budget.
///
/// Memory counts the bytes that are held at one time; a part of the run gives its memory back when the part ends.
/// Contents, shared bytes and steps are only added up. A clone is the same part of the run, so a decoder can outlive
/// the budget that the decoder was given.
#[derive(Debug, Clone)]
pub struct Budget(Arc<BudgetPart>);

/// The remaining resources of a part of a run.
#[derive(Debug)]
struct BudgetPart {
    limits: Limits,
    algorithms: Algorithms,
    /// Stored forms, which are collected when contents are decoded, and used when contents are encoded.
    forms: Option<StoredForms>,
    run: Arc<RunAccounts>,
    /// Memory of this part in bytes that is taken from the run.
    taken: AtomicU64,
    used: AtomicU64,
    steps: AtomicU64,
    short: AtomicBool,
}

impl Default for Budget {
    /// Creates a budget with the default limits for a source of unknown size.
    fn default() -> Self {
        Self::new(Limits::default(), 0)
    }
}

impl Drop for BudgetPart {
    fn drop(&mut self) {
        self.run.memory.give_back(self.taken.load(Relaxed));
    }
}

impl Budget {
    /// Memory in bytes that is taken from the run at a time, to avoid contention between threads.
    pub(crate) const PIECE: u64 = 64 << 10;

    /// Creates the budget of a run over a source of `size` bytes.
    #[must_use]
    pub fn new(limits: Limits, size: u64) -> Self {
        Self::sharing_memory(limits, size, None)
    }

    /// Creates a budget like [`new`](Self::new). If an account is given, the run takes its memory from the account,
    /// which other runs may use at the same time.
    #[must_use]
    pub fn sharing_memory(limits: Limits, size: u64, memory: Option<&MemoryAccount>) -> Self {
        let run = RunAccounts::new(&limits, size, memory);
        Self::part_of(limits, (Algorithms::only_declared(), None), Arc::new(run), limits.max_steps.for_size(size))
    }

    /// Creates the budget of a run over bytes in memory.
    #[must_use]
    pub fn for_bytes(limits: Limits, bytes: &[u8]) -> Self {
        Self::new(limits, bytes.len() as u64)
    }

    /// Returns the same budget with the given algorithms. By default, a budget knows only the algorithms that
    /// declarations name.
    #[must_use]
    pub fn with_algorithms(self, algorithms: Algorithms) -> Self {
        let BudgetPart { limits, forms, run, steps, .. } = &*self.0;
        Self::part_of(*limits, (algorithms, forms.clone()), Arc::clone(run), steps.load(Relaxed))
    }

    /// Returns the same budget with a collection of stored forms.
    #[must_use]
    pub(crate) fn with_forms(self, forms: StoredForms) -> Self {
        let BudgetPart { limits, algorithms, run, steps, .. } = &*self.0;
        Self::part_of(*limits, (algorithms.clone(), Some(forms)), Arc::clone(run), steps.load(Relaxed))
    }

    fn part_of(
        limits: Limits,
        (algorithms, forms): (Algorithms, Option<StoredForms>),
        run: Arc<RunAccounts>,
        steps: u64,
    ) -> Self {
        Self(Arc::new(BudgetPart {
            limits,
            algorithms,
            forms,
            run,
            taken: AtomicU64::new(0),
            used: AtomicU64::new(0),
            steps: AtomicU64::new(steps),
            short: AtomicBool::new(false),
        }))
    }

    /// Returns a part of the run that reads `size` bytes. The part gives its memory back when the part is dropped, and
    /// has its own number of steps.
    #[must_use]
    pub fn new_part(&self, size: u64) -> Self {
        /// Number of steps that a part has even without bytes.
        const FREE: u64 = 1 << 10;
        let steps = SizeBound { base: FREE, ..self.0.limits.max_steps };
        let known = (self.0.algorithms.clone(), self.0.forms.clone());
        Self::part_of(self.0.limits, known, Arc::clone(&self.0.run), steps.for_size(size))
    }

    /// Returns the limits of the run.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Returns the algorithms that the run was given.
    #[must_use]
    pub fn algorithms(&self) -> &Algorithms {
        &self.0.algorithms
    }

    /// Returns the collection of stored forms, if the run has one.
    pub(crate) fn forms(&self) -> Option<&StoredForms> {
        self.0.forms.as_ref()
    }

    /// Returns the sizes of computed numbers, if the run collects them.
    pub(crate) fn number_sizes(&self) -> Option<&NumberSizes> {
        self.forms().and_then(StoredForms::numbers)
    }

    /// Takes memory for values, until this part of the run ends.
    ///
    /// # Errors
    /// [`ExceededLimit::Memory`].
    pub fn charge_memory(&self, bytes: u64) -> Result<(), ExceededLimit> {
        if self.try_charge_memory(bytes) { Ok(()) } else { Err(self.out_of_memory()) }
    }

    /// Gives back memory that was taken for values.
    pub(crate) fn give_back_memory(&self, bytes: u64) {
        self.0.used.fetch_sub(bytes, Relaxed);
    }

    /// Takes memory for values if enough memory is left, and returns whether memory was taken.
    pub(crate) fn try_charge_memory(&self, bytes: u64) -> bool {
        let used = cost(self.0.used.fetch_add(bytes, Relaxed)) + cost(bytes);
        let missing = (used - cost(self.0.taken.load(Relaxed))).0;
        let took = |amount: u64| {
            let added = self.0.run.memory.add(amount);
            if added {
                self.0.taken.fetch_add(amount, Relaxed);
            }
            added
        };
        if missing == 0 || took(missing.max(Self::PIECE)) || took(missing) {
            return true;
        }
        self.0.used.fetch_sub(bytes, Relaxed);
        false
    }

    /// Takes memory for bytes that are freed before this part of the run ends.
    ///
    /// # Errors
    /// [`ExceededLimit::Memory`].
    pub fn hold_memory(&self, bytes: u64) -> Result<HeldMemory, ExceededLimit> {
        if self.0.run.memory.add(bytes) {
            return Ok(HeldMemory::from_taken_bytes(Arc::clone(&self.0.run.memory), bytes));
        }
        Err(self.out_of_memory())
    }

    /// Takes memory like [`hold_memory`](Self::hold_memory), and adds the memory to a holder.
    ///
    /// # Errors
    /// [`ExceededLimit::Memory`].
    pub(crate) fn hold_more(&self, held: &mut Option<HeldMemory>, bytes: u64) -> Result<(), ExceededLimit> {
        match held {
            Some(held) => held.grow(bytes).then_some(()).ok_or_else(|| self.out_of_memory()),
            None => self.hold_memory(bytes).map(|first| *held = Some(first)),
        }
    }

    /// Returns the memory account of the run.
    #[must_use]
    pub fn memory_account(&self) -> MemoryAccount {
        MemoryAccount::of_run(&self.0.run)
    }

    /// Records that this part did not get memory, and returns the error.
    pub(crate) fn out_of_memory(&self) -> ExceededLimit {
        self.0.short.store(true, Relaxed);
        ExceededLimit::Memory { limit: self.0.run.memory.max }
    }

    /// Returns whether this part did not get memory. The caller may get the memory when no other part runs at the same
    /// time.
    #[must_use]
    pub fn is_short_of_memory(&self) -> bool {
        self.0.short.load(Relaxed)
    }

    /// Returns the memory in bytes that is currently left.
    #[must_use]
    pub fn memory_left(&self) -> u64 {
        self.0.run.memory.amount_left()
    }

    /// Returns the number of decompressed bytes that are left.
    #[must_use]
    pub fn content_left(&self) -> u64 {
        self.0.run.content.amount_left()
    }

    /// Returns the number of stored bytes that regions may still read.
    #[must_use]
    pub fn shared_left(&self) -> u64 {
        self.0.run.shared.amount_left()
    }

    /// Returns the number of steps of the run that are left.
    #[must_use]
    pub fn steps_left(&self) -> u64 {
        self.0.run.steps.amount_left()
    }

    /// Counts decompressed bytes.
    ///
    /// # Errors
    /// [`ExceededLimit::Content`].
    pub fn charge_content(&self, bytes: u64) -> Result<(), ExceededLimit> {
        if self.0.run.content.add(bytes) {
            Ok(())
        } else {
            Err(ExceededLimit::Content { limit: self.0.run.content.max })
        }
    }

    /// Counts the stored bytes that a region is about to read.
    ///
    /// # Errors
    /// [`ExceededLimit::Shared`].
    pub fn charge_shared(&self, bytes: u64) -> Result<(), ExceededLimit> {
        if self.0.run.shared.add(bytes) { Ok(()) } else { Err(ExceededLimit::Shared { limit: self.0.run.shared.max }) }
    }

    /// Counts the stored bytes that a region has read. If they exceed the limit, the next region is rejected.
    pub fn use_shared(&self, bytes: u64) {
        self.0.run.shared.add_up_to(bytes);
    }

    /// Counts bytes of output about the source, such as lines of a dump or JSON.
    ///
    /// # Errors
    /// [`ExceededLimit::Written`].
    pub fn charge_written(&self, bytes: u64) -> Result<(), ExceededLimit> {
        if self.0.run.written.add(bytes) {
            Ok(())
        } else {
            Err(ExceededLimit::Written { limit: self.0.run.written.max })
        }
    }

    /// Counts steps of expressions and searches against the limits of this part and of the run.
    ///
    /// # Errors
    /// [`ExceededLimit::Steps`], which all later calls return too.
    pub fn charge_steps(&self, steps: u64) -> Result<(), ExceededLimit> {
        let take = |left: u64| left.checked_sub(steps);
        if self.0.steps.fetch_update(Relaxed, Relaxed, take).is_ok() && self.0.run.steps.add(steps) {
            return Ok(());
        }
        self.0.steps.store(0, Relaxed);
        Err(ExceededLimit::Steps)
    }

    /// Counts steps if enough steps are left, and returns whether the steps were counted.
    pub(crate) fn try_charge_steps(&self, steps: u64) -> bool {
        let take = |left: u64| left.checked_sub(steps);
        if self.0.steps.fetch_update(Relaxed, Relaxed, take).is_err() {
            return false;
        }
        let added = self.0.run.steps.add(steps);
        if !added {
            self.0.steps.fetch_add(steps, Relaxed);
        }
        added
    }

    /// Gives back steps that were counted but not used.
    pub(crate) fn give_back_steps(&self, steps: u64) {
        self.0.run.steps.give_back(steps);
        self.0.steps.fetch_add(steps, Relaxed);
    }

    /// Adds steps for this part, in proportion to `size` bytes. The steps of the run do not change.
    pub fn grant_steps(&self, size: u64) {
        let more = cost(size) * cost(self.0.limits.max_steps.per_byte);
        let add = |left: u64| Some((cost(left) + more).0);
        let _always = self.0.steps.fetch_update(Relaxed, Relaxed, add);
    }
}

/// A writer that writes no more bytes than a budget allows. An attempt to write more bytes is an error, which becomes
/// `LimitExceeded`.
#[derive(Debug)]
pub struct BoundedWriter<'b, W> {
    out: W,
    budget: &'b Budget,
}

impl<'b, W: Write> BoundedWriter<'b, W> {
    /// Creates a writer that charges the budget for each written byte.
    #[must_use]
    pub fn new(out: W, budget: &'b Budget) -> Self {
        Self { out, budget }
    }
}

impl<W: Write> Write for BoundedWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.budget.charge_written(bytes.len() as u64).map_err(io::Error::other)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Class, Error};

    fn limits() -> Limits {
        let mut limits = Limits::default().with_max_memory(1000).with_max_content(50);
        limits.max_shared = SizeBound { base: 10, per_byte: 2 };
        limits.max_steps = SizeBound { base: 5, per_byte: 1 };
        limits.max_written = SizeBound { base: 20, per_byte: 2 };
        limits
    }

    #[test]
    fn memory_of_a_part_comes_back_when_the_part_ends() {
        let run = Budget::new(limits(), 0);
        let part = run.new_part(0);
        part.charge_memory(900).unwrap();
        assert_eq!(run.charge_memory(101), Err(ExceededLimit::Memory { limit: 1000 }));
        assert!(run.is_short_of_memory() && !part.is_short_of_memory());
        drop(part);
        run.charge_memory(101).unwrap();
        let held = run.hold_memory(899).unwrap();
        assert!(run.hold_memory(1).is_err());
        drop(held);
        assert!(run.hold_memory(1).is_ok());
    }

    #[test]
    fn memory_is_taken_in_pieces_but_all_of_it_can_be_used() {
        let run = Budget::new(Limits::default().with_max_memory(Budget::PIECE + 10), 0);
        run.charge_memory(1).unwrap();
        assert_eq!(run.memory_left(), 10);
        run.charge_memory(Budget::PIECE + 9).unwrap();
        assert!(run.charge_memory(1).is_err());
        assert_eq!(run.memory_left(), 0);
    }

    #[test]
    fn runs_share_an_account_of_memory() {
        let first = Budget::new(limits(), 0);
        first.charge_memory(600).unwrap();
        let second = Budget::sharing_memory(limits(), 0, Some(&first.memory_account()));
        assert_eq!(second.charge_memory(401), Err(ExceededLimit::Memory { limit: 1000 }));
        // All else is counted for each run.
        first.charge_content(50).unwrap();
        second.charge_content(50).unwrap();
        let held = second.memory_account().hold_memory(400).unwrap();
        assert!(first.charge_memory(1).is_err());
        drop((held, second));
        first.charge_memory(400).unwrap();
    }

    #[test]
    fn contents_shared_bytes_and_steps_add_up_over_all_parts() {
        let run = Budget::new(limits(), 20);
        run.new_part(0).charge_content(30).unwrap();
        assert_eq!(run.charge_content(21), Err(ExceededLimit::Content { limit: 50 }));
        run.new_part(0).charge_shared(50).unwrap();
        assert_eq!(run.charge_shared(1), Err(ExceededLimit::Shared { limit: 50 }));
        // A part has steps for its own bytes, and all parts share the steps of the run.
        let part = run.new_part(0);
        part.grant_steps(1000);
        part.charge_steps(20).unwrap();
        run.charge_steps(5).unwrap();
        assert_eq!(part.charge_steps(1), Err(ExceededLimit::Steps));
        run.charge_written(60).unwrap();
        assert_eq!(run.new_part(0).charge_written(1), Err(ExceededLimit::Written { limit: 60 }));
    }

    #[test]
    fn a_writer_stops_at_the_bound() {
        let run = Budget::new(limits(), 20);
        let mut writer = BoundedWriter::new(Vec::new(), &run);
        writer.write_all(&[1; 60]).unwrap();
        let error = Error::from(writer.write_all(&[1]).unwrap_err());
        assert_eq!(error.finding().unwrap().class, Class::LimitExceeded);
        assert_eq!(writer.out.len(), 60);
    }

    #[test]
    fn a_failed_step_leaves_none() {
        let run = Budget::new(limits(), 20);
        assert!(run.charge_steps(26).is_err());
        assert!(run.charge_steps(1).is_err());
    }
}
