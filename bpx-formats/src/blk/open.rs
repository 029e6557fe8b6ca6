//! Reading a file of any form.

use super::hint::explain;
use super::unpack::unpack;
use super::{Companions, Document, Form, text};
use bpx_schema::{Limits, Result};

impl Document {
    /// Reads a file: binary, of any kind, or in the text form.
    ///
    /// # Errors
    /// When the bytes do not form a file, break a rule that no reader forgives, or need a companion that is not
    /// there; a legacy file is [`Class::UnsupportedVersion`](bpx_schema::report::Class::UnsupportedVersion).
    pub fn open(file: &[u8], companions: &Companions, limits: Limits) -> Result<Self> {
        let opened = Form::of(file, companions).and_then(|form| match form {
            Form::Text => text::read(file, limits),
            Form::Binary(_) => Self::from_unpacked(unpack(file, companions, limits)?, companions, limits),
            Form::NameMap => Err(super::names::no_tree()),
        });
        opened.map_err(|error| explain(error, file, companions, limits))
    }
}
