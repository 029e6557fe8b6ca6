//! Structured data (section 10.2).

mod node;

pub use self::node::{ARRAY, NONE, Node, OBJECT, Scalar};
