//! Streams of other writers: Python's zlib and lzma modules, and the xz tool.

use super::*;

pub(super) const ZLIB_STREAM: &dyn DynTransform = &Zlib::new().with_level(1);
pub(super) const XZ_STREAM: &dyn DynTransform = &Xz::new().with_level(1);

/// Both of them.
pub(super) fn all() -> [&'static dyn DynTransform; 2] {
    [ZLIB_STREAM, XZ_STREAM]
}

/// With blocks of this size.
pub(super) fn xz(block_size: u64) -> Xz {
    Xz::new().with_level(1).with_block_size(block_size)
}

pub(super) const CONTENT_SIZE: u64 = 99;
pub(super) const ZLIB: &str = "789c2b4e4d2ec9cccf5328a6119d9a9702007fe72634";
/// Made with the preset dictionary "section".
pub(super) const ZLIB_DICTIONARY: &str = "78bb0bd002f62b86500ab4a253f352007fe72634";
pub(super) const XZ_EMPTY: &str = "fd377a585a000004e6d6b446000000001cdf44211fb6f37d010000000004595a";
pub(super) const XZ_NO_CHECK: &str = "fd377a585a000000ff12d9410200210116000000742fe5a3e0006200125d\
    003999489217899e7d37620cc03aba29d4fe0000000000012663ed06e33706729e7a010000000000595a";
/// Preset 9: a dictionary of 64 MiB.
pub(super) const XZ_LARGE_DICTIONARY: &str = "fd377a585a000004e6d6b446020021011c00000010cf58cce000\
    6200125d003999489217899e7d37620cc03aba29d4fe00000000099e45d0cf38563300012e63e58c3aff1fb6f37d01\
    0000000004595a";
const XZ_SHA256: &str = "fd377a585a00000ae1fb0ca10200210110000000a8708e86e0006200125d003999489217899e\
    7d37620cc03aba29d4fe0000000060353a5ac53e19ea82b0217617e92e01f918c0d32d5adf7fe4f891be094c05f600\
    0146634a6d1e52189b4b9a01000000000a595a";
/// A delta filter before LZMA2, CRC-64.
const XZ_DELTA: &str = "fd377a585a000004e6d6b446020103010721010cbae1718ee0006200135d003999489217899e\
    7d347e9ea4cc13364f2800000000099e45d0cf38563300012f63a4bd21e61fb6f37d010000000004595a";
/// Blocks of 40, 40 and 19 bytes of content, CRC-32.
const XZ_BLOCKS: &str = "fd377a585a0000016922de3602c0172821010c0019fc81b1e00027000f5d003999489217899e\
    7d3754e3e870000000002354a07202c0172821010c0019fc81b1e00027000f5d003999489217899e7d3754e3e87000\
    0000002354a07202c0191321010c00fe147a5de0001200115d003999489217899e7d36f8a95bae89f0002000000000\
    d33153a8000327282728291355ca91743e300d8b020000000001595a";

pub(super) fn content() -> Vec<u8> {
    [b"section ".repeat(12), b"end".to_vec()].concat()
}

pub(super) fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().map(|digit| digit.to_digit(16).unwrap() as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn check_xz(stored: &[u8], content: &[u8]) {
    let back = decode_all_ways(XZ_STREAM, stored, size(content)).unwrap();
    assert_eq!(back, content);
}

#[test]
fn zlib() {
    let stored = unhex(ZLIB);
    let back = decode_all_ways(ZLIB_STREAM, &stored, CONTENT_SIZE).unwrap();
    assert_eq!(back, content());
    let empty = unhex("789c030000000001");
    assert_eq!(decode_all_ways(ZLIB_STREAM, &empty, 0).unwrap(), b"");
}

#[test]
fn xz_with_any_check_filter_and_blocks() {
    for stored in [XZ_NO_CHECK, XZ_SHA256, XZ_DELTA, XZ_BLOCKS, XZ_LARGE_DICTIONARY] {
        check_xz(&unhex(stored), &content());
    }
    check_xz(&unhex(XZ_EMPTY), b"");
}

#[test]
fn xz_concatenated_and_padded() {
    let (one, other) = (unhex(XZ_NO_CHECK), unhex(XZ_BLOCKS));
    let twice = content().repeat(2);
    check_xz(&[&*one, &*other].concat(), &twice);
    check_xz(&[&*one, &[0; 8], &*other, &[0; 4]].concat(), &twice);
    check_xz(&[&*unhex(XZ_EMPTY), &*one].concat(), &content());
}
