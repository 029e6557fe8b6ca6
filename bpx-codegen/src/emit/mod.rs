//! Third stage: writes Rust from a checked declaration, and its schema as constants.

pub(crate) mod bits;
pub(crate) mod codes;
mod computed;
mod expr;
mod field_constants;
mod links;
pub(crate) mod record;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod structure;
pub(crate) mod switch;
mod tree;
