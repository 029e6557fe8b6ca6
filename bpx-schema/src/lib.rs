//! What a binary structure is.
//!
//! * [`schema`]: structures as data.
//! * [`codec`]: the runtime under generated code: decoders, encoders, records, views.
//! * [`report`]: errors, findings, verdicts.
//! * [`budget`], [`limits`]: how much a run may cost.
//! * [`watch`]: the traversal that explains bytes; [`value`]: what it sees; [`dump`]: the bytes with it as text.
//! * `json` (feature): values and dumps as JSON, in pieces.
//! * [`checksum`], [`hash`], [`transform`], [`source`]: the closed vocabulary of algorithms, and positioned reads.
//! * `threads` (feature `parallel`): whether there are threads to work side by side.
//! * `codegen` (feature): the generator core behind `bpx-derive`.
//! * `generate` (feature): declarations out of a schema.
//! * `interpret`, `assemble`, `vectors`, `samples`, `diff`, `export` (feature `tools`): what works from the schema alone;
//!   `spec`: what specification documents say.
#![forbid(unsafe_code)]
#![allow(clippy::self_named_module_files)]

#[doc(hidden)]
#[macro_use]
pub mod faults;

#[cfg(feature = "tools")]
pub mod assemble;
#[cfg(feature = "runtime")]
pub mod budget;
#[cfg(feature = "runtime")]
pub mod checksum;
#[cfg(feature = "runtime")]
pub mod codec;
#[cfg(feature = "codegen")]
pub mod codegen;
#[cfg(feature = "tools")]
pub mod diff;
#[cfg(feature = "runtime")]
pub mod dump;
#[cfg(feature = "tools")]
pub mod export;
#[cfg(feature = "generate")]
pub mod generate;
#[cfg(feature = "runtime")]
pub mod hash;
#[cfg(feature = "tools")]
pub mod interpret;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "runtime")]
pub mod limits;
#[cfg(any(feature = "codegen", feature = "tools"))]
mod name;
#[cfg(feature = "tools")]
pub mod pattern;
#[cfg(feature = "runtime")]
pub mod report;
#[cfg(feature = "tools")]
pub mod samples;
#[cfg(feature = "runtime")]
pub mod schema;
#[cfg(feature = "runtime")]
pub mod source;
#[cfg(feature = "tools")]
pub mod spec;
#[cfg(feature = "parallel")]
pub mod threads;
#[cfg(feature = "runtime")]
pub mod transform;
#[cfg(feature = "runtime")]
pub mod value;
#[cfg(feature = "tools")]
pub mod vectors;
#[cfg(feature = "runtime")]
pub mod watch;

#[cfg(feature = "runtime")]
pub use self::budget::Budget;
#[cfg(feature = "runtime")]
pub use self::codec::{Codec, Fixed, Record, View};
#[cfg(feature = "runtime")]
pub use self::limits::{Bound, Limits};
#[cfg(feature = "runtime")]
pub use self::report::{Error, Result};

/// What generated code refers to; not for people.
#[doc(hidden)]
#[cfg(feature = "runtime")]
pub mod rt {
    pub use crate::checksum::Algorithm;
    pub use crate::codec::rt::*;
    pub use crate::codec::*;
    pub use crate::report::{Class, Error, Finding, Location, Report, Result};
    pub use crate::schema::*;
    pub use crate::transform::Transform;
    pub use crate::value::{Coded, FlagSet, Operand};
    pub use crate::watch::Watch;
    pub use binrw;
    pub use modular_bitfield::specifiers;
    pub use std::borrow::Cow::{self, Borrowed};
    pub use std::option::Option::{self, None, Some};
    pub use std::result::Result::{Err, Ok};
}
