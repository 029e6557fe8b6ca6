#![allow(clippy::arithmetic_side_effects, reason = "all offsets are places in bytes in memory")]

use bpx_schema::codec::Space;
use bpx_schema::report::Class;
use bpx_schema::{Error, Result};

/// A view that returns the texts of a section by their offsets. The view copies nothing, and reads bytes on access.
///
/// Every offset in the section is valid, even inside of another text; a text ends at the next NUL.
#[derive(Debug, Clone, Copy)]
pub struct StringsView<'a> {
    bytes: &'a [u8],
    space: Space,
}

impl<'a> StringsView<'a> {
    /// Creates a view of the content of a section.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self::in_space(bytes, Space::Plain(0))
    }

    /// Creates a view that adds the space of the content to its errors.
    #[must_use]
    pub fn in_space(bytes: &'a [u8], space: Space) -> Self {
        Self { bytes, space }
    }

    /// Returns the content.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the text at an offset in bytes.
    ///
    /// # Errors
    /// Returns an error when the offset is not in the section ([`Class::OutOfBounds`]), no NUL follows
    /// ([`Class::Unterminated`]), or the bytes are not UTF-8 ([`Class::BadText`], at the first such byte).
    pub fn get(self, offset: u32) -> Result<&'a str> {
        let bytes = self.get_bytes(offset)?;
        std::str::from_utf8(bytes).map_err(|error| {
            let at = u64::from(offset) + error.valid_up_to() as u64;
            self.fault_at(Class::BadText, at, "not UTF-8".to_owned())
        })
    }

    /// Returns the bytes of the text at an offset, without the NUL.
    ///
    /// # Errors
    /// Returns the errors of [`Self::get`] except [`Class::BadText`].
    pub fn get_bytes(self, offset: u32) -> Result<&'a [u8]> {
        let at = u64::from(offset);
        let rest = usize::try_from(offset).ok().and_then(|start| self.bytes.get(start..));
        let Some(rest) = rest.filter(|rest| !rest.is_empty()) else {
            let message = format!(
                "expected an offset below {}, the size of the strings section, found {offset}",
                self.bytes.len()
            );
            return Err(self.fault_at(Class::OutOfBounds, at, message));
        };
        split_nul(rest).map(|(text, _)| text).ok_or_else(|| self.unterminated_error(at))
    }

    /// Returns the texts in order, each with its offset. If the last text has no NUL, the last item is an error.
    #[must_use]
    pub fn iter(self) -> StringsIter<'a> {
        StringsIter { view: self, rest: self.bytes }
    }

    fn unterminated_error(self, at: u64) -> Error {
        self.fault_at(Class::Unterminated, at, "the text has no NUL before the end of the section".to_owned())
    }

    #[cold]
    fn fault_at(self, class: Class, at: u64, message: String) -> Error {
        Error::fault(class, self.space.location(at), message)
    }
}

/// Returns the bytes before the first NUL, and the bytes after the NUL.
fn split_nul(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (text, rest) = bytes.split_at(bytes.iter().position(|byte| *byte == 0)?);
    Some((text, rest.split_first()?.1))
}

impl<'a> IntoIterator for StringsView<'a> {
    type Item = Result<(u64, &'a [u8])>;
    type IntoIter = StringsIter<'a>;

    fn into_iter(self) -> StringsIter<'a> {
        self.iter()
    }
}

/// The texts of a section, with their offsets in bytes.
#[derive(Debug, Clone)]
pub struct StringsIter<'a> {
    view: StringsView<'a>,
    /// The bytes from the next text to the end of the section.
    rest: &'a [u8],
}

impl<'a> Iterator for StringsIter<'a> {
    type Item = Result<(u64, &'a [u8])>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let offset = (self.view.bytes.len() - self.rest.len()) as u64;
        let Some((text, rest)) = split_nul(self.rest) else {
            self.rest = &[];
            return Some(Err(self.view.unterminated_error(offset)));
        };
        self.rest = rest;
        Some(Ok((offset, text)))
    }
}
