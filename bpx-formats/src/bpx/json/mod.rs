//! Converts containers to JSON without loss, and back.
//!
//! The JSON shows sizes, offsets and checksums, but the writer computes these values, so it is enough to edit the
//! contents.

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
