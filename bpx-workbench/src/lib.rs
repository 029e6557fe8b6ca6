//! Tools for format authors, which need only a schema.
//!
//! * [`diff`]: the changes between two versions of a schema, with files that prove them.
//! * [`samples`]: values and files that keep every rule; [`vectors`]: test vectors with a prediction.
//! * [`fixed`]: the schema that is left when values are known, such as that of one version.
//! * [`export`]: the schema for C, Python and Kaitai Struct.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod diff;
pub mod export;
pub mod fixed;
pub mod samples;
pub mod vectors;

/// The examples of the README compile and succeed.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
