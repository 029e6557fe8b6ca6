//! Structured data, BPXSD (section 10.2): objects, arrays and scalars, in a section or on their own.
//!
//! * [`Document`] is an object with all its parts, read from bytes or built with [`ObjectBuilder`].
//! * [`ObjectRef`], [`ArrayRef`] and [`ValueRef`] give typed access to values.
//! * [`json`] is JSON without loss, and [`plain`] is JSON in the usual form.
//!
//! A property stores the hash of its name. The names are lost, unless an object lists them in its property `__debug__`
//! (section 10.2.5).

mod access;
mod array;
mod build;
mod constants;
mod convert;
mod document;
pub mod json;
mod kind;
mod node;
mod object;
pub mod plain;
pub(crate) mod registry;
mod show;
mod steps;

pub use self::access::{Event, Events, ValueRef};
pub use self::array::ArrayRef;
pub use self::build::{ArrayBuilder, ObjectBuilder};
pub use self::constants::{DEBUG_HASH, DEBUG_NAME, MAX_LEN, PACKAGE_BUDGET, SYMBOL_BUDGET};
pub use self::convert::{IntoScalar, KindError};
pub use self::document::Document;
pub use self::kind::Kind;
pub use self::node::{ARRAY, NONE, Node, NodeArgs, OBJECT, Scalar, ScalarArgs};
pub use self::object::{Names, ObjectRef, Property};
pub use self::steps::{BuildError, Problem};

#[cfg(test)]
mod tests;
