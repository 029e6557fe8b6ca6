//! Fields that lie in place, behind the field before, and are stored through a transform.

use super::{Decoder, Fetch, Space, Stored};
use crate::report::{Location, Result};
use crate::schema::Field;
use crate::watch::{Kind, Node};
use std::sync::Arc;

impl Decoder<'_, '_> {
    /// Reads a field whose bytes are stored in the next `stored.size` bytes: opens them, checks them, and reads the field
    /// from their content, which is a space of its own.
    ///
    /// Another checksum than the stated one, and content that the field does not use, are reported; reading goes on.
    ///
    /// # Errors
    /// `Truncated` when fewer bytes are left; `BadStream`, `UnsupportedFeature`, `SizeMismatch` and `LimitExceeded` when they
    /// do not unpack; and those of reading the field.
    pub fn stored<T>(
        &mut self,
        field: &Field,
        stored: Stored,
        read: impl FnOnce(&mut Decoder<'_, '_>) -> Result<T>,
    ) -> Result<T> {
        let (stored, at) = (Stored { offset: self.position(), ..stored }, self.location());
        self.take(stored.size).map_err(|error| error.in_field(&field.name))?;
        let bytes = self.bytes();
        let budget = Arc::new(self.budget().part(0));
        let fetch = Fetch { source: &bytes, space: self.space(), budget, field, stored, origin: None };
        let packed = stored.transform.is_some();
        let kind = Kind::Packed { stored: stored.size };
        let node = Node { segment: None, kind, structure: None, field: Some(field), at };
        self.descend().map_err(|error| error.in_field(&field.name))?;
        let opened = fetch.content_or(self.known_content(stored.offset).filter(|_| packed));
        if let (Err(_), true) = (&opened, packed) {
            self.open(&node);
            self.close(&node, 0);
        }
        let whole = opened?;
        self.budget().grant_steps(whole.len() as u64);
        match fetch.check(&whole) {
            Ok(matched) => fetch.excused(matched).into_iter().for_each(|finding| self.report(finding)),
            Err(error) => self.report(error.into_finding()?),
        }
        if packed {
            self.open(&node);
        }
        let (space, budget) = (self.space_of_content(at, packed), self.budget());
        let mut inside = self.within(&whole, space, budget);
        let value = super::stack::with_room(|| inside.whole_in(Some(field), read));
        if packed {
            self.close(&node, whole.len() as u64);
        }
        self.ascend();
        value
    }

    /// Where the content lies whose stored bytes begin at a place. Offsets in the file do not advance in what a decompressor
    /// made, nor in a part of that which is stored as it is.
    pub(super) fn space_of_content(&self, at: Location, packed: bool) -> Space {
        if packed || self.is_packed() { Space::Packed(at.file) } else { Space::Plain(at.file) }
    }
}
