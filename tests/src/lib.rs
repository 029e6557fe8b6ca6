//! Tests across crates, and the code that they share.

pub mod fuzzing;
pub mod generate;
pub mod programs;
pub mod python;
