//! Computes the digest of a name map, which is the MUM hash, version 3, with a 64-bit product that loses carries.
//!
//! The engine's tools are built with a compiler without 128-bit numbers. With that compiler, the hash computes the
//! product from four 32-bit products, and loses the carry from the lower half into the upper one.

/// Number of words that are mixed at once.
const UNROLL: usize = 8;
/// Size in bytes of the words that are mixed at once.
const GROUP: usize = UNROLL * 8;
const START: u64 = 0xc42b_5e2e_6480_b23b;
const NEXT: u64 = 0x7b51_ec3d_22f7_096f;
const TAIL: u64 = 0xaf47_d47c_99b1_461b;
const WORDS: [u64; UNROLL] = [
    0x9ebd_cae1_0d98_1691,
    0x32b9_b9b9_7a27_ac7d,
    0x29b5_584d_83d3_5bbd,
    0x4b04_e0e6_1401_255f,
    0x25e8_f7b1_f1c9_d027,
    0x80d4_c8c0_00f3_e881,
    0xbd12_5543_1904_b9dd,
    0x8a3b_d448_5eee_6d81,
];

/// Returns the digest of bytes. For a name map, `seed` is the number of its names.
#[must_use]
pub(super) fn mum_digest(bytes: &[u8], seed: u64) -> u64 {
    let mut state = fold_product(seed.wrapping_add(bytes.len() as u64), START);
    let mut rest = bytes;
    // The last full group is mixed word by word too.
    while rest.len() > GROUP {
        let (group, more) = rest.split_at(GROUP);
        for (pair, [first, second]) in group.as_chunks::<16>().0.iter().zip(WORDS.as_chunks::<2>().0) {
            let (low, high) = pair.split_at(8);
            state ^= fold_product(word_of(low) ^ first, word_of(high) ^ second);
        }
        state = fold_product(state, NEXT);
        rest = more;
    }
    let (words, tail) = rest.as_chunks::<8>();
    for (bytes, prime) in words.iter().zip(WORDS) {
        state ^= fold_product(word_of(bytes), prime);
    }
    if !tail.is_empty() {
        state ^= fold_product(word_of(tail), TAIL);
    }
    fold_product(state, state)
}

/// Returns up to eight bytes as a little-endian number.
fn word_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Returns the sum of both halves of a product, without the carries between them.
fn fold_product(a: u64, b: u64) -> u64 {
    let (a_high, a_low) = (a >> 32, a & 0xFFFF_FFFF);
    let (b_high, b_low) = (b >> 32, b & 0xFFFF_FFFF);
    let (left, right) = (a_high.wrapping_mul(b_low), b_high.wrapping_mul(a_low));
    let low = a_low.wrapping_mul(b_low).wrapping_add(left << 32).wrapping_add(right << 32);
    let high = a_high.wrapping_mul(b_high).wrapping_add(left >> 32).wrapping_add(right >> 32);
    low.wrapping_add(high)
}
