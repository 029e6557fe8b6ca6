//! Formats of game assets, as declarations.
//!
//! * [`blk`]: BLK (DataBlock), typed parameters in nested blocks.
//! * [`bpx`]: BPX (BlockProject eXtended), with the container, its sections, strings, structured data and tables.
//! * [`bpat`]: BPAT, baked poses of creatures (feature `bpat`).
//! * [`gpb`]: GPB, scenes and fonts (feature `gpb`).
//! * [`source`] opens files for reading. [`files`] replaces files as a whole.
//! * [`identify`](mod@identify) finds the format of a file. [`FileFormat`] has the operations on a file of any format;
//!   [`formats`] and [`find_format`] return the formats of this build, and a [`Registry`] also contains the formats of
//!   a program.
//! * [`SchemaFormat`] is a format that is described by a schema which is not compiled in.
//! * [`description`] contains descriptions of files for users.
//! * [`rules`] returns the rules of each format. [`write_html`] writes a file as an HTML page.
//! * [`model`] contains the code for files as JSON. [`record`] finds single records without a file.
//!
//! # Errors
//!
//! [`Error`] is a fault of bytes, with path and location, or an error of reading or writing them. [`FileError`] is an
//! [`Error`], or a fault outside of the bytes of a file, such as JSON that describes no file, a path that cannot be
//! opened, or names that cannot be packed or unpacked. [`sd::BuildError`](bpx::sd::BuildError),
//! [`sd::KindError`](bpx::sd::KindError) and [`TableError`](bpx::table::TableError) are about values that a program
//! builds before there is a file. Errors, and structures that functions return, may get more variants and fields.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `bpx` | yes | BPX, versions 0 to 2 |
//! | `parallel` | yes | compression on all cores |
//! | `binrw` | yes | binrw's traits for the declared types |
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
pub mod description;
#[cfg(any(feature = "bpat", feature = "bpx"))]
mod elements;
mod file_error;
mod file_format;
pub mod files;
#[cfg(feature = "gpb")]
pub mod gpb;
#[cfg(any(feature = "bpat", feature = "bpx", feature = "gpb"))]
mod head;
mod html;
pub mod identify;
pub mod model;
#[cfg(any(feature = "bpat", feature = "blk", feature = "bpx"))]
mod narrow;
pub mod options;
mod outline;
#[cfg(any(feature = "bpat", feature = "blk", feature = "gpb"))]
mod quote;
pub mod record;
mod registry;
pub mod rules;
mod schema_format;
#[cfg(any(feature = "bpat", feature = "bpx"))]
mod setters;
pub mod source;
#[cfg(any(feature = "bpx", feature = "gpb"))]
mod total;

pub use self::algorithms::algorithms;
pub use self::description::{Description, Part};
pub use self::file_error::FileError;
pub use self::file_format::{FileFormat, HeadFacts, Neighbour, Recognized};
pub use self::html::{outline_budget, write_html};
pub use self::identify::{Evidence, Identified, identify};
pub use self::model::ModelOptions;
pub use self::options::ReadOptions;
pub use self::registry::{Registry, find_format, find_schema, find_separate_structures, formats};
pub use self::schema_format::SchemaFormat;
pub use bpx_schema::{Error, Limits, Result, report};

/// The examples of the README compile and succeed.
#[cfg(all(doctest, feature = "bpx"))]
#[doc = include_str!("../README.md")]
struct Readme;
