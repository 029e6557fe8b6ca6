//! Blocks decoded alone.

use super::fixtures::xz;
use super::*;

const CONTENT_SIZE: usize = 250_000;
const BLOCK_SIZE: usize = 64 << 10;

/// Variable-length integer of an xz index.
fn number(bytes: &mut &[u8]) -> usize {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        value |= usize::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            break;
        }
    }
    value
}

/// Returns stored bytes and content size of every block, from the index of one stream without padding.
fn blocks(stored: &[u8]) -> Vec<(&[u8], usize)> {
    let footer = &stored[stored.len() - 12..];
    let index_size = (u32::from_le_bytes(footer[4..8].try_into().unwrap()) as usize + 1) * 4;
    let mut index = &stored[stored.len() - 12 - index_size + 1..];
    let mut start = 12;
    (0..number(&mut index))
        .map(|_| {
            let padded = number(&mut index).next_multiple_of(4);
            let block = &stored[start..start + padded];
            start += padded;
            (block, number(&mut index))
        })
        .collect()
}

fn header(stored: &[u8]) -> &[u8; 12] {
    stored.first_chunk().unwrap()
}

fn stream(check: XzCheck) -> (Vec<u8>, Vec<u8>) {
    let content = [compressible_bytes(CONTENT_SIZE - 90_000), noise(90_000)].concat();
    let encoding = xz(BLOCK_SIZE as u64).with_check(check);
    let stored = encode(&content, &encoding).unwrap();
    (content, stored)
}

#[test]
fn blocks_decode_alone_in_any_order() {
    let limits = StreamLimits::default();
    for check in [XzCheck::None, XzCheck::Crc32, XzCheck::Crc64] {
        let (content, stored) = stream(check);
        let blocks = blocks(&stored);
        assert_eq!(blocks.len(), 4);
        for (i, (block, size)) in blocks.iter().enumerate().rev() {
            let back = decode_xz_block(header(&stored), block, *size as u64, &limits).unwrap();
            let from = i * BLOCK_SIZE;
            assert!(back == content[from..from + size], "{check:?} {i}");
        }
    }
}

#[test]
fn the_plain_encoder_and_large_indexes_work_too() {
    let limits = StreamLimits::default();
    let content = compressible_bytes(100_000);
    let stored = encode(&content, &xz(0)).unwrap();
    let (block, size) = blocks(&stored)[0];
    let back = decode_xz_block(header(&stored), block, size as u64, &limits).unwrap();
    assert!(back == content);
}

#[test]
fn every_cut_block_is_truncated() {
    let limits = StreamLimits::default();
    for check in [XzCheck::None, XzCheck::Crc32, XzCheck::Crc64] {
        let (_, stored) = stream(check);
        let (block, size) = blocks(&stored)[3];
        let near_the_end = block.len() - 30..block.len();
        for cut in (0..block.len()).step_by(1009).chain(near_the_end) {
            let error = decode_xz_block(header(&stored), &block[..cut], size as u64, &limits);
            match error.unwrap_err() {
                StreamError::Truncated { at, .. } => assert_eq!(at, cut as u64),
                other => panic!("{check:?} {cut}: {other}"),
            }
        }
    }
}

#[test]
fn what_follows_a_block_is_refused() {
    let limits = StreamLimits::default();
    let (_, stored) = stream(XzCheck::Crc32);
    let blocks = blocks(&stored);
    let (first, size) = blocks[0];
    let both = &stored[12..12 + first.len() + blocks[1].0.len()];
    let error = decode_xz_block(header(&stored), both, size as u64, &limits).unwrap_err();
    assert!(matches!(error, StreamError::TooLong { .. }), "{error}");

    let (last, size) = blocks[3];
    for extra in [1, 2, 4, 8] {
        let longer = [last, &vec![0; extra]].concat();
        let error = decode_xz_block(header(&stored), &longer, size as u64, &limits);
        match error.unwrap_err() {
            StreamError::Corrupt { at, .. } => assert!(at >= last.len() as u64, "{extra}"),
            other => panic!("{extra}: {other}"),
        }
    }
}

#[test]
fn sizes_and_bytes_must_match() {
    let limits = StreamLimits::default();
    let (_, stored) = stream(XzCheck::Crc32);
    let (block, size) = blocks(&stored)[1];
    let decode = |block: &[u8], size| decode_xz_block(header(&stored), block, size, &limits);
    let size = size as u64;
    let error = decode(block, size - 1).unwrap_err();
    assert!(matches!(error, StreamError::TooLong { .. }), "{error}");
    let error = decode(block, size + 1).unwrap_err();
    assert!(matches!(error, StreamError::TooShort { .. }), "{error}");
    for at in [0, 5, 60, block.len() - 1] {
        let mut damaged = block.to_vec();
        damaged[at] ^= 0x11;
        let error = decode(&damaged, size).unwrap_err();
        assert!(matches!(error, StreamError::Corrupt { .. }), "{at}: {error}");
    }
    let error = decode_xz_block(b"no xz header", block, size, &limits).unwrap_err();
    assert!(matches!(error, StreamError::Corrupt { at: 0, .. }));
    let small = limits.with_memory(10);
    let error = decode_xz_block(header(&stored), block, size, &small).unwrap_err();
    assert!(matches!(error, StreamError::MemoryLimit { .. }));
}
