//! Where fields lie.

use crate::schema::Endian;

/// A field, where it begins and ends, and its byte order where a value decides it.
pub type FieldSpan<'a> = (&'a str, u64, u64, Option<Endian>);
