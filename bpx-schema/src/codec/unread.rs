//! Finds the bytes that a decoder does not read.

use super::Decoder;
use crate::report::{Path, Result, Segment, unread_finding};
use crate::schema::{Field, Offset};

impl Decoder<'_, '_> {
    /// Reads a value that should use all bytes, and reports unread bytes to a listener that wants them.
    ///
    /// # Errors
    /// Returns the errors of `read`.
    pub(crate) fn read_whole<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.whole_in(None, read)
    }

    /// Reads a value like [`Self::read_whole`], from bytes that are the content of a field.
    pub(super) fn whole_in<T>(
        &mut self,
        field: Option<&Field>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if let Some(coverage) = self.watch().and_then(|watch| watch.coverage()) {
            coverage.enter_space();
        }
        let start = self.position();
        let value = read(self);
        self.note_covered(start, self.position());
        let (bytes, size) = (self.bytes(), self.size());
        let Some(coverage) = self.watch().and_then(|watch| watch.coverage()) else { return value };
        let left = coverage.leave_space(size).into_iter();
        let left: Vec<_> = left.map(|(from, to)| (from, to, coverage.padded_up_to(from).min(to))).collect();
        // Bytes that were not read because of a fault are not reported.
        for (from, to, padded) in left.into_iter().filter(|_| value.is_ok()) {
            // Bytes that were left lie inside of the space.
            let zeros = Offset::from(from).up_to(padded, bytes).unwrap_or_default();
            let from = if zeros.iter().all(|byte| *byte == 0) { from + zeros.len() as u64 } else { from };
            if let Some(left) = Offset::from(from).up_to(to, bytes).filter(|left| !left.is_empty()) {
                if let (Some(field), Some(watch)) = (field, self.watch()) {
                    watch.left_bytes(field, from, left);
                }
                let finding = unread_finding(self.location_of(from), left, to == size);
                let path = Path::new(field.map(|field| Segment::Field(field.name.clone())).into_iter().collect());
                self.report(finding.with_path(path));
            }
        }
        value
    }

    /// Reports that a decoder read the bytes of a field with an offset, and up to where zeros may pad the bytes.
    pub(super) fn covers_padded(&mut self, field: &Field, from: u64, to: u64) {
        self.note_covered(from, to);
        let Some(coverage) = self.watch().and_then(|watch| watch.coverage()) else { return };
        if let Some(padded) = field.region.as_ref().map(|region| region.place.padded_end(to)) {
            coverage.note_padding(to, padded);
        }
    }

    /// Reports that a decoder read bytes of the space, if a listener collects such reports.
    pub(crate) fn note_covered(&mut self, from: u64, to: u64) {
        if let Some(coverage) = self.watch().and_then(|watch| watch.coverage()) {
            coverage.note_read(from, to);
        }
    }
}
