//! Spans of fields.

use crate::schema::Endian;

/// The span of a field: its name, the offsets where it begins and ends, and its byte order if a value decides the
/// order.
pub type FieldSpan<'a> = (&'a str, u64, u64, Option<Endian>);
