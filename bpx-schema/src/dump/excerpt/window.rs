//! Keeps the rows of bytes around an offset.

use super::ROW;
use crate::schema::memory_size;
use std::ops::Range;

/// The number of rows that are kept, from the row of the offset on: the rows of the value, and one after them.
const ROWS: u64 = 5;

/// The bytes of some rows of a space. The bytes become known in any order.
#[derive(Debug, Clone)]
pub(super) struct RowWindow {
    pub(super) start: u64,
    pub(super) bytes: Vec<Option<u8>>,
}

/// Returns the sum of an offset and a number of bytes, or the largest offset if the sum is too large, because no byte
/// lies after it.
pub(super) fn offset_after(offset: u64, bytes: u64) -> u64 {
    offset.saturating_add(bytes)
}

/// Returns the offsets of the rows around an offset. There may be no row before.
pub(super) fn rows_around(place: u64) -> Range<u64> {
    let row = place - place % ROW as u64;
    row.saturating_sub(ROW as u64)..offset_after(row, ROWS * ROW as u64)
}

impl RowWindow {
    /// Creates a window of the rows around an offset; all of their bytes are unknown.
    pub(super) fn around_offset(place: u64) -> Self {
        Self { start: rows_around(place).start, bytes: vec![None; (ROWS as usize + 1) * ROW] }
    }

    /// Copies the bytes that lie in the window.
    pub(super) fn copy_bytes(&mut self, offset: u64, bytes: &[u8]) {
        // The bytes begin before the window, or after its beginning; what lies further away than memory is large is not in it.
        let skipped = memory_size(self.start.saturating_sub(offset));
        let after = memory_size(offset.saturating_sub(self.start));
        let slots = self.bytes.iter_mut().skip(after);
        for (slot, byte) in slots.zip(bytes.get(skipped..).unwrap_or(&[])) {
            *slot = Some(*byte);
        }
    }

    /// Keeps the rows up to the row after that of the last byte before `end`. Removes later rows, and unknown bytes at
    /// the end of the window.
    pub(super) fn cut_rows_after(&mut self, end: u64) {
        // An end before the window removes everything.
        let kept = offset_after(rows_around(end.saturating_sub(1)).start, 3 * ROW as u64);
        self.bytes.truncate(memory_size(kept.saturating_sub(self.start)));
        while self.bytes.last().is_some_and(Option::is_none) {
            self.bytes.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_takes_the_bytes_inside_of_it() {
        let mut window = RowWindow::around_offset(0x25);
        assert_eq!((window.start, window.bytes.len()), (0x10, 96));
        window.copy_bytes(0, &[1; 0x12]);
        window.copy_bytes(0x26, &[2; 500]);
        let known: Vec<usize> = (0..96).filter(|at| window.bytes[*at].is_some()).collect();
        assert_eq!(known, [0, 1].into_iter().chain(0x16..96).collect::<Vec<_>>());
        window.cut_rows_after(0x27);
        assert_eq!(window.bytes.len(), 0x30, "the row before, the row of the place, and one after");
        let mut first = RowWindow::around_offset(3);
        first.copy_bytes(0, &[7; 20]);
        first.cut_rows_after(4);
        assert_eq!((first.start, first.bytes.len()), (0, 20), "the file ends");
    }
}
