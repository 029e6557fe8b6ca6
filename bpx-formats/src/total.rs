//! Sums of sizes that files state.

use std::num::Saturating;

/// Returns the sum of sizes. A clipped sum is right where it is compared with a limit: it exceeds each.
pub(crate) fn total_size(sizes: impl IntoIterator<Item = u64>) -> Saturating<u64> {
    // `Sum` of this type needs a newer compiler than `rust-version` states.
    sizes.into_iter().fold(Saturating(0), |sum, size| sum + Saturating(size))
}
