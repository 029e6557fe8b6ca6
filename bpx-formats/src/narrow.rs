//! Converts counts, sizes and offsets to the 32-bit numbers that files store.

use bpx_schema::report::{Class, Error, Result};

/// Returns a count, a size or an offset as a 32-bit number.
///
/// # Errors
/// `Overflow` above 2^32 - 1; `what` names the counted things in the message.
pub(crate) fn as_u32(number: impl TryInto<u32>, what: &str) -> Result<u32> {
    number.try_into().map_err(|_| too_many_error(what))
}

/// Returns the error that a number exceeds 2^32 - 1.
#[cold]
pub(crate) fn too_many_error(what: &str) -> Error {
    Error::unlocated_fault(Class::Overflow, format!("expected at most 2^32 - 1 {what}, found more"))
}
