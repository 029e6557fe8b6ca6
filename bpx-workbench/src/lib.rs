//! Tools for format authors that need only a schema.
//!
//! * [`diff`] finds the changes between two versions of a schema, and files that prove them.
//! * [`samples`] makes values and files from a schema; [`vectors`] makes test vectors, each with a prediction.
//! * [`fixed`] computes the schema that remains for known values, such as the value of a version.
//! * [`export`] writes a schema for C, Python and Kaitai Struct, and as a reference, diagrams and JSON.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod diff;
pub mod export;
pub mod fixed;
pub mod samples;
pub mod vectors;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
