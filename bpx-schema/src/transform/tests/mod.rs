//! Tests of the public interface, on streams of this and of other writers.

#![allow(clippy::arithmetic_side_effects)]

#[cfg(all(feature = "xz", feature = "zlib"))]
mod block;
#[cfg(all(feature = "xz", feature = "zlib"))]
mod errors;
#[cfg(feature = "algorithms")]
mod every;
#[cfg(all(feature = "xz", feature = "zlib"))]
mod fixtures;
mod own;
#[cfg(all(feature = "xz", feature = "zlib"))]
mod round_trip;

use super::*;
use std::io::{self, Read};

/// Returns bytes that compress, but not trivially.
#[cfg(all(feature = "xz", feature = "zlib"))]
fn compressible_bytes(size: usize) -> Vec<u8> {
    let list = ["vertex ", "bone ", "frame ", "section ", "object ", "shader "];
    let mut seed = 7_usize;
    let mut bytes = Vec::new();
    while bytes.len() < size {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        bytes.extend_from_slice(list[(seed >> 33) % list.len()].as_bytes());
    }
    bytes.truncate(size);
    bytes
}

fn noise(size: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    })
    .take(size)
    .collect()
}

/// Returns 1 to 7 bytes a read, and `Interrupted` in between.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.1 += 1;
        if self.1.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = buf.len().min(1 + self.1 % 7);
        self.0.read(&mut buf[..size])
    }
}

/// Decodes in every way there is, which must agree.
fn decode_all_ways(t: &dyn DynTransform, stored: &[u8], size: u64) -> Result<Vec<u8>, StreamError> {
    let limits = StreamLimits::default();
    let whole = decode(t, stored, size, &limits);

    let mut pieces = Vec::new();
    let streamed = decode_to(t, stored, size, &limits, &mut |piece| {
        pieces.extend_from_slice(piece);
        Ok(())
    })
    .map(|()| pieces);
    let mut trickled = Vec::new();
    let trickle = StreamReader::new(t, Trickle(stored, 0), size, &limits)
        .unwrap()
        .read_to_end(&mut trickled)
        .map_err(StreamError::from_io)
        .map(|_| trickled);

    for other in [streamed, trickle] {
        match (&whole, &other) {
            (Ok(a), Ok(b)) => assert!(a == b),
            // Reasons and positions of damage depend on how far the codec looks ahead.
            (Err(StreamError::Corrupt { .. }), Err(StreamError::Corrupt { .. })) => {}
            (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string()),
            (a, b) => panic!("{:?} but {:?}", a.as_ref().err(), b.as_ref().err()),
        }
    }
    whole
}

fn size(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}
