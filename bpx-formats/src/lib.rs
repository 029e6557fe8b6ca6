//! Formats of game assets, as declarations.
//!
//! * [`blk`]: BLK (DataBlock): typed parameters in nested blocks.
//! * [`bpx`]: BPX (BlockProject eXtended): the container, its sections, strings, structured data, tables.
//! * [`bpat`]: baked poses of creatures (feature `bpat`).
//! * [`gpb`]: scenes and fonts (feature `gpb`).
//! * [`source`]: opens files for reading. [`files`]: replaces them as a whole.
//! * [`identify`](mod@identify): finds the format of a file. [`Format`]: the operations on a file of any format.
//! * [`rules`]: the rules of each format.
//! * [`model`]: files as JSON. [`record`]: single records without a file.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `bpx` | yes | BPX, versions 0 to 2 |
//! | `parallel` | yes | compression on all cores |
//! | `blk` |  | BLK; needs zstd, which is built from C source |
//! | `bpat` |  | BPAT |
//! | `gpb` |  | GPB |
//! | `mmap` |  | `source::map`, an unsafe function that maps a file into memory |
// Denied, not forbidden: a memory map needs an unsafe call, in `source::map`.
#![deny(unsafe_code)]
#![deny(clippy::arithmetic_side_effects)]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects))]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod algorithms;
#[cfg(feature = "blk")]
pub mod blk;
#[cfg(feature = "bpat")]
pub mod bpat;
#[cfg(feature = "bpx")]
pub mod bpx;
pub mod files;
#[cfg(any(feature = "bpat", feature = "bpx", feature = "gpb"))]
mod format;
#[cfg(feature = "gpb")]
pub mod gpb;
pub mod identify;
pub mod model;
pub mod options;
#[cfg(any(feature = "bpat", feature = "blk", feature = "gpb"))]
mod quote;
pub mod record;
#[cfg(any(feature = "bpat", feature = "bpx", feature = "gpb"))]
pub mod rules;
#[cfg(feature = "bpx")]
mod setters;
pub mod source;

pub use self::algorithms::algorithms;
#[cfg(any(feature = "bpat", feature = "bpx", feature = "gpb"))]
pub use self::format::Format;
pub use self::identify::{Evidence, Identified, identify};
pub use self::model::{ModelError, ModelOptions};
pub use self::options::ReadOptions;

/// The examples of the README compile and succeed.
#[cfg(all(doctest, feature = "bpx"))]
#[doc = include_str!("../README.md")]
struct Readme;
