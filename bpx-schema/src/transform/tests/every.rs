//! What holds for every built-in transform.

use super::fixtures::unhex;
use super::*;
use crate::limits::Limits;
use crate::{Algorithms, Budget};
use proptest::prelude::*;
use std::sync::Arc;

fn all() -> impl Iterator<Item = Arc<dyn DynTransform>> {
    assert_eq!(BUILT_IN.len(), 9);
    BUILT_IN.iter().map(|ty| Algorithms::builtin().value_of(*ty))
}

#[test]
fn contents_come_back() {
    for transform in all() {
        for content in [Vec::new(), vec![42], compressible_bytes(128 << 10), noise(300_000), vec![0; 300_000]] {
            let stored = encode(&content, &*transform).unwrap();
            let back = decode_all_ways(&*transform, &stored, size(&content));
            let back = back.unwrap_or_else(|error| panic!("{} {}: {error}", transform.name(), content.len()));
            assert!(back == content, "{} {}", transform.name(), content.len());
        }
    }
}

#[test]
fn splits_of_the_input_do_not_change_the_bytes() {
    for transform in all() {
        for content in [compressible_bytes(300_000), Vec::new()] {
            let mut streamed = Vec::new();
            encode_stream(&mut Trickle(&content, 0), &*transform, &mut streamed).unwrap();
            assert!(streamed == encode(&content, &*transform).unwrap(), "{}", transform.name());
        }
    }
}

#[test]
fn every_cut_is_truncated() {
    for transform in all() {
        let content = compressible_bytes(2000);
        let stored = encode(&content, &*transform).unwrap();
        for cut in 0..stored.len() {
            match decode_all_ways(&*transform, &stored[..cut], size(&content)) {
                Err(StreamError::Truncated { at, .. }) => assert_eq!(at, cut as u64, "{}", transform.name()),
                // A block of LZ4 knows no end: where a sequence ends, the content is merely short.
                Err(StreamError::TooShort { .. }) if transform.name() == "lz4-block" => {}
                other => panic!("{} {cut}: {:?}", transform.name(), other.map(|content| content.len())),
            }
        }
    }
}

#[test]
fn damage_is_found_and_located() {
    for transform in all() {
        let content = compressible_bytes(5000);
        let stored = encode(&content, &*transform).unwrap();
        for at in 0..stored.len() {
            let mut damaged = stored.clone();
            damaged[at] ^= 0x55;
            let decoded = decode(&*transform, &damaged, size(&content), &StreamLimits::default());
            // Plain deflate and LZ4 blocks have no checksum, the older LZMA none either; frames of zstd and LZ4 only when
            // they are asked for one.
            let unchecked = ["deflate", "lz4", "lz4-block", "lzma", "zstd"].contains(&transform.name());
            match decoded {
                Ok(decoded) => assert!(unchecked || decoded == content, "{} {at}", transform.name()),
                Err(StreamError::Corrupt { at, .. } | StreamError::Truncated { at, .. }) => {
                    assert!(at <= size(&stored), "{}", transform.name());
                }
                Err(_) => {}
            }
        }
    }
}

#[test]
fn bytes_after_the_stream_are_refused() {
    for transform in all() {
        let content = compressible_bytes(1000);
        let mut stored = encode(&content, &*transform).unwrap();
        stored.extend_from_slice(b"garbage that is not a stream");
        assert!(decode_all_ways(&*transform, &stored, size(&content)).is_err(), "{}", transform.name());
    }
}

#[test]
fn streams_one_after_the_other_count_as_one() {
    for transform in all().filter(|one| ["gzip", "xz", "zstd", "lz4", "bzip2"].contains(&one.name())) {
        let (one, other) = (compressible_bytes(10_000), noise(500));
        let parts = [&one[..], &[], &other].map(|part| encode(part, &*transform).unwrap());
        let back = decode_all_ways(&*transform, &parts.concat(), size(&one) + size(&other)).unwrap();
        assert!(back == [one, other].concat(), "{}", transform.name());
        // A cut in the second one, whose positions count from the first.
        let cut = parts[0].len() + parts[1].len() + 9;
        match decode_all_ways(&*transform, &parts.concat()[..cut], 10_500).unwrap_err() {
            StreamError::Truncated { at, .. } => assert_eq!(at, cut as u64, "{}", transform.name()),
            other => panic!("{}: {other}", transform.name()),
        }
    }
}

#[test]
fn bombs_stop_early_and_take_little() {
    for transform in all() {
        let stored = encode(&vec![0; 4 << 20], &*transform).unwrap();
        let error = decode_all_ways(&*transform, &stored, 64).unwrap_err();
        assert!(matches!(error, StreamError::TooLong { limit: 64 }), "{}: {error}", transform.name());
    }
}

