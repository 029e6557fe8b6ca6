//! Values that borrow from the bytes that they are read from.

use super::Decoder;
use crate::report::{Error, Result};
use crate::schema::{Field, Rule};
use crate::value::{LeafValue, rule_violations};
use std::borrow::Cow;

/// A value of bytes that are owned, or borrowed from the input.
pub trait HeldValue<'a>: Sized {
    /// Returns the value that consists of `bytes`; `None` for a text if the bytes are not UTF-8.
    fn of_bytes(bytes: &'a [u8]) -> Option<Self>;

    /// Returns the bytes.
    fn held_bytes(&self) -> &[u8];
}

impl<'a> HeldValue<'a> for &'a [u8] {
    #[inline]
    fn of_bytes(bytes: &'a [u8]) -> Option<Self> {
        Some(bytes)
    }

    #[inline]
    fn held_bytes(&self) -> &[u8] {
        self
    }
}

impl<'a> HeldValue<'a> for &'a str {
    #[inline]
    fn of_bytes(bytes: &'a [u8]) -> Option<Self> {
        std::str::from_utf8(bytes).ok()
    }

    #[inline]
    fn held_bytes(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<'a> HeldValue<'a> for Cow<'a, [u8]> {
    #[inline]
    fn of_bytes(bytes: &'a [u8]) -> Option<Self> {
        Some(Self::Borrowed(bytes))
    }

    #[inline]
    fn held_bytes(&self) -> &[u8] {
        self
    }
}

impl<'a> HeldValue<'a> for Cow<'a, str> {
    #[inline]
    fn of_bytes(bytes: &'a [u8]) -> Option<Self> {
        std::str::from_utf8(bytes).ok().map(Self::Borrowed)
    }

    #[inline]
    fn held_bytes(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<'a> Decoder<'a, '_> {
    /// Takes `count` bytes without copying. `sound` returns whether all bytes keep their rules, as in
    /// [`numbers`](Self::numbers).
    ///
    /// # Errors
    /// Returns an error when fewer than `count` bytes are left.
    #[inline]
    pub fn take_borrowed(&mut self, field: &Field, count: u64, sound: impl FnOnce(&[u8]) -> bool) -> Result<&'a [u8]> {
        let bytes = match self.take(count) {
            Ok(bytes) => bytes,
            Err(error) => return Err(error.in_field(&field.name)),
        };
        if self.is_watched() && (self.hears_fields(false) || !sound(bytes)) {
            let at = self.location_of(self.position() - count);
            self.report_leaf(field, bytes, at);
        }
        Ok(bytes)
    }

    /// Returns the value of bytes that were [borrowed](Self::take_borrowed).
    ///
    /// If the bytes are not a text, and there is a listener, the fault was reported to the listener before. Then the
    /// text is empty, so that reading continues.
    ///
    /// # Errors
    /// Returns an error when a text is not UTF-8 and there is no listener.
    #[inline]
    pub fn hold_value<T: HeldValue<'a>>(&self, field: &Field, bytes: &'a [u8]) -> Result<T> {
        match T::of_bytes(bytes) {
            Some(value) => Ok(value),
            None => self.hold_no_text(field, bytes),
        }
    }

    #[cold]
    fn hold_no_text<T: HeldValue<'a>>(&self, field: &Field, bytes: &'a [u8]) -> Result<T> {
        if let Some(value) = T::of_bytes(&[]).filter(|_| self.is_watched()) {
            return Ok(value);
        }
        // The location of the bytes is computed only for an error. They are some of the bytes of the decoder.
        let start = bytes.as_ptr().addr().saturating_sub(self.bytes().as_ptr().addr());
        let at = self.location_of(start as u64);
        let rule = field.constraints.iter().find(|constraint| constraint.rule == Rule::Utf8);
        let value = LeafValue::Text(bytes);
        let broken = rule.and_then(|rule| {
            rule_violations(std::slice::from_ref(rule), None, &value, &super::decoder::NamelessScope, at).next()
        });
        match broken {
            Some(finding) => Err(Error::from(finding).in_field(&field.name)),
            None => Err(Error::fault(crate::report::Class::BadText, at, "not UTF-8").in_field(&field.name)),
        }
    }
}
