//! Checks what a reader takes from the size of the space that contains a value: lists up to the end of the space, and
//! conditions and counts that use the number of left bytes.
//!
//! The size is known only when everything is written. If values depend on it, the encoder goes over the values again,
//! with the known size, and only counts bytes.

use super::space_size::StoredSpace;
use super::{Codec, Encoder};
use crate::report::{Class, Result};
use crate::schema::Field;

impl Encoder<'_> {
    /// Returns a value that depends on the size of the space, such as a condition with `remaining`; `None` while the
    /// size is not known. The encoder checks the value later.
    pub fn in_known_space<V>(&mut self, value: impl FnOnce(&Self) -> V) -> Option<V> {
        // A layout places the bytes, so that positions are not known.
        if self.is_placed_later() {
            return None;
        }
        self.space.decides |= self.space.known.is_none();
        self.space.known.map(|_| value(self))
    }

    /// Returns the size of the space in bytes; 0 while the size is not known.
    #[must_use]
    pub fn space_size(&self) -> u64 {
        self.space.known.unwrap_or(0)
    }

    /// Returns the number of bytes from the position up to the end of the space; 0 while the size is not known.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        self.space_size().saturating_sub(self.position())
    }

    /// Rejects a list that takes all bytes up to the end of the space, if it does not end there. While the size is not
    /// known, only records the end of the list.
    ///
    /// # Errors
    /// `TrailingBytes` when bytes follow the list.
    pub fn expect_rest(&mut self, field: &Field) -> Result<()> {
        let end = self.position();
        if self.is_placed_later() {
            return Ok(());
        }
        let Some(size) = self.space.known else {
            self.space.filled.get_or_insert(end);
            return Ok(());
        };
        let more = size.saturating_sub(end);
        if more == 0 { Ok(()) } else { Err(self.fault(Class::TrailingBytes, after_rest(more)).in_field(&field.name)) }
    }

    /// Returns whether the size of the space is known, so that the encoder only checks the values.
    pub(super) fn knows_space(&self) -> bool {
        self.space.known.is_some()
    }

    /// Checks the content of the next stored field. Returns the sizes of the stored form and of the content in bytes.
    ///
    /// # Errors
    /// Returns the errors of the checks.
    pub(super) fn check_stored(&mut self, check: impl FnOnce(&mut Encoder<'_>) -> Result<()>) -> Result<(u64, u64)> {
        // Both passes store the same fields.
        let Some(StoredSpace { stored, content, inner }) = self.space.stored.pop() else { return Ok((0, 0)) };
        if let Some(inner) = inner {
            let mut nothing = Vec::new();
            let mut encoder = self.inner_encoder(&mut nothing).checking(*inner);
            let checked = encoder.write_level(|e| super::stack::with_room(|| check(e)));
            checked.map_err(|error| super::storing::in_content(error, self.position()))?;
        }
        Ok((stored, content))
    }
}

/// Writes a value that is alone in its space to the end of `out`, and checks what depends on the size of the space;
/// `set` sets limits and other properties of an encoder.
///
/// # Errors
/// Returns the errors of [`Codec::encode`]; `TrailingBytes` when bytes follow a list that takes all bytes up to the end,
/// and `Inconsistent` or `CountMismatch` when a reader would compute another condition or count than that for which a
/// field was written.
pub(crate) fn write_whole<T: Codec>(
    out: &mut Vec<u8>,
    (value, args): (&T, T::Args),
    set: impl Fn(Encoder<'_>) -> Encoder<'_>,
) -> Result<()> {
    let mut encoder = set(Encoder::new(out));
    value.encode(&mut encoder, args)?;
    let size = encoder.position();
    match encoder.space.into_check(size) {
        Some(space) => value.encode(&mut set(Encoder::counting()).checking(space), args),
        None => Ok(()),
    }
}

#[cold]
pub(crate) fn after_rest(more: u64) -> String {
    format!("expected no bytes after a list that takes all bytes up to the end, found {more} bytes")
}
