//! Every way in which a stream is rejected.

use super::fixtures::*;
use super::*;

fn refuse(transform: &dyn DynTransform, stored: &[u8], size: u64) -> StreamError {
    decode_all_ways(transform, stored, size).unwrap_err()
}

fn fixture(transform: &dyn DynTransform) -> Vec<u8> {
    unhex(if transform.name() == "zlib" { ZLIB } else { XZ_NO_CHECK })
}

#[test]
fn every_cut_is_truncated() {
    for transform in all() {
        let stored = fixture(transform);
        for cut in 0..stored.len() {
            match refuse(transform, &stored[..cut], CONTENT_SIZE) {
                StreamError::Truncated { at, .. } => assert_eq!(at, cut as u64),
                other => panic!("{} {cut}: {other}", transform.name()),
            }
        }
    }
}

#[test]
fn a_cut_second_stream_is_truncated() {
    let stored = unhex(XZ_NO_CHECK).repeat(2);
    for cut in [73, 80, 100, 143] {
        let error = refuse(XZ_STREAM, &stored[..cut], CONTENT_SIZE * 2);
        assert!(matches!(error, StreamError::Truncated { .. }), "{error}");
    }
}

#[test]
fn bytes_after_the_stream_are_corrupt() {
    for transform in all() {
        let mut stored = fixture(transform);
        stored.extend_from_slice(b"garbage that is not a stream");
        match refuse(transform, &stored, CONTENT_SIZE) {
            StreamError::Corrupt { at, .. } => assert!(at >= size(&fixture(transform))),
            other => panic!("{other}"),
        }
    }
    // One stream only, and no padding.
    let twice = unhex(ZLIB).repeat(2);
    let error = refuse(ZLIB_STREAM, &twice, CONTENT_SIZE);
    assert_eq!(error.to_string(), "corrupt zlib stream at byte 22: bytes after the end of the stream");
    let padded = [&*unhex(XZ_NO_CHECK), &[0; 3]].concat();
    let error = refuse(XZ_STREAM, &padded, CONTENT_SIZE);
    assert!(matches!(error, StreamError::Corrupt { .. }), "{error}");
}

#[test]
fn damage_is_corrupt() {
    for transform in all() {
        let content = compressible_bytes(10_000);
        let stored = encode(&content, transform).unwrap();
        let mut damaged = stored.clone();
        damaged[0] ^= 0x40;
        let error = refuse(transform, &damaged, 10_000);
        assert!(matches!(error, StreamError::Corrupt { .. }), "{error}");
        for at in (20..stored.len()).step_by(97) {
            let mut damaged = stored.clone();
            damaged[at] ^= 0x10;
            assert!(decode_all_ways(transform, &damaged, 10_000).is_err(), "{at}");
        }
    }
}

#[test]
fn sizes_must_match() {
    for transform in all() {
        let stored = fixture(transform);
        for announced in [0, 1, 98] {
            let error = refuse(transform, &stored, announced);
            assert!(matches!(error, StreamError::TooLong { limit } if limit == announced));
        }
        for announced in [100, 300_000, u64::from(u32::MAX), u64::MAX] {
            match refuse(transform, &stored, announced) {
                StreamError::TooShort { expected, actual } => {
                    assert_eq!((expected, actual), (announced, CONTENT_SIZE));
                }
                other => panic!("{other}"),
            }
        }
    }
    let error = refuse(XZ_STREAM, &unhex(XZ_EMPTY), 1);
    assert!(matches!(error, StreamError::TooShort { actual: 0, .. }));
}

#[test]
fn unknown_sizes_are_bounded_all_the_same() {
    let limits = StreamLimits::default();
    for transform in all() {
        let stored = fixture(transform);
        for bound in [99, 100, u64::MAX] {
            let content = decode_up_to(transform, &stored, bound, &limits).unwrap();
            assert_eq!(size(&content), CONTENT_SIZE);
        }
        let error = decode_up_to(transform, &stored, 98, &limits).unwrap_err();
        assert!(matches!(error, StreamError::TooLong { limit: 98 }));
        let error = decode_up_to(transform, &stored[..20], 99, &limits).unwrap_err();
        assert!(matches!(error, StreamError::Truncated { .. }));
    }
}

#[test]
fn bombs_stop_early() {
    let content = vec![0; 64 << 20];
    for transform in all() {
        let stored = encode(&content, transform).unwrap();
        let error = refuse(transform, &stored, 64);
        assert!(matches!(error, StreamError::TooLong { limit: 64 }));
        let limits = StreamLimits::default();
        let mut reader = StreamReader::new(transform, &*stored, 64, &limits).unwrap();
        assert!(reader.read(&mut [0; 100]).is_err());
        assert!(reader.consumed_size() < 100_000);
    }
}

#[test]
fn dictionaries_are_limited() {
    let stored = unhex(XZ_LARGE_DICTIONARY);
    let limits = StreamLimits::default().with_memory(1 << 20);
    let error = decode(XZ_STREAM, &stored, CONTENT_SIZE, &limits).unwrap_err();
    assert!(matches!(error, StreamError::MemoryLimit { limit, .. } if limit == 1 << 20));

    let error = refuse(ZLIB_STREAM, &unhex(ZLIB_DICTIONARY), CONTENT_SIZE);
    assert!(matches!(error, StreamError::Unsupported { .. }), "{error}");
}

#[test]
fn foreign_errors_pass_through() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let limits = StreamLimits::default();
    let error = decode_to(XZ_STREAM, Broken, 9, &limits, &mut |_| Ok(())).unwrap_err();
    assert!(matches!(error, StreamError::Io(io) if io.kind() == io::ErrorKind::ConnectionReset));

    let full = &mut |_: &[u8]| Err(io::ErrorKind::StorageFull.into());
    let stored = unhex(ZLIB);
    let error = decode_to(ZLIB_STREAM, &*stored, CONTENT_SIZE, &limits, full).unwrap_err();
    assert!(matches!(error, StreamError::Io(io) if io.kind() == io::ErrorKind::StorageFull));

    let error = encode_stream(&mut Broken, &xz(0), &mut io::sink()).unwrap_err();
    assert!(matches!(error, StreamError::Io(_)));
}

#[test]
fn readers_check_the_trailer_with_the_last_byte_and_stay_failed() {
    let mut stored = unhex(ZLIB);
    *stored.last_mut().unwrap() ^= 1;
    let limits = StreamLimits::default();
    let mut reader = StreamReader::new(ZLIB_STREAM, &*stored, CONTENT_SIZE, &limits).unwrap();
    let mut content = [0; CONTENT_SIZE as usize];
    let error = StreamError::from_io(reader.read_exact(&mut content).unwrap_err());
    assert!(matches!(error, StreamError::Corrupt { .. }), "{error}");
    assert!(reader.read(&mut content).is_err());
    assert_eq!(reader.read(&mut []).unwrap(), 0);
}
