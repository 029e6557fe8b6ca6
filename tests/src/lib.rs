//! Tests across crates, and the twins that they compare with.

pub mod generate;
#[allow(missing_docs, unused_imports, unused_variables, clippy::all, clippy::pedantic)]
// As the generator writes it.
#[rustfmt::skip]
pub mod twins;
