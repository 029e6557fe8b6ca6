//! The core of the generator, which makes codecs, views, validators and the schema from one declaration.
//!
//! The crate has three stages, in one direction: `parse` reads items and attributes, `check` makes declarations of them
//! and finds all errors, and `emit` writes Rust. Above the stages, `macros` has a function for each macro, `stub`
//! replaces items with errors, and `twin` and [`generate`] write declarations. The crate is an ordinary library: the
//! proc-macros, the command and the tests call the same functions.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `pretty` |  | generated code as formatted text, and declarations for the derive macro of binrw |
//! | `generate` |  | declarations of a schema; includes `pretty` |
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod check;
mod doc;
mod emit;
#[cfg(feature = "generate")]
pub mod generate;
mod macros;
mod parse;
#[cfg(feature = "pretty")]
mod pretty;
mod stub;
#[cfg(feature = "pretty")]
mod twin;
pub mod words;

pub use self::macros::{expand_record, expand_structure};
#[cfg(feature = "pretty")]
pub use self::pretty::format_code;
pub use self::stub::{stub_record, stub_structure};
#[cfg(feature = "pretty")]
pub use self::twin::twins_of_sources;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
