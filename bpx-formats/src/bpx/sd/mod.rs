//! Structured data, BPXSD (section 10.2): objects, arrays and scalars, in a section or on their own.
//!
//! * [`Document`]: an object and all below it, read from bytes or built with [`ObjectBuilder`].
//! * [`ObjectRef`], [`ArrayRef`], [`ValueRef`]: typed reading.
//! * [`json`]: without loss; [`plain`]: as people write JSON.
//!
//! A property is named by the hash of its name. The names themselves are lost, unless an object lists them in
//! its property `__debug__` (section 10.2.5).

mod access;
mod array;
mod build;
mod convert;
mod document;
pub mod json;
mod kind;
mod node;
mod object;
pub mod plain;
pub(crate) mod registry;
mod rules;
mod show;
mod steps;

pub use self::access::{Event, Events, ValueRef};
pub use self::array::ArrayRef;
pub use self::build::{ArrayBuilder, ObjectBuilder};
pub use self::convert::{IntoScalar, KindError};
pub use self::document::Document;
pub use self::json::JsonError;
pub use self::kind::Kind;
pub use self::node::{ARRAY, NONE, Node, OBJECT, Scalar};
pub use self::object::{Names, ObjectRef, Property};
pub(crate) use self::rules::rules;
pub use self::steps::{BuildError, Problem};

/// Name of the property that lists the names of an object (section 10.2.5).
pub const DEBUG_NAME: &str = "__debug__";
/// Hash of [`DEBUG_NAME`].
pub const DEBUG_HASH: u64 = super::hash_const(DEBUG_NAME.as_bytes());
/// Most properties of an object, and most elements of an array: the count is one byte.
pub const MAX_LEN: usize = 255;
/// Most objects and arrays, the root included, that the reference reader takes in the metadata of a package.
pub const PACKAGE_BUDGET: usize = 15;
/// Most objects and arrays, the root included, that the reference reader takes for a symbol of a shader.
pub const SYMBOL_BUDGET: usize = 3;

#[cfg(test)]
mod tests;
