//! Encoded content decodes to the same bytes, with any settings.

use super::fixtures::{XZ_STREAM, ZLIB_STREAM, all, xz};
use super::*;

fn contents() -> Vec<Vec<u8>> {
    vec![
        Vec::new(),
        vec![42],
        compressible_bytes(128 << 10),
        compressible_bytes(3 << 20),
        noise(300_000),
        vec![0; 1 << 20],
    ]
}

#[test]
fn every_transform() {
    for transform in all() {
        for content in contents() {
            let stored = encode(&content, transform).unwrap();
            let back = decode_all_ways(transform, &stored, size(&content)).unwrap();
            assert!(back == content, "{} {}", transform.name(), content.len());
        }
    }
}

#[test]
fn every_level() {
    let content = compressible_bytes(30_000);
    for level in 0..=9 {
        let encoders: [&dyn DynTransform; 2] = [&Zlib::new().with_level(level), &Xz::new().with_level(level)];
        for transform in encoders {
            let stored = encode(&content, transform).unwrap();
            let back = decode_all_ways(transform, &stored, size(&content)).unwrap();
            assert!(back == content, "{} {level}", transform.name());
        }
    }
}

#[test]
fn every_check_and_block_size() {
    let content = compressible_bytes(50_000);
    for check in [XzCheck::None, XzCheck::Crc32, XzCheck::Crc64] {
        for block_size in [0, 4096, 10_000, 50_000, 1 << 30] {
            let encoding = xz(block_size).with_check(check);
            let stored = encode(&content, &encoding).unwrap();
            let back = decode_all_ways(XZ_STREAM, &stored, size(&content)).unwrap();
            assert!(back == content, "{check:?} {block_size}");
        }
    }
}

#[test]
fn threads_do_not_change_the_bytes() {
    for content in [compressible_bytes(700_000), noise(200_000), Vec::new()] {
        for block_size in [0, 64 << 10] {
            let one = encode(&content, &xz(block_size).with_threads(1)).unwrap();
            for threads in [0, 2, 4] {
                let encoding = xz(block_size).with_threads(threads);
                assert!(encode(&content, &encoding).unwrap() == one, "{threads}");
            }
        }
    }
}

#[test]
fn splits_of_the_input_do_not_change_the_bytes() {
    for content in [compressible_bytes(300_000), noise(128 << 10), Vec::new()] {
        for level in [0, 1, 3, 6] {
            let encoders: [&dyn DynTransform; 2] = [&Zlib::new().with_level(level), &Xz::new().with_level(level)];
            for transform in encoders {
                let whole = encode(&content, transform).unwrap();
                let mut streamed = Vec::new();
                let mut trickle = Trickle(&content, 0);
                let sizes = encode_stream(&mut trickle, transform, &mut streamed).unwrap();
                assert!(streamed == whole, "{} {level}", transform.name());
                assert_eq!(sizes.stored, size(&whole));
                assert_eq!(sizes.content, size(&content));
            }
        }
    }
}

#[test]
fn pieces_are_whole_but_the_last() {
    let content = compressible_bytes(600_000);
    let stored = encode(&content, ZLIB_STREAM).unwrap();
    let mut sizes = Vec::new();
    let mut sink = |piece: &[u8]| {
        sizes.push(piece.len());
        Ok(())
    };
    let limits = StreamLimits::default();
    let input = Trickle(&stored, 0);
    decode_to(ZLIB_STREAM, input, 600_000, &limits, &mut sink).unwrap();
    assert_eq!(sizes, [256 << 10, 256 << 10, 600_000 - (512 << 10)]);
}

#[test]
fn settings_out_of_range_are_refused() {
    let settings: [&dyn DynTransform; 4] =
        [&Zlib::new().with_level(10), &Xz::new().with_level(10), &xz(4095), &xz((1 << 30) + 1)];
    for transform in settings {
        let error = encode(b"x", transform).unwrap_err();
        assert!(matches!(error, StreamError::InvalidEncoding { .. }));
    }
}
