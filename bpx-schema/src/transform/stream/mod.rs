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

pub use decode::{decode, decode_to, decode_up_to};
pub use encode::{EncodedSizes, encode, encode_stream};
pub use encoding::{Encoding, XzCheck};
pub use reader::StreamReader;
pub use xz_block::decode_xz_block;

use std::io::{self, Read};

use super::{StreamError, StreamLimits, Transform};

/// Size of a slice in the units of files.
fn size_of_slice(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// Reads until `buf` is full or the input ends; returns the bytes read.
fn fill(reader: &mut (impl Read + ?Sized), buf: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0_usize;
    while let Some(rest) = buf.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(read) => filled = filled.saturating_add(read),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
