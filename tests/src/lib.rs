//! Tests across crates, and what they have in common.

pub mod fuzzing;
pub mod generate;
