//! Makes codecs from declarations. A binary structure is declared once, and the declaration yields its reader, writer,
//! validator and explanation.
//!
//! * The macros `Record` and `structure` (feature `derive`, on by default) make codecs out of declarations.
//! * [`schema`]: structures as data, which every declaration yields.
//! * [`codec`]: the runtime under generated code: decoders, encoders, records, views.
//! * [`report`]: errors, findings, verdicts.
//! * [`budget`], [`limits`]: limits on the cost of a run.
//! * [`watch`]: the traversal that explains bytes; [`value`]: its values.
//! * [`checksum`], [`transform`], [`Algorithms`]: algorithms, built in or added by a user; [`source`]: positioned
//!   reads.
//! * `layout` (feature): writes whole files: places the contents of regions, and sets the numbers that state their places.
//! * `dump` (feature): annotated bytes as text and HTML.
//! * `json` (feature): values and dumps as JSON, in pieces.
//! * `interpret`, `assemble` (feature `interpret`): reading and writing from the schema alone.
//! * `threads` (feature `parallel`): starts the threads for parallel work.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `derive` | yes | the macros `Record` and `structure` |
//! | `bits` |  | structures of bit fields, by modular-bitfield |
//! | `binrw` |  | binrw's traits for declared types, so that types of binrw can hold them |
//! | `zlib`, `deflate`, `gzip` |  | transforms, by flate2 |
//! | `xz`, `lzma` |  | transforms, by liblzma, which is built from C source |
//! | `zstd` |  | transform with dictionaries, by zstd, which is built from C source |
//! | `lz4` |  | transform, by lz4_flex |
//! | `bzip2` |  | transform, by bzip2 |
//! | `crc32` |  | CRC-32 of IEEE 802.3, by crc32fast; other checksums need no feature |
//! | `algorithms` |  | all transforms and checksums above |
//! | `encodings` |  | texts in Shift-JIS, by encoding_rs; other encodings need no feature |
//! | `layout` |  | writing whole files with their regions, and changing them in place |
//! | `dump` |  | the byte-by-byte explanation of files, as text and HTML |
//! | `json` |  | schemas and values as JSON, and dumps with the feature `dump` |
//! | `interpret` |  | reading and writing by the schema alone; includes `json`, `layout` and `deep-recursion` |
//! | `deep-recursion` |  | structures that nest deeply: recursion continues on new stack memory |
//! | `parallel` |  | compression on several threads |
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Pieces that only `dump` or `layout` use stay without a condition of their own; a build with all features finds dead code.
#![cfg_attr(not(all(feature = "dump", feature = "layout")), allow(dead_code, unused_imports))]

mod account;
mod algorithms;
#[cfg(feature = "interpret")]
pub mod assemble;
pub mod budget;
mod built_in;
pub mod checksum;
pub mod codec;
#[cfg(feature = "dump")]
pub mod dump;
mod exceeded;
pub mod file_path;
mod forms;
#[doc(hidden)]
pub mod gated;
#[cfg(feature = "interpret")]
pub mod interpret;
#[cfg(feature = "json")]
pub mod json;
mod laid_contents;
#[cfg(feature = "layout")]
pub mod layout;
pub mod limits;
mod number_sizes;
pub mod report;
mod shared_bytes;
pub mod source;
#[cfg(feature = "parallel")]
pub mod threads;
pub mod transform;
pub mod value;
pub mod watch;

pub use self::algorithms::Algorithms;
pub use self::budget::Budget;
pub use self::codec::{Arguments, Codec, Decode, DecodeOwned, Fixed, Record, View};
pub use self::limits::{Limits, SizeBound};
pub use self::report::{Error, Result};
pub use self::shared_bytes::SharedBytes;
#[cfg(feature = "derive")]
pub use bpx_derive::{Record, structure};
pub use bpx_model as schema;

/// Implementation detail of generated code; exempt from semantic versioning.
#[doc(hidden)]
pub mod rt {
    pub use crate::__binrw_traits as binrw_traits;
    pub use crate::checksum::{self, Checksum, ChecksumType};
    pub use crate::codec::rt::*;
    pub use crate::codec::*;
    pub use crate::gated as algorithm;
    pub use crate::report::{Class, DeclaredRule, Error, Finding, Location, Report, Result};
    pub use crate::schema::*;
    pub use crate::transform::{Transform, TransformType};
    pub use crate::value::{Coded, FlagSet};
    pub use crate::watch::Watch;
    #[cfg(feature = "binrw")]
    pub use binrw;
    #[cfg(feature = "bits")]
    pub use modular_bitfield::specifiers;
    pub use std::borrow::Cow::{self, Borrowed};
    pub use std::option::Option::{self, None, Some};
    pub use std::result::Result::{Err, Ok};
}

/// The examples of the README compile and succeed.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
