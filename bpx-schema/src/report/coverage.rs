use super::{Finding, Location, decoding};

/// The bytes of a file that were read, and the bytes of each region's content that were read. No declaration covers the
/// other bytes.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    /// For each open space, the beginnings and ends of the bytes that were read; the innermost space comes last.
    spaces: Vec<Vec<(u64, u64)>>,
    /// For each open space, ends of parts, and the offsets up to which zeros may pad them.
    pads: Vec<Vec<(u64, u64)>>,
    /// The pads of the space that ended last, sorted.
    padded: Vec<(u64, u64)>,
    /// Unread bytes of the space that ended last.
    left: Vec<UnreadRange>,
}

/// Unread bytes: beginning and end.
pub(crate) type UnreadRange = (u64, u64);

impl Coverage {
    /// Returns a new coverage for a part that another decoder reads.
    #[must_use]
    pub(super) fn of_part() -> Self {
        Self { spaces: vec![Vec::new()], pads: vec![Vec::new()], ..Self::default() }
    }

    /// Adds the bytes of the innermost space that a [`of_part`](Self::of_part) read.
    pub(super) fn join_part(&mut self, fork: Self) {
        fork.spaces.into_iter().flatten().for_each(|(from, to)| self.note_read(from, to));
        fork.pads.into_iter().flatten().for_each(|(end, padded)| self.note_padding(end, padded));
    }

    /// Begins a space: a file, or the content of a region.
    pub(crate) fn enter_space(&mut self) {
        self.spaces.push(Vec::new());
        self.pads.push(Vec::new());
    }

    /// Notes that zeros may pad a part of the innermost space, from the end of the part to another offset.
    pub(crate) fn note_padding(&mut self, end: u64, padded: u64) {
        if let Some(pads) = self.pads.last_mut().filter(|_| end < padded) {
            pads.push((end, padded));
        }
    }

    /// Returns the offset up to which zeros may pad the part that ends at `end`, in the space that ended last; `end` if
    /// there is no such part.
    pub(crate) fn padded_up_to(&self, end: u64) -> u64 {
        let after = self.padded.partition_point(|(other, _)| *other <= end);
        let last = after.checked_sub(1).and_then(|last| self.padded.get(last));
        last.filter(|(other, _)| *other == end).map_or(end, |(_, padded)| *padded)
    }

    /// Notes that bytes of the innermost space were read.
    pub(crate) fn note_read(&mut self, from: u64, to: u64) {
        let Some(space) = self.spaces.last_mut().filter(|_| from < to) else { return };
        // Regions are usually adjacent.
        match space.last_mut().filter(|(_, end)| *end == from) {
            Some((_, end)) => *end = to,
            None => space.push((from, to)),
        }
    }

    /// Ends the innermost space, which has `size` bytes. Returns its unread bytes, in order.
    pub(crate) fn leave_space(&mut self, size: u64) -> Vec<UnreadRange> {
        let mut read: Vec<_> = self.spaces.pop().into_iter().flatten().collect();
        read.sort_unstable();
        let mut unread = Vec::new();
        let mut reached = 0;
        for (from, to) in read.into_iter().chain([(size, size)]) {
            // Bytes outside of the space are ignored.
            let from = from.min(size);
            if from > reached {
                unread.push((reached, from));
            }
            reached = reached.max(to);
        }
        self.left.clone_from(&unread);
        // Each space has a list of pads.
        self.padded = self.pads.pop().unwrap_or_default();
        self.padded.sort_unstable();
        unread
    }

    /// Returns the beginning and end of each run of unread bytes, in the space that ended last.
    #[cfg(feature = "interpret")]
    pub(crate) fn unread_ranges(&self) -> &[UnreadRange] {
        &self.left
    }
}

/// Returns the finding about unread bytes. `is_end` is true if the bytes are at the end of their space.
pub(crate) fn unread_finding(at: Location, bytes: &[u8], is_end: bool) -> Finding {
    let place = if is_end { "at the end" } else { "between others" };
    let zero = !is_end && bytes.iter().all(|byte| *byte == 0);
    let zeros = if zero { ", all zero" } else { "" };
    let message = format!("no field holds these {} bytes {place}{zeros}", bytes.len());
    let rule = match (is_end, zero) {
        (true, _) => &decoding::UNREAD_END,
        // Padding: many formats align their parts.
        (false, true) => &decoding::UNREAD_ZEROS,
        (false, false) => &decoding::UNREAD,
    };
    rule.finding(at, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(read: &[(u64, u64)], size: u64) -> Vec<UnreadRange> {
        let mut coverage = Coverage::default();
        coverage.enter_space();
        read.iter().for_each(|(from, to)| coverage.note_read(*from, *to));
        coverage.leave_space(size)
    }

    #[test]
    fn what_is_left_over_is_found_in_order() {
        assert_eq!(left(&[], 0), []);
        assert_eq!(left(&[], 3), [(0, 3)]);
        assert_eq!(left(&[(0, 3)], 3), []);
        assert_eq!(left(&[(6, 8), (0, 2), (1, 4)], 9), [(4, 6), (8, 9)]);
        assert_eq!(left(&[(0, 8), (2, 4)], 9), [(8, 9)]);
        assert_eq!(left(&[(0, 9), (20, 25)], 9), []);
        assert_eq!(left(&[(0, 8), (8, u64::MAX)], 9), []);
    }

    #[test]
    fn spaces_lie_in_each_other() {
        let mut coverage = Coverage::default();
        coverage.enter_space();
        coverage.note_read(0, 4);
        coverage.enter_space();
        coverage.note_read(0, 1);
        assert_eq!(coverage.leave_space(2), [(1, 2)]);
        let mut fork = Coverage::of_part();
        fork.note_read(4, 5);
        coverage.join_part(fork);
        assert_eq!(coverage.leave_space(5), []);
    }
}
