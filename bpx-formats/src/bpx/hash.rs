//! The 64-bit string hash that names properties and symbols.

/// Hash of the empty string.
const START: u64 = 5381;
/// 33 to the power of 2, 4 and 8, which are the weights of 2, 4 and 8 bytes.
const POW_2: u64 = 33_u64.pow(2);
const POW_4: u64 = 33_u64.pow(4);
const POW_8: u64 = 33_u64.pow(8);
/// Masks of a word that keep every second group of 1, 2 or 4 bytes.
const EVEN_BYTES: u64 = 0x00FF_00FF_00FF_00FF;
const EVEN_PAIRS: u64 = 0x0000_FFFF_0000_FFFF;
const LOW_HALF: u64 = 0x0000_0000_FFFF_FFFF;

/// Returns the DJB2 hash of `bytes`. The hash starts at 5381, and continues with `hash * 33 + byte` for every unsigned
/// byte, modulo 2^64.
///
/// Any input size is valid. Collisions are easy to construct, so never trust equal hashes of hostile names. For
/// constants, use [`djb2_const`], which gives the same values.
#[must_use]
pub fn djb2(bytes: &[u8]) -> u64 {
    let (words, tail) = bytes.as_chunks::<8>();
    let head = words
        .iter()
        .fold(START, |hash, word| hash.wrapping_mul(POW_8).wrapping_add(word_contribution(u64::from_le_bytes(*word))));
    step_bytes(head, tail)
}

/// Computes the hash of [`djb2`] byte by byte, for constant expressions.
#[must_use]
pub const fn djb2_const(bytes: &[u8]) -> u64 {
    step_bytes(START, bytes)
}

const fn step_bytes(mut hash: u64, mut bytes: &[u8]) -> u64 {
    while let [byte, rest @ ..] = bytes {
        hash = hash.wrapping_mul(33).wrapping_add(*byte as u64);
        bytes = rest;
    }
    hash
}

/// Returns the contribution of 8 bytes to the hash. The lanes never overflow into each other: 34 * 255 < 2^16 and
/// (33^4 - 1) / 32 * 255 < 2^32.
const fn word_contribution(word: u64) -> u64 {
    let pairs = (word & EVEN_BYTES).wrapping_mul(33).wrapping_add((word >> 8) & EVEN_BYTES);
    let quads = (pairs & EVEN_PAIRS).wrapping_mul(POW_2).wrapping_add((pairs >> 16) & EVEN_PAIRS);
    (quads & LOW_HALF).wrapping_mul(POW_4).wrapping_add(quads >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (text, hash) in [
            ("", 0x1505),
            ("a", 0x2b606),
            ("Name", 0x0001_7c89_8026),
            ("Version", 0xd0ad_d3b8_d42b),
            ("été", 0x0031_1626_5db1),
            ("__debug__", 0x0377_beb4_dd40_88e8),
        ] {
            assert_eq!(djb2(text.as_bytes()), hash, "{text}");
            assert_eq!(djb2_const(text.as_bytes()), hash, "{text}");
        }
    }

    #[test]
    fn every_size_equals_the_plain_loop() {
        // 0xFF fills every lane to its bound.
        let full = [0xFF_u8; 200];
        let mixed: Vec<u8> = (0..200_u32).map(|i| (i.wrapping_mul(0x9E37_79B9) >> 24) as u8).collect();
        for size in 0..=200 {
            assert_eq!(djb2(&full[..size]), djb2_const(&full[..size]), "{size}");
            assert_eq!(djb2(&mixed[..size]), djb2_const(&mixed[..size]), "{size}");
        }
    }
}
