//! Opens a file of any form.

use super::hint::explain_error;
use super::unpack::unpack;
use super::{Companions, Document, Form, text};
use bpx_schema::{Limits, Result};

impl Document {
    /// Reads a file in the text form, or a binary file of any kind.
    ///
    /// # Errors
    /// Returns an error when the bytes do not form a file, break a rule that every reader enforces, or need a companion
    /// that is missing. The error for a legacy file is
    /// [`Class::UnsupportedVersion`](bpx_schema::report::Class::UnsupportedVersion).
    pub fn open(file: &[u8], companions: &Companions, limits: Limits) -> Result<Self> {
        let opened = Form::of(file, companions).and_then(|form| match form {
            Form::Text => text::read(file, limits),
            Form::Binary(_) => Self::from_unpacked(unpack(file, companions, limits)?, companions, limits),
            Form::NameMap => Err(super::names::no_tree()),
        });
        opened.map_err(|error| explain_error(error, file, companions, limits))
    }
}
