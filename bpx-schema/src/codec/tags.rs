//! Cases that are selected by a tag.

use super::{Decoder, Encoder};
use crate::report::{Class, Error, Result, quote};
use crate::value::Value;

impl Decoder<'_, '_> {
    /// Returns whether the next bytes are these.
    #[must_use]
    pub fn begins_with(&self, tag: &[u8]) -> bool {
        self.rest().starts_with(tag)
    }

    /// Returns the fault for bytes that are not a tag of a case. `longest` is the size of the longest tag, and `shown`
    /// are the parameters.
    #[cold]
    #[must_use]
    pub fn unknown_tag(&self, owner: &str, shown: String, longest: usize) -> Error {
        let rest = self.rest();
        let next = rest.get(..longest).unwrap_or(rest);
        let shown = if shown.is_empty() { shown } else { format!(" for {}", quote(shown)) };
        let message = format!("no case of {owner}{shown} begins with {}", quote(Value::Text(next)));
        self.fault(Class::UnknownTag, message)
    }
}

impl Encoder<'_> {
    /// Rejects a case, written from a position on, whose first bytes are the tag of another case. A reader would select
    /// that case.
    ///
    /// # Errors
    /// `Inconsistent` when they are.
    pub fn expect_no_tag(&mut self, name: &str, begin: u64, tag: &[u8]) -> Result<()> {
        let written = usize::try_from(begin).ok().zip(self.written()).and_then(|(begin, bytes)| bytes.get(begin..));
        match written.is_some_and(|bytes| bytes.starts_with(tag)) {
            true => Err(self.fault(Class::Inconsistent, other_tag(name, tag))),
            false => Ok(()),
        }
    }
}

/// Returns the message for a case that begins with the tag of another one.
pub(crate) fn other_tag(name: &str, tag: &[u8]) -> String {
    format!("the value is a `{name}`, but begins with {}, the tag of another case", quote(Value::Text(tag)))
}
