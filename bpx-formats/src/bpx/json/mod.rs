//! A container as JSON, without loss, and back.
//!
//! Sizes, offsets and checksums are part of the JSON, so that people can read them, but they are computed
//! anew when a file is written: contents can be edited without repairing what describes them.

mod content;
mod place;
mod read;
mod rebuild;

pub(in crate::bpx) use self::content::{bytes, decoded};
pub(in crate::bpx) use self::place::{Block, gaps, place};
pub(in crate::bpx) use self::read::gaps_in;
pub(in crate::bpx) use self::rebuild::{SectionReaders, record, size};

pub use self::read::write_json;
pub use self::rebuild::from_json;

#[cfg(test)]
mod tests;
