//! Numbers of 32 bits that files state: counts, sizes and places of things in memory.

use bpx_schema::report::{Class, Error, Location, Result};

/// Returns a count, a size or a place as a file states it.
///
/// # Errors
/// `Overflow` above 2^32 - 1; the message says of what there are more.
pub(crate) fn as_u32(number: impl TryInto<u32>, what: &str) -> Result<u32> {
    number.try_into().map_err(|_| too_many_error(what))
}

/// Returns the error of a number above 2^32 - 1.
#[cold]
pub(crate) fn too_many_error(what: &str) -> Error {
    Error::fault(Class::Overflow, Location::default(), format!("expected at most 2^32 - 1 {what}, found more"))
}
