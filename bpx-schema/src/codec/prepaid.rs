//! Takes memory and steps from the budget of a run in advance.

use crate::budget::{Budget, ExceededLimit};
use std::cell::Cell;

/// Memory in bytes and steps that a decoder has taken in advance for small values. Threads share the budget of a run,
/// so each access to the budget costs as much as reading a few fields. The decoder gives back unused memory and steps
/// when it ends.
pub(super) struct PrepaidBudget {
    budget: Budget,
    left: Cell<u64>,
    steps: Cell<u64>,
}

impl PrepaidBudget {
    /// Number of bytes that are taken at a time.
    const PIECE: u64 = 4 << 10;
    /// Number of steps that are taken at a time.
    const STEPS: u64 = 1 << 8;

    pub(super) fn new(budget: Budget) -> Self {
        Self { budget, left: Cell::new(0), steps: Cell::new(0) }
    }

    /// Returns the budget of the run.
    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Takes memory for values.
    ///
    /// # Errors
    /// [`ExceededLimit::Memory`].
    #[inline]
    pub(super) fn charge_memory(&self, bytes: u64) -> Result<(), ExceededLimit> {
        match self.left.get().checked_sub(bytes) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => self.charge_more(bytes),
        }
    }

    /// Takes memory from the budget for [`charge_memory`](Self::charge_memory), when too little memory is left.
    #[cold]
    fn charge_more(&self, bytes: u64) -> Result<(), ExceededLimit> {
        self.give_back_unused();
        if bytes < Self::PIECE && self.budget.try_charge_memory(Self::PIECE) {
            self.left.set(Self::PIECE - bytes);
            return Ok(());
        }
        self.budget.charge_memory(bytes)
    }

    /// Counts steps.
    ///
    /// # Errors
    /// [`ExceededLimit::Steps`].
    #[inline]
    pub(super) fn charge_steps(&self, steps: u64) -> Result<(), ExceededLimit> {
        match self.steps.get().checked_sub(steps) {
            Some(left) => {
                self.steps.set(left);
                Ok(())
            }
            None => self.charge_more_steps(steps),
        }
    }

    /// Takes steps from the budget for [`charge_steps`](Self::charge_steps), when too few steps are left.
    #[cold]
    fn charge_more_steps(&self, steps: u64) -> Result<(), ExceededLimit> {
        self.give_back_unused();
        if steps < Self::STEPS && self.budget.try_charge_steps(Self::STEPS) {
            self.steps.set(Self::STEPS - steps);
            return Ok(());
        }
        self.budget.charge_steps(steps)
    }

    /// Gives back the unused memory and steps, so that another user can read the budget.
    #[inline]
    pub(super) fn give_back_unused(&self) {
        if self.left.get() > 0 {
            self.budget.give_back_memory(self.left.take());
        }
        if self.steps.get() > 0 {
            self.budget.give_back_steps(self.steps.take());
        }
    }

    /// Gives back memory that was taken.
    pub(super) fn give_back(&self, bytes: u64) {
        self.budget.give_back_memory(bytes);
    }
}

impl Drop for PrepaidBudget {
    fn drop(&mut self) {
        self.give_back_unused();
    }
}
