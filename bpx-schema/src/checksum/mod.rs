//! Checksums of headers and section contents, all 32 bits wide.

mod byte_sum;
mod crc32;
mod crc32_legacy;

pub use bpx_model::Algorithm;
use byte_sum::ByteSum;
use crc32::Crc32;
use crc32_legacy::Crc32Legacy;

/// A checksum over bytes that arrive in pieces.
///
/// The value does not depend on how the bytes are split.
#[derive(Clone, Debug)]
pub struct Checksum(State);

#[derive(Clone, Debug)]
enum State {
    ByteSum(ByteSum),
    Crc32(Crc32),
    Crc32Legacy(Crc32Legacy),
}

impl Checksum {
    /// Starts a checksum over no bytes.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self(match algorithm {
            Algorithm::ByteSum => State::ByteSum(ByteSum::default()),
            Algorithm::Crc32 if fault!(CrcLegacy) => State::Crc32Legacy(Crc32Legacy::default()),
            Algorithm::Crc32 => State::Crc32(Crc32::default()),
            Algorithm::Crc32Legacy => State::Crc32Legacy(Crc32Legacy::default()),
        })
    }

    /// Goes on after bytes that have this checksum.
    #[must_use]
    pub fn resume(algorithm: Algorithm, value: u32) -> Self {
        Self(match algorithm {
            Algorithm::ByteSum => State::ByteSum(ByteSum::resume(value)),
            Algorithm::Crc32 => State::Crc32(Crc32::resume(value)),
            Algorithm::Crc32Legacy => State::Crc32Legacy(Crc32Legacy::resume(value)),
        })
    }

    /// The algorithm given to [`new`](Self::new).
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        match self.0 {
            State::ByteSum(_) => Algorithm::ByteSum,
            State::Crc32(_) => Algorithm::Crc32,
            State::Crc32Legacy(_) => Algorithm::Crc32Legacy,
        }
    }

    /// Appends `bytes`, of any size.
    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::ByteSum(state) => state.update(bytes),
            State::Crc32(state) => state.update(bytes),
            State::Crc32Legacy(state) => state.update(bytes),
        }
    }

    /// Checksum of the bytes so far; more may follow.
    #[must_use]
    pub fn value(&self) -> u32 {
        match &self.0 {
            State::ByteSum(state) => state.value(),
            State::Crc32(state) => state.value(),
            State::Crc32Legacy(state) => state.value(),
        }
    }
}

/// Checksum of `bytes`, of any size, in one call.
#[must_use]
pub fn checksum(algorithm: Algorithm, bytes: &[u8]) -> u32 {
    let mut checksum = Checksum::new(algorithm);
    checksum.update(bytes);
    checksum.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for &algorithm in Algorithm::ALL {
            assert_eq!(Algorithm::from_name(algorithm.name()), Some(algorithm));
            assert_eq!(Checksum::new(algorithm).algorithm(), algorithm);
        }
        assert_eq!(Algorithm::from_name("CRC32"), None);
    }

    #[test]
    fn splits_do_not_matter() {
        let mut seed = 1_u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as usize
        };
        let bytes: Vec<u8> = (0..5000).map(|_| next() as u8).collect();
        for &algorithm in Algorithm::ALL {
            let whole = checksum(algorithm, &bytes);
            for _ in 0..50 {
                let mut streamed = Checksum::new(algorithm);
                let mut rest = bytes.as_slice();
                while !rest.is_empty() {
                    let (piece, tail) = rest.split_at((next() % 300).min(rest.len()));
                    streamed.update(piece);
                    rest = tail;
                }
                assert_eq!(streamed.value(), whole, "{algorithm:?}");
                let (head, tail) = bytes.split_at(next() % bytes.len());
                let mut resumed = Checksum::resume(algorithm, checksum(algorithm, head));
                resumed.update(tail);
                assert_eq!(resumed.value(), whole, "{algorithm:?}");
            }
        }
    }
}
