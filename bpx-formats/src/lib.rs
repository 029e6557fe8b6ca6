//! Game-asset formats, declared.
//!
//! * [`bpx`]: BPX (BlockProject eXtended): the container, its sections, strings, structured data, tables.
#![forbid(unsafe_code)]
#![deny(clippy::arithmetic_side_effects)]

#[cfg(feature = "bpx")]
pub mod bpx;
mod format;

pub use self::format::Format;
