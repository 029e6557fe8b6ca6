//! Codecs from declarations: a binary structure is declared once, which yields its reader, writer, validator and
//! explanation.
//!
//! * The macros `Record` and `structure` (feature `derive`, on by default) make codecs out of declarations.
//! * [`schema`]: structures as data, which every declaration yields.
//! * [`codec`]: the runtime under generated code: decoders, encoders, records, views.
//! * [`report`]: errors, findings, verdicts.
//! * [`budget`], [`limits`]: limits on the cost of a run.
//! * [`watch`]: the traversal that explains bytes; [`value`]: its values; [`dump`]: annotated bytes as text.
//! * [`checksum`], [`transform`], [`Algorithms`]: algorithms, built in or added by a user; [`source`]: positioned
//!   reads.
//! * [`layout`]: writes whole files: places the contents of regions, and sets the numbers that state their places.
//! * `json` (feature): values and dumps as JSON, in pieces.
//! * `interpret`, `assemble` (feature `interpret`): reading and writing from the schema alone.
//! * `threads` (feature `parallel`): starts the threads for parallel work.
#![forbid(unsafe_code)]

#[doc(hidden)]
#[macro_use]
pub mod faults;

mod account;
mod algorithms;
#[cfg(feature = "interpret")]
pub mod assemble;
pub mod budget;
mod built_in;
pub mod checksum;
pub mod codec;
pub mod dump;
mod exceeded;
mod forms;
#[doc(hidden)]
pub mod gated;
#[cfg(feature = "interpret")]
pub mod interpret;
#[cfg(feature = "json")]
pub mod json;
pub mod layout;
pub mod limits;
pub mod report;
pub mod source;
#[cfg(feature = "parallel")]
pub mod threads;
pub mod transform;
pub mod value;
pub mod watch;

pub use self::algorithms::Algorithms;
pub use self::budget::Budget;
pub use self::codec::{Arguments, Codec, Decode, DecodeOwned, Fixed, Record, View};
pub use self::limits::{Bound, Limits};
pub use self::report::{Error, Result};
#[cfg(feature = "derive")]
pub use bpx_derive::{Record, structure};
pub use bpx_model as schema;

/// Implementation detail of generated code; exempt from semantic versioning.
#[doc(hidden)]
pub mod rt {
    pub use crate::checksum::{self, Checksum, ChecksumType};
    pub use crate::codec::rt::*;
    pub use crate::codec::*;
    pub use crate::gated as algorithm;
    pub use crate::report::{Class, Error, Finding, Location, Report, Result};
    pub use crate::schema::*;
    pub use crate::transform::{Transform, TransformType};
    pub use crate::value::{Coded, FlagSet};
    pub use crate::watch::Watch;
    pub use binrw;
    pub use modular_bitfield::specifiers;
    pub use std::borrow::Cow::{self, Borrowed};
    pub use std::option::Option::{self, None, Some};
    pub use std::result::Result::{Err, Ok};
}
