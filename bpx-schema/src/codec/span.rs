//! Places of fields.

use crate::schema::Endian;

/// A field: its name, its beginning and end, and its byte order if a value decides it.
pub type FieldSpan<'a> = (&'a str, u64, u64, Option<Endian>);
