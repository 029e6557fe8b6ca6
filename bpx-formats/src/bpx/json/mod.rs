//! Containers as JSON without loss, in both directions.
//!
//! The JSON shows sizes, offsets and checksums, but they are computed when a file is written, so contents can be
//! edited alone.

mod content;
mod read;
mod rebuild;

pub(in crate::bpx) use self::content::{bytes, decoded};
pub(in crate::bpx) use self::read::{check_sharing, gaps_in, refused};
pub(in crate::bpx) use self::rebuild::{SectionReaders, rebuilt, record};

pub use self::read::write_json;
pub use self::rebuild::from_json;

#[cfg(test)]
mod tests;
