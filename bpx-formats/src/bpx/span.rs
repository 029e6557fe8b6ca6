//! Runs of bytes.

use bpx_schema::schema::Offset;

/// A run of bytes in a file, or in another sequence of bytes. Runs are sorted by their starts, then by their ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Span {
    start: u64,
    /// The offset after the last byte, at least `start`.
    end: u64,
}

#[allow(clippy::arithmetic_side_effects, reason = "the start of a run is not above its end")]
impl Span {
    /// Returns the run with a start and a size; `None` when the run would end above 2^64 - 1.
    pub(crate) fn new(start: u64, size: u64) -> Option<Self> {
        Some(Self { start, end: (Offset::from(start) + size).get()? })
    }

    /// Returns the run between two offsets; `None` when `end` is below `start`.
    pub(crate) fn between(start: u64, end: u64) -> Option<Self> {
        (start <= end).then_some(Self { start, end })
    }

    /// Returns the run of all bytes of a sequence with this size.
    pub(crate) fn of(size: u64) -> Self {
        Self { start: 0, end: size }
    }

    /// Returns the offset of the first byte.
    pub(crate) fn start(self) -> u64 {
        self.start
    }

    /// Returns the offset after the last byte.
    pub(crate) fn end(self) -> u64 {
        self.end
    }

    /// Returns the size in bytes.
    pub(crate) fn size(self) -> u64 {
        self.end - self.start
    }

    /// Returns the smallest run that contains both runs.
    pub(crate) fn joined_with(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the first `count` bytes, or all bytes of a shorter run.
    pub(crate) fn first_bytes(self, count: u64) -> Self {
        Self { end: self.start + count.min(self.size()), ..self }
    }

    /// Returns the bytes after the first `count` bytes; no bytes for a shorter run.
    pub(crate) fn without_first(self, count: u64) -> Self {
        Self { start: self.start + count.min(self.size()), ..self }
    }

    /// Returns the last `count` bytes, or all bytes of a shorter run.
    pub(crate) fn last_bytes(self, count: u64) -> Self {
        Self { start: self.end - count.min(self.size()), ..self }
    }

    /// Returns the bytes before the last `count` bytes; no bytes for a shorter run.
    pub(crate) fn without_last(self, count: u64) -> Self {
        Self { end: self.end - count.min(self.size()), ..self }
    }

    /// Returns the bytes before the last `count` bytes, and the last `count` bytes; `None` for a shorter run.
    pub(crate) fn split_last(self, count: u64) -> Option<(Self, Self)> {
        (count <= self.size()).then(|| (self.without_last(count), self.last_bytes(count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_cut_at_their_ends() {
        let run = Span::new(3, 5).unwrap();
        assert_eq!((run.start(), run.end(), run.size()), (3, 8, 5));
        let [before, after] = [Span::new(3, 3), Span::new(6, 2)].map(Option::unwrap);
        assert_eq!((run.without_last(2), run.last_bytes(2), run.split_last(2)), (before, after, Some((before, after))));
        assert_eq!((run.first_bytes(3), run.without_first(3)), (before, after));
        let most = u64::MAX;
        assert_eq!(
            (run.without_last(most), run.last_bytes(most), run.split_last(most)),
            (run.first_bytes(0), run, None)
        );
        assert_eq!((run.first_bytes(most), run.without_first(most)), (run, run.last_bytes(0)));
        assert_eq!((before.joined_with(after), Span::of(8).last_bytes(5)), (run, run));
    }

    #[test]
    fn runs_without_an_end_do_not_exist() {
        assert_eq!(Span::new(u64::MAX, 1), None);
        assert_eq!(Span::new(u64::MAX, 0), Span::between(u64::MAX, u64::MAX));
        assert_eq!(Span::between(2, 1), None);
    }
}
