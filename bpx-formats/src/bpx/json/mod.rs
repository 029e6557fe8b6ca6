//! Containers as JSON without loss, in both directions.
//!
//! The JSON shows sizes, offsets and checksums, but they are computed when a file is written, so contents can be
//! edited alone.

mod content;
mod read;
mod rebuild;

pub(in crate::bpx) use self::content::{decode_unless_bytes, hex_bytes};
pub(in crate::bpx) use self::read::{check_sharing, gaps_in, limit_error};
pub(in crate::bpx) use self::rebuild::{SectionReaders, read_record, rebuild_file};

pub use self::read::write_json;
pub use self::rebuild::from_json;

#[cfg(test)]
mod tests;
