//! Bytes that a decoder passes over.

use super::Decoder;
use crate::report::{Path, Result, Segment, unread};
use crate::schema::{Field, Offset};

impl Decoder<'_, '_> {
    /// Reads a value that is all there is in the bytes, and reports those that nothing reads, when somebody asks.
    ///
    /// # Errors
    /// Returns the errors of `read`.
    pub(crate) fn whole<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.whole_in(None, read)
    }

    /// Like [`Self::whole`], where the bytes are the content of a field.
    pub(super) fn whole_in<T>(
        &mut self,
        field: Option<&Field>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if let Some(coverage) = self.watch().and_then(|watch| watch.coverage()) {
            coverage.enter();
        }
        let start = self.position();
        let value = read(self);
        self.covers(start, self.position());
        let (bytes, size) = (self.bytes(), self.size());
        let Some(coverage) = self.watch().and_then(|watch| watch.coverage()) else { return value };
        let left = coverage.leave(size);
        // What was not read because of a fault is no news.
        for (from, to) in left.into_iter().filter(|_| value.is_ok()) {
            if let Some(left) = Offset::from(from).up_to(to, bytes) {
                let finding = unread(self.location_of(from), left, to == size);
                let path = Path::new(field.map(|field| Segment::Field(field.name.clone())).into_iter().collect());
                self.report(finding.at(path));
            }
        }
        value
    }

    /// Takes note that bytes of the space were read, when somebody asks.
    pub(crate) fn covers(&mut self, from: u64, to: u64) {
        if let Some(coverage) = self.watch().and_then(|watch| watch.coverage()) {
            coverage.read(from, to);
        }
    }
}
