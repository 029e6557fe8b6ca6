//! Finds regions that share bytes.

use super::StoredRegion;

/// Pairs of regions that share some, but not all, of their bytes. Each pair has the number of a region, and the number
/// of a region before it in the order of offsets; sorted by the first number.
#[derive(Debug, Default)]
pub struct Overlaps(Vec<(u64, u64)>);

impl Overlaps {
    /// Finds the overlaps of all regions of a field. Empty regions share no bytes.
    #[must_use]
    pub fn of_regions(regions: &[StoredRegion]) -> Self {
        let mut order: Vec<(usize, &StoredRegion)> =
            regions.iter().enumerate().filter(|(_, stored)| stored.size > 0).collect();
        order.sort_unstable_by_key(|(index, stored)| (stored.offset, stored.size, *index));
        let mut found = Vec::new();
        // The region with the largest end so far.
        let mut furthest: Option<(usize, &StoredRegion)> = None;
        for (index, stored) in order {
            if let Some((other, before)) = furthest
                && stored.offset < stored_end(before)
                && (stored.offset, stored.size) != (before.offset, before.size)
            {
                found.push((index as u64, other as u64));
            }
            if furthest.is_none_or(|(_, before)| stored_end(stored) > stored_end(before)) {
                furthest = Some((index, stored));
            }
        }
        found.sort_unstable();
        Self(found)
    }

    /// Returns the number of a region, earlier in the order of offsets, that shares some bytes with the region `index`;
    /// `index` if there is no such region.
    #[must_use]
    pub fn other_region(&self, index: i128) -> i128 {
        let place = self.0.binary_search_by_key(&index, |(own, _)| i128::from(*own)).ok();
        place.and_then(|place| self.0.get(place)).map_or(index, |(_, other)| i128::from(*other))
    }
}

fn stored_end(stored: &StoredRegion) -> u64 {
    // A file may state any end. One after all offsets is the end of the same bytes.
    stored.offset.saturating_add(stored.size)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns for each region the number of the one with which it shares some bytes.
    fn others<const N: usize>(places: [(u64, u64); N]) -> [i128; N] {
        let regions = places.map(|(offset, size)| StoredRegion { offset, size, ..StoredRegion::default() });
        let overlaps = Overlaps::of_regions(&regions);
        std::array::from_fn(|index| overlaps.other_region(index as i128))
    }

    #[test]
    fn regions_that_share_all_or_no_bytes_do_not_overlap() {
        assert_eq!(others([(0, 4), (4, 4), (8, 0), (8, 2)]), [0, 1, 2, 3]);
        assert_eq!(others([(0, 4), (0, 4), (2, 0)]), [0, 1, 2]);
    }

    #[test]
    fn the_region_that_begins_later_names_the_one_that_reaches_into_it() {
        assert_eq!(others([(6, 4), (0, 7)]), [1, 1]);
        // The second region ends before the third begins, but the first overlaps both.
        assert_eq!(others([(0, 10), (2, 2), (6, 2)]), [0, 0, 0]);
        assert_eq!(others([(0, 4), (0, 8)]), [0, 0]);
        assert_eq!(others([(u64::MAX - 1, u64::MAX), (u64::MAX - 3, 3)]), [1, 1]);
    }
}