#[test]
fn memory_of_decoders_is_counted_and_comes_back() {
    // A window of 4 MiB, which the content fills.
    let content = noise(4 << 20);
    for transform in all() {
        let stored = encode(&content, &*transform).unwrap();
        let budget = Budget::new(Limits::default().with_max_memory(64 << 20), 0);
        let left = budget.memory_left();
        let mut reader =
            StreamReader::new(&*transform, &*stored, size(&content), &StreamLimits::from(&budget)).unwrap();
        reader.read_exact(&mut vec![0; 2 << 20]).unwrap();
        let inflates = ["zlib", "deflate", "gzip", "xz"].contains(&transform.name());
        assert!(inflates || budget.memory_left() < left - (1 << 20), "{}", transform.name());
        drop(reader);
        assert_eq!(budget.memory_left(), left, "{}", transform.name());

        let little = Budget::new(Limits::default().with_max_memory(300 << 10), 0);
        let refused = decode(&*transform, &stored, size(&content), &StreamLimits::from(&little));
        let refused = matches!(refused, Err(StreamError::MemoryLimit { .. }));
        assert!(inflates || refused, "{}", transform.name());
        assert_eq!(little.memory_left(), 300 << 10, "{}", transform.name());
    }
}

/// Streams of other writers: Python's zlib, gzip, bz2, lzma; the programs zstd and lz4. The content is "section " twelve
/// times, then "end", unless stated.
#[test]
fn streams_of_other_writers() {
    let content = [b"section ".repeat(12), b"end".to_vec()].concat();
    for (name, stored) in FOREIGN {
        let transform = all().find(|one| one.name() == *name).unwrap();
        let back = decode_all_ways(&*transform, &unhex(stored), size(&content));
        assert!(back.unwrap_or_else(|error| panic!("{name}: {error}")) == content, "{name}");
    }
}

const FOREIGN: &[(&str, &str)] = &[
    ("zlib", "789c2b4e4d2ec9cccf5328a6119d9a9702007fe72634"),
    ("deflate", "2b4e4d2ec9cccf5328a6119d9a970200"),
    ("gzip", "1f8b08000000000002032b4e4d2ec9cccf5328a6119d9a9702001377c17563000000"),
    (
        "bzip2",
        "425a68393141592653593ea42bc400002b118040000e218c00200031064c408a8c47a60360f3e0d40603901b5240745dc914e14240fa90\
        af10",
    ),
    ("lzma", "5d00008000ffffffffffffffff003999489217899e7d37620cc03aba481448d9fff3008000"),
    (
        "xz",
        "fd377a585a000004e6d6b4460200210116000000742fe5a3e0006200125d003999489217899e7d37620cc03aba29d4fe00000000099e45\
        d0cf38563300012e63e58c3aff1fb6f37d010000000004595a",
    ),
    ("zstd", "28b52ffd04589500005873656374696f6e20656e640100b5a970014959c94e"),
    ("lz4", "04224d186440a7120000008f73656374696f6e20080043506e20656e64000000004b4ef7e5"),
    // The block of the frame.
    ("lz4-block", "8f73656374696f6e20080043506e20656e64"),
];

#[test]
fn a_dictionary_is_needed_where_it_was_used() {
    let dictionary = noise(4000);
    let with = Zstd::new().with_dictionary(dictionary.clone());
    let content = dictionary[100..3100].to_vec();
    let stored = encode(&content, &with).unwrap();
    assert!(stored.len() < 100, "the dictionary is used");
    assert!(decode_all_ways(&with, &stored, size(&content)).unwrap() == content);
    assert!(decode_all_ways(&Zstd::new(), &stored, size(&content)).is_err());
    // The registry gives it to callers that name the algorithm.
    let given = Algorithms::builtin().with_transform(with);
    let value = given.value_of(TransformType::of::<Zstd>());
    assert!(decode_all_ways(&*value, &stored, size(&content)).unwrap() == content);
}

#[test]
fn windows_of_zstd_are_limited() {
    // A frame that states a window of 2 GiB.
    let stored = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 21 << 3, 1, 0, 0];
    let error = decode_all_ways(&Zstd::new(), &stored, 1 << 30).unwrap_err();
    assert!(matches!(error, StreamError::MemoryLimit { limit, .. } if limit == 256 << 20), "{error}");
}

#[test]
fn settings_out_of_range_are_refused() {
    let settings: [&dyn DynTransform; 7] = [
        &Deflate::new().with_level(10),
        &Gzip::new().with_level(10),
        &Lzma::new().with_level(10),
        &Zstd::new().with_level(23),
        &Zstd::new().with_level(-1),
        &Bzip2::new().with_level(0),
        &Bzip2::new().with_level(10),
    ];
    for transform in settings {
        let error = encode(b"x", transform).unwrap_err();
        assert!(matches!(error, StreamError::InvalidEncoding { .. }), "{}", transform.name());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_content_comes_back(content in proptest::collection::vec(0_u8..4, 0..5000), which in 0..9_usize) {
        let transform = all().nth(which).unwrap();
        let stored = encode(&content, &*transform).unwrap();
        prop_assert_eq!(decode_all_ways(&*transform, &stored, size(&content)).unwrap(), content);
    }

    /// Whatever the bytes are: no panic, no more content than the bound, and all ways agree.
    #[test]
    fn any_bytes_are_bounded(stored in proptest::collection::vec(any::<u8>(), 0..300), which in 0..9_usize) {
        let transform = all().nth(which).unwrap();
        if let Ok(content) = decode_all_ways(&*transform, &stored, 1000) {
            prop_assert_eq!(content.len(), 1000);
        }
    }
}
