//! Spans of fields, and how a link leads to a structure.

use crate::schema::{Endian, Link, Structure};

/// The span of a field: its name, the offsets where it begins and ends, and its byte order if a value decides the
/// order.
pub type FieldSpan<'a> = (&'a str, u64, u64, Option<Endian>);

/// A function that returns the structure of a link.
pub(crate) type LinkResolver<'a> = dyn Fn(&Link) -> Option<&'a Structure> + 'a;
