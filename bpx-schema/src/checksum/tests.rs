//! What holds for every checksum.

use super::*;
use std::collections::BTreeSet;

#[test]
fn names_are_unique_and_widths_possible() {
    let names: BTreeSet<_> = BUILT_IN.iter().map(|ty| ty.name()).collect();
    assert_eq!(names.len(), BUILT_IN.len());
    for ty in BUILT_IN {
        assert!((1..=64).contains(&ty.bits()), "{ty:?}");
    }
}

#[test]
fn splits_do_not_matter() {
    let mut seed = 1_u32;
    let mut next = move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize
    };
    let bytes: Vec<u8> = (0..5000).map(|_| next() as u8).collect();
    for ty in BUILT_IN {
        let whole = ty.checksum(&bytes);
        assert!(ty.bits() == 64 || whole >> ty.bits() == 0, "{ty:?}");
        for _ in 0..50 {
            let mut streamed = ty.start();
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let (piece, tail) = rest.split_at((next() % 300).min(rest.len()));
                streamed.update(piece);
                rest = tail;
            }
            assert_eq!(streamed.value(), whole, "{ty:?}");
        }
    }
}

#[test]
fn values_are_shown_with_all_digits() {
    assert_eq!(ChecksumType::of::<ByteSum>().format_value(0x1DD), "0x000001dd");
    assert_eq!(ChecksumType::of::<Sum16Le>().format_value(0xA), "0x000a");
    assert_eq!(ChecksumType::of::<crc::Crc64Xz>().format_value(1), "0x0000000000000001");
}
