//! Checksums over several ranges of fields, and over bytes of which a field says whether they have one.

use bpx_schema::codec::Hex;
use bpx_schema::report::Mode;
use bpx_schema::{Codec, structure};

/// As in UDP: a part of the header is summed with fields that lie before it, in another order, in words of two bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(
    sum(sum16_be, over(source, target), over(zero, length), over(length, data), stored = checksum, fill(checksum = 0)),
    sum(byte_sum, over(data), over(source), over(data), stored = total, skip(checksum))
)]
pub struct Datagram {
    pub zero: u8,
    pub protocol: u8,
    pub length: u16,
    pub checksum: u16,
    #[br(temp)]
    #[bw(calc = data.len())]
    data_size: u8,
    #[br(count = data_size)]
    pub data: Vec<u8>,
    pub source: u32,
    pub target: u32,
    pub total: u32,
}

/// `sum16_be` completes the last word with a zero.
pub fn datagram() -> Vec<u8> {
    let (head, data, source, target) = ([0, 17, 0, 9], [3, b'a', b'b', 0xFF], [10, 0, 0, 1], [10, 0, 0, 2]);
    let summed = [&source[..], &target, &head, &head[2..], &[0, 0], &data].concat();
    let words = summed.chunks(2).map(|word| u16::from_be_bytes([word[0], word.get(1).copied().unwrap_or(0)]));
    let checksum = words.fold(0_u16, u16::wrapping_add);
    let bytes = [&data[1..], &source, &data[1..]].concat();
    let total: u32 = bytes.iter().map(|byte| u32::from(*byte)).sum();
    [&head[..], &checksum.to_be_bytes(), &data, &source, &target, &total.to_be_bytes()].concat()
}

/// As in cpio: one of two signatures says that the data have a checksum, the sum of their bytes in digits.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Archived {
    #[schema(one_of(0x7_0701, 0x7_0702))]
    pub magic: Hex<6>,
    pub data_size: Hex<8>,
    pub check: Hex<8>,
    #[br(count = data_size)]
    #[schema(region(size = data_size, check(byte_sum if magic == 0x7_0702, stored = check)))]
    pub data: Vec<u8>,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

pub fn archived() -> Vec<Vec<u8>> {
    // 97 + 98 + 99 = 0x126
    vec![b"0707020000000300000126abc".to_vec(), b"0707010000000300000000abcrest".to_vec()]
}

#[test]
fn a_checksum_of_several_ranges_is_set() {
    let mut value = Datagram::from_slice(&datagram()).unwrap();
    assert_eq!(Datagram::validate(&datagram(), Mode::Strict).findings(), []);
    value.checksum = 0;
    assert_eq!(value.to_vec().unwrap(), datagram());
}

#[test]
fn a_field_says_whether_data_have_a_checksum() {
    for file in archived() {
        assert_eq!(Archived::validate(&file, Mode::Strict).findings(), []);
        assert_eq!(Archived::from_slice(&file).unwrap().to_vec().unwrap(), file);
    }
    let report = Archived::validate(b"0707020000000300000127abc", Mode::Strict);
    let found = report.findings()[0].to_string();
    assert!(found.contains("expected the byte-sum checksum"), "{found}");
}
