//! Computes sums over the elements of a list that were read or written so far.

use std::cell::Cell;

/// Sums over the elements of a list so far.
#[derive(Debug)]
pub struct Totals<const N: usize>(Cell<[i128; N]>);

impl<const N: usize> Default for Totals<N> {
    fn default() -> Self {
        Self(Cell::new([0; N]))
    }
}

impl<const N: usize> Totals<N> {
    /// Adds a number to each sum, and returns the sums; `None` if a number has no value, or a sum exceeds its type.
    pub fn add(&self, more: [Option<i128>; N]) -> Option<[i128; N]> {
        let mut sums = self.0.get();
        for (sum, more) in sums.iter_mut().zip(more) {
            *sum = sum.checked_add(more?)?;
        }
        self.0.set(sums);
        Some(sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_grow_until_one_has_no_value() {
        let totals = Totals::<2>::default();
        assert_eq!(totals.add([Some(1), Some(-2)]), Some([1, -2]));
        assert_eq!(totals.add([Some(3), Some(i128::MAX)]), Some([4, i128::MAX - 2]));
        assert_eq!(totals.add([Some(0), None]), None);
        assert_eq!(totals.add([Some(0), Some(3)]), None);
    }
}
