//! Adds sizes that files state.

use std::num::Saturating;

/// Returns the sum of sizes. A sum above 2^64 - 1 is clipped, which is correct for comparisons with limits, because the
/// clipped sum exceeds every smaller limit.
pub(crate) fn total_size(sizes: impl IntoIterator<Item = u64>) -> Saturating<u64> {
    // `Sum` of this type needs a newer compiler than `rust-version` states.
    sizes.into_iter().fold(Saturating(0), |sum, size| sum + Saturating(size))
}
