//! Third stage: writes Rust from a checked declaration, and its schema as constants. It reports no errors.

mod algorithm;
pub(crate) mod binrw;
pub(crate) mod bits;
mod codec;
pub(crate) mod codes;
mod computed;
mod expr;
mod expr_schema;
mod field_constants;
mod fixed;
mod links;
pub(crate) mod literals;
mod marks;
mod offset;
mod parts;
mod read;
pub(crate) mod record;
mod region;
mod rules;
mod schema;
pub(crate) mod structure;
mod sum;
pub(crate) mod switch;
pub(crate) mod tree;
mod types;
mod write;
