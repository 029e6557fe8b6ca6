//! Selects cases of a switch by a tag.

use super::{Decoder, Encoder};
use crate::report::{Class, Error, Result, quote_value};
use crate::value::LeafValue;

impl Decoder<'_, '_> {
    /// Returns whether the next bytes are `tag`.
    #[must_use]
    pub fn begins_with(&self, tag: &[u8]) -> bool {
        self.rest().starts_with(tag)
    }

    /// Returns the fault that the next bytes are not a tag of a case. `longest` is the size of the longest tag in
    /// bytes, and `shown` are the values of the parameters.
    #[cold]
    #[must_use]
    pub fn unknown_tag(&self, owner: &str, shown: String, longest: usize) -> Error {
        let rest = self.rest();
        let next = rest.get(..longest).unwrap_or(rest);
        let shown = if shown.is_empty() { shown } else { format!(" for {}", quote_value(shown)) };
        let message = format!("no case of {owner}{shown} begins with {}", quote_value(LeafValue::Text(next)));
        self.fault(Class::UnknownTag, message)
    }
}

impl Encoder<'_> {
    /// Rejects a written case if its bytes, which start at `begin`, begin with the tag of another case. A reader would
    /// select the other case.
    ///
    /// # Errors
    /// `Inconsistent` when the bytes begin with `tag`.
    pub fn expect_no_tag(&mut self, name: &str, begin: u64, tag: &[u8]) -> Result<()> {
        let written =
            usize::try_from(begin).ok().zip(self.written_bytes()).and_then(|(begin, bytes)| bytes.get(begin..));
        match written.is_some_and(|bytes| bytes.starts_with(tag)) {
            true => Err(self.fault(Class::Inconsistent, other_tag(name, tag))),
            false => Ok(()),
        }
    }
}

/// Returns the message that the bytes of a case begin with the tag of another case.
pub(crate) fn other_tag(name: &str, tag: &[u8]) -> String {
    format!("the value is a `{name}`, but begins with {}, the tag of another case", quote_value(LeafValue::Text(tag)))
}
