//! Charges the budget for what a decoder reads.

use super::Decoder;
use crate::budget::{ExceededLimit, cost};
use crate::report::{Error, Result};

impl<'a> Decoder<'a, '_> {
    /// Returns the fault that the budget is exceeded, at the current location.
    #[cold]
    pub(crate) fn limit_fault(&self, exceeded: ExceededLimit) -> Error {
        exceeded.fault_at(self.location())
    }

    /// Takes memory for values that are about to be read.
    ///
    /// # Errors
    /// `LimitExceeded`.
    #[inline]
    pub(crate) fn charge_memory(&self, bytes: u64) -> Result<()> {
        self.prepaid.charge_memory(bytes).map_err(|exceeded| self.limit_fault(exceeded))
    }

    /// Takes memory for values, until `held` is dropped.
    ///
    /// # Errors
    /// `LimitExceeded`.
    #[cfg(feature = "interpret")]
    pub(crate) fn hold_more(&self, held: &mut Option<crate::budget::HeldMemory>, bytes: u64) -> Result<()> {
        self.prepaid.budget().hold_more(held, bytes).map_err(|exceeded| self.limit_fault(exceeded))
    }

    /// Gives back the memory that was taken for `count` elements of a vector.
    pub(in crate::codec) fn give_back_elements<T>(&self, count: u64) {
        self.prepaid.give_back((cost(count) * cost(size_of::<T>() as u64)).0);
    }

    /// Takes memory for `count` elements of a vector.
    ///
    /// # Errors
    /// `LimitExceeded`.
    #[inline]
    pub(crate) fn charge_elements<T>(&self, count: u64) -> Result<()> {
        self.charge_memory((cost(count) * cost(size_of::<T>() as u64)).0)
    }

    /// Counts elements that an expression or a search reads.
    ///
    /// # Errors
    /// `LimitExceeded`.
    pub(crate) fn charge_search(&self, elements: u64) -> Result<()> {
        self.charge_steps(elements).map_err(|exceeded| self.limit_fault(exceeded))
    }

    /// Counts steps of the run.
    ///
    /// # Errors
    /// [`ExceededLimit::Steps`].
    pub(crate) fn charge_steps(&self, steps: u64) -> Result<(), ExceededLimit> {
        self.prepaid.charge_steps(steps)
    }
}
