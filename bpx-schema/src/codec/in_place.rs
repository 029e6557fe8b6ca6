//! Reads fields that follow the field before and are stored through a transform.

use super::{Decoder, Fetch, Space, StoredRegion};
use crate::report::{Class, Error, Location, RegionRule, Result};
use crate::schema::Field;
use crate::watch::{NodeKind, ValueNode};
use std::sync::Arc;

/// The stored bytes of a field, and where they lie.
#[derive(Clone, Copy)]
struct StoredSource<'b> {
    bytes: &'b [u8],
    /// The space that contains the bytes.
    space: Space,
    /// The location of the field.
    at: Location,
    /// Number of bytes that the field takes at its location.
    taken: u64,
    /// Whether the content is decompressed; offsets in the file do not advance in decompressed content.
    packed: bool,
}

/// Returns the same error, with the name of the part that contains the faulty byte of the stream.
fn in_part(error: Error, field: &Field, array: &str, parts: &[&[u8]]) -> Error {
    let Error::Fault(mut finding) = error else { return error };
    if finding.code == RegionRule::Stream.code(field)
        && let Some(mut byte) = finding.location.content
    {
        for (index, part) in parts.iter().enumerate() {
            let size = part.len() as u64;
            if byte < size {
                finding.message = format!("{}, at byte {byte} of the part in `{array}[{index}]`", finding.message);
                break;
            }
            byte -= size;
        }
    }
    Error::Fault(finding)
}

impl Decoder<'_, '_> {
    /// Reads a field that is stored in the next `stored.size` bytes. Decodes and checks the bytes, and reads the field
    /// from their content, which is a separate space.
    ///
    /// A wrong checksum, and content that the field does not use, are reported to the listener; reading continues.
    ///
    /// # Errors
    /// `Truncated` when fewer bytes are left; `BadStream`, `UnsupportedFeature`, `SizeMismatch` and `LimitExceeded`
    /// when the bytes cannot be decoded; and the errors of `read`.
    pub fn read_stored<T>(
        &mut self,
        field: &Field,
        stored: StoredRegion,
        read: impl FnOnce(&mut Decoder<'_, '_>) -> Result<T>,
    ) -> Result<T> {
        if field.region.as_ref().is_some_and(|region| region.self_ending) {
            return self.stored_first(field, stored, read);
        }
        let (stored, at) = (StoredRegion { offset: self.position(), ..stored }, self.location());
        self.take(stored.size).map_err(|error| error.in_field(&field.name))?;
        let (bytes, packed) = (self.bytes(), stored.transform.is_some());
        let known = self.known_content(stored.offset).filter(|_| packed);
        let source = StoredSource { bytes, space: self.space(), at, taken: stored.size, packed };
        self.content_of(field, stored, source, known, read)
    }

    /// Reads a field from the content of the stream that begins with the next byte and ends by itself.
    fn stored_first<T>(
        &mut self,
        field: &Field,
        stored: StoredRegion,
        read: impl FnOnce(&mut Decoder<'_, '_>) -> Result<T>,
    ) -> Result<T> {
        let (bytes, space, at) = (self.bytes(), self.space(), self.location());
        let stored = StoredRegion { offset: self.position(), size: self.remaining(), ..stored };
        let budget = Arc::new(self.budget().new_part(0));
        let (content, size) = Fetch { source: &bytes, space, budget, field, stored, origin: None }.first_stream()?;
        self.take(size).map_err(|error| error.in_field(&field.name))?;
        let source = StoredSource { bytes, space, at, taken: size, packed: true };
        self.content_of(field, StoredRegion { size, ..stored }, source, Some(&content), read)
    }

    /// Reads a joined field from the content of parts, which are members of the elements of an array. Joins the parts,
    /// and decodes them like [`read_stored`](Self::read_stored).
    ///
    /// # Errors
    /// Returns the errors of [`read_stored`](Self::read_stored); `Overflow` when the expression for the joined parts has no
    /// value.
    pub fn read_joined<T>(
        &mut self,
        field: &Field,
        stored: StoredRegion,
        (array, at, parts): (&str, Location, Option<Vec<&[u8]>>),
        read: impl FnOnce(&mut Decoder<'_, '_>) -> Result<T>,
    ) -> Result<T> {
        let parts = parts.ok_or_else(|| {
            self.fault(
                Class::Overflow,
                "the expression for the joined parts has no value, because its computation fails",
            )
            .in_field(&field.name)
        })?;
        let size = parts.iter().map(|part| part.len() as u64).sum();
        let held = self.budget().hold_memory(size);
        let _held =
            held.map_err(|exceeded| self.fault(Class::LimitExceeded, exceeded.to_string()).in_field(&field.name))?;
        let bytes = parts.concat();
        let stored = StoredRegion { offset: 0, size, ..stored };
        let source = StoredSource { bytes: &bytes, space: Space::Packed(at.file), at, taken: 0, packed: true };
        self.content_of(field, stored, source, None, read).map_err(|error| in_part(error, field, array, &parts))
    }

    /// Reads a field from the content of its stored bytes.
    fn content_of<T>(
        &mut self,
        field: &Field,
        stored: StoredRegion,
        source: StoredSource<'_>,
        known: Option<&[u8]>,
        read: impl FnOnce(&mut Decoder<'_, '_>) -> Result<T>,
    ) -> Result<T> {
        let StoredSource { bytes, space, at, taken, packed } = source;
        let budget = Arc::new(self.budget().new_part(0));
        let fetch = Fetch { source: &bytes, space, budget, field, stored, origin: None };
        let kind = NodeKind::Packed { stored: taken };
        let node = ValueNode { segment: None, kind, structure: None, field: Some(field), at };
        self.descend().map_err(|error| error.in_field(&field.name))?;
        let opened = fetch.content_or(known);
        if let (Err(_), true) = (&opened, packed) {
            self.open_node(&node);
            self.close_node(&node, 0);
        }
        let whole = opened?;
        self.budget().grant_steps(whole.len() as u64);
        match fetch.check_content(&whole) {
            Ok(matched) => fetch.excused_finding(matched).into_iter().for_each(|finding| self.report(finding)),
            Err(error) => self.report(error.into_finding()?),
        }
        if packed {
            self.open_node(&node);
        }
        let (space, budget) = (self.space_of_content(at, packed), self.budget().clone());
        let mut inside = self.inner_decoder(&whole, space, &budget);
        let value = super::stack::with_room(|| inside.whole_in(Some(field), read));
        // A decoder never goes past the end of its content.
        let head = usize::try_from(inside.position()).ok().and_then(|end| whole.get(..end));
        self.note_spaced(head.unwrap_or_default(), &whole);
        if packed {
            self.close_node(&node, whole.len() as u64);
        }
        self.ascend();
        value
    }

    /// Keeps a content that has bytes after its adjacent fields, so that a writer can find the bytes that belong to no
    /// field.
    fn note_spaced(&self, head: &[u8], whole: &[u8]) {
        if let Some(forms) = self.budget().forms().filter(|_| head.len() < whole.len()) {
            forms.insert_spaced(head, whole, &self.budget().memory_account());
        }
    }

    /// Returns the space of the content of bytes that are stored at a location. Offsets in the file do not advance in
    /// decompressed content, nor in plain parts of decompressed content.
    pub(super) fn space_of_content(&self, at: Location, packed: bool) -> Space {
        if packed || self.is_packed() { Space::Packed(at.file) } else { Space::Plain(at.file) }
    }
}
