//! Names and bounds of structured data.

use crate::bpx::hash_const;

/// Name of the property that lists the names of an object (section 10.2.5).
pub const DEBUG_NAME: &str = "__debug__";
/// Hash of [`DEBUG_NAME`].
pub const DEBUG_HASH: u64 = hash_const(DEBUG_NAME.as_bytes());
/// Largest number of properties of an object, and of elements of an array, because the count is one byte.
pub const MAX_LEN: usize = 255;
/// Largest number of objects and arrays, the root included, that the reference reader accepts in the metadata of a
/// package.
pub const PACKAGE_BUDGET: usize = 15;
/// Largest number of objects and arrays, the root included, that the reference reader accepts for a symbol of a
/// shader.
pub const SYMBOL_BUDGET: usize = 3;
