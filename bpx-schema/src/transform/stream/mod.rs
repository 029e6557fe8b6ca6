//! The codecs: one decoder and one encoder interface, and the ways to drive them.

mod decode;
mod decoder;
mod encode;
mod encoder;
mod encoding;
mod reader;
mod xz_block;
mod xz_decoder;
mod xz_encoder;
mod zlib;

#[cfg(test)]
mod tests;

pub use decode::{decode, decode_to, decode_up_to, decode_up_to_in_pieces};
pub use encode::{EncodedSizes, StreamEncoder, encode, encode_stream};
pub use encoding::{Encoding, XzCheck, XzEffort};
pub use reader::StreamReader;
pub use xz_block::{decode_xz_block, decode_xz_block_into};

use crate::source::fill;

use super::{StreamError, StreamLimits, Transform};

/// Size of a slice in the units of files.
fn size_of_slice(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}
