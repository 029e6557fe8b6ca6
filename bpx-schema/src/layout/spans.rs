//! Holds sets of offsets, as ranges of bytes.

/// Ranges of offsets in ascending order, without common offsets.
pub(super) struct OffsetRanges(Vec<(u64, u64)>);

impl OffsetRanges {
    /// Returns the set of the offsets that are in at least one of the ranges. A range has a beginning and an end.
    pub(super) fn from_ranges(mut ranges: Vec<(u64, u64)>) -> Self {
        ranges.retain(|(start, end)| start < end);
        ranges.sort_unstable();
        ranges.dedup_by(|(start, end), (_, reached)| {
            let touches = *start <= *reached;
            if touches {
                *reached = (*reached).max(*end);
            }
            touches
        });
        Self(ranges)
    }

    /// Returns how many of the offsets are in the ranges. The offsets must be in ascending order.
    pub(super) fn count_inside(&self, offsets: &[u64]) -> usize {
        let below = |bound: u64| offsets.partition_point(|offset| *offset < bound);
        self.0.iter().map(|(start, end)| below(*end) - below(*start)).sum()
    }

    /// Returns whether all offsets are in the ranges. The offsets must be in ascending order.
    pub(super) fn hold_all(&self, mut offsets: impl Iterator<Item = u64>) -> bool {
        // Both are in order, so a range that ends before an offset holds none of the later ones.
        let mut rest = self.0.iter().peekable();
        offsets.all(|offset| {
            while rest.next_if(|(_, end)| *end <= offset).is_some() {}
            rest.peek().is_some_and(|(start, _)| *start <= offset)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::OffsetRanges;
    use proptest::prelude::*;

    fn holds(ranges: &[(u64, u64)], offset: u64) -> bool {
        ranges.iter().any(|(start, end)| *start <= offset && offset < *end)
    }

    proptest! {
        #[test]
        fn any_ranges_hold_the_offsets_that_one_of_them_holds(
            ranges in prop::collection::vec((0_u64..40, 0_u64..8).prop_map(|(start, size)| (start, start + size)), 0..12),
            mut offsets in prop::collection::vec(0_u64..48, 0..12),
        ) {
            offsets.sort_unstable();
            let spans = OffsetRanges::from_ranges(ranges.clone());
            let held: Vec<u64> = offsets.iter().copied().filter(|offset| holds(&ranges, *offset)).collect();
            prop_assert_eq!(spans.count_inside(&offsets), held.len());
            prop_assert_eq!(spans.hold_all(offsets.iter().copied()), held.len() == offsets.len());
            prop_assert!(spans.hold_all(held.into_iter()));
        }
    }

    #[test]
    fn many_ranges_hold_their_beginnings_and_nothing_between() {
        for size in [1_000_u64, 2_000] {
            let spans = OffsetRanges::from_ranges((0..size).map(|number| (number * 2, number * 2 + 1)).collect());
            assert_eq!(spans.0.len() as u64, size);
            assert!(spans.hold_all((0..size).map(|number| number * 2)));
            assert!((0..size).all(|number| !spans.hold_all([number * 2 + 1].into_iter())));
        }
    }
}
