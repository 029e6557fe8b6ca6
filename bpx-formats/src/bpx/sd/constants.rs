//! Names and bounds of structured data.

use crate::bpx::hash_const;

/// Name of the property that lists the names of an object (section 10.2.5).
pub const DEBUG_NAME: &str = "__debug__";
/// Hash of [`DEBUG_NAME`].
pub const DEBUG_HASH: u64 = hash_const(DEBUG_NAME.as_bytes());
/// Most properties of an object, and most elements of an array: the count is one byte.
pub const MAX_LEN: usize = 255;
/// Most objects and arrays, the root included, that the reference reader takes in the metadata of a package.
pub const PACKAGE_BUDGET: usize = 15;
/// Most objects and arrays, the root included, that the reference reader takes for a symbol of a shader.
pub const SYMBOL_BUDGET: usize = 3;
