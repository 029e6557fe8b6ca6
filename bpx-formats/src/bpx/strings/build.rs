#![allow(clippy::arithmetic_side_effects, reason = "all numbers are sizes of texts in memory")]

use super::StringsView;
use crate::narrow::as_u32;
use bpx_schema::report::{Class, Location};
use bpx_schema::schema::memory_size;
use bpx_schema::{Error, Result};
use std::collections::HashMap;

/// Builds a strings section. The offset of a text never changes when more texts are added.
#[derive(Debug, Clone)]
pub struct StringsBuilder {
    bytes: Vec<u8>,
    /// The offset of each text, for [`Self::intern`].
    known: HashMap<Box<[u8]>, u32>,
    /// Largest size of the section in bytes.
    max: usize,
}

impl Default for StringsBuilder {
    fn default() -> Self {
        // The size of a section is stored in 32 bits.
        Self { bytes: Vec::new(), known: HashMap::new(), max: memory_size(u32::MAX) }
    }
}

impl StringsBuilder {
    /// Creates a section without texts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a builder that appends texts to an existing content.
    ///
    /// # Errors
    /// Returns an error when the last text has no NUL, because a new text would become part of the last text, or when
    /// the content is larger than 2^32 - 1 bytes.
    pub fn after(bytes: Vec<u8>) -> Result<Self> {
        let mut builder = Self::default();
        if bytes.len() > builder.max {
            return Err(text_fault(
                Class::Overflow,
                bytes.len(),
                "expected at most 2^32 - 1 bytes in the section, found more",
            ));
        }
        for text in StringsView::new(&bytes) {
            let (offset, text) = text?;
            let offset = as_u32(offset, "bytes in the section")?;
            builder.known.entry(text.into()).or_insert(offset);
        }
        builder.bytes = bytes;
        Ok(builder)
    }

    /// Adds a text at the end, and returns its offset in bytes.
    ///
    /// # Errors
    /// Returns an error when the text contains a NUL ([`Class::BadText`]), or the section would be larger than 2^32 -
    /// 1 bytes ([`Class::Overflow`]).
    pub fn append(&mut self, text: &str) -> Result<u32> {
        let start = self.bytes.len();
        if text.contains('\0') {
            return Err(text_fault(Class::BadText, start, "a text must not contain a NUL"));
        }
        let offset = u32::try_from(start).ok().filter(|_| start + text.len() < self.max);
        let offset = offset.ok_or_else(|| {
            text_fault(Class::Overflow, start, "expected at most 2^32 - 1 bytes in the section, found more")
        })?;
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(0);
        self.known.entry(text.as_bytes().into()).or_insert(offset);
        Ok(offset)
    }

    /// Returns the offset of an existing text, or adds the text.
    ///
    /// # Errors
    /// Returns the errors of [`Self::append`].
    pub fn intern(&mut self, text: &str) -> Result<u32> {
        match self.known.get(text.as_bytes()) {
            Some(offset) => Ok(*offset),
            None => self.append(text),
        }
    }

    /// Returns a view of the content so far.
    #[must_use]
    pub fn view(&self) -> StringsView<'_> {
        StringsView::new(&self.bytes)
    }

    /// Returns the content.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    #[cfg(test)]
    pub(super) fn with_max(max: usize) -> Self {
        Self { max, ..Self::default() }
    }
}

fn text_fault(class: Class, at: usize, message: &str) -> Error {
    let at = at as u64;
    Error::fault(class, Location { file: at, content: Some(at) }, message)
}
