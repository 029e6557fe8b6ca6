use super::fixtures::*;
use super::*;
use crate::bpx::verify;
use bpx_schema::report::Mode;
use std::io::Read;

fn small() -> Vec<u8> {
    let text = text();
    let zlib =
        Raw { kind: 1, flags: 5, checksum: TEXT_CRC32, content_size: 500, stored: TEXT_ZLIB.to_vec(), pointer: None };
    let xz = Raw { flags: 10, checksum: TEXT_SUM, stored: TEXT_XZ.to_vec(), ..zlib.clone() };
    let strings = b"one\0two\0";
    file(2, &[zlib, xz, Raw::plain(0xFF, strings), Raw::plain(0xFE, &[0]), Raw::plain(7, &text[..20])])
}

/// Runs every reader: each works or reports where it failed.
fn survives(bytes: &[u8], what: &str) {
    let size = bytes.len() as u64;
    let located = |error: Error| {
        let finding = finding_of(error);
        // The place of a missing table is its end.
        assert!(finding.location.file <= size.max(64), "{what}: {finding}");
        assert!(!finding.path.segments().is_empty(), "{what}: {finding}");
    };
    let report = verify(&bytes.to_vec(), Mode::Strict).unwrap();
    let container = match Container::open(memory_source(bytes), Limits::default()) {
        Ok(container) => container,
        Err(error) => {
            assert!(!report.findings().is_empty(), "{what}");
            return located(error);
        }
    };
    for section in container.sections() {
        let content = section.content();
        let mut streamed = Vec::new();
        let read = section.reader().map(|mut reader| reader.read_to_end(&mut streamed));
        match &content {
            Ok(content) => assert!(read.unwrap().is_ok() && streamed == **content, "{what}"),
            Err(_) => assert!(read.is_err() || read.is_ok_and(|read| read.is_err()), "{what}"),
        }
        content.map(drop).unwrap_or_else(located);
        section.check().map(drop).unwrap_or_else(located);
        section.read_at(3, &mut [0; 50]).map(drop).unwrap_or_else(located);
    }
    let extents = container.extents();
    assert!(extents.windows(2).all(|pair| pair[0].end() == pair[1].offset), "{what}");
    assert_eq!(extents.last().unwrap().end(), size, "{what}");
    let mut editor = Editor::of(&container);
    editor.canonicalize();
    let mut out = Vec::new();
    match editor.write_to(&mut out) {
        Ok(_) => {
            let mut again = Editor::open(memory_source(&out)).unwrap();
            again.canonicalize();
            let mut twice = Vec::new();
            again.write_to(&mut twice).unwrap();
            assert_eq!(out, twice, "{what}");
        }
        Err(error) => located(error),
    }
}

#[test]
fn every_prefix() {
    let bytes = small();
    assert_eq!(verify(&bytes, Mode::Strict).unwrap().findings(), []);
    for size in 0..bytes.len() {
        survives(&bytes[..size], &format!("{size} bytes"));
        let report = verify(&bytes[..size].to_vec(), Mode::Lenient).unwrap();
        assert_ne!(report.verdict(), bpx_schema::report::Verdict::Valid, "{size}");
    }
}

#[test]
fn every_single_byte() {
    let bytes = small();
    for at in 0..bytes.len() {
        for flip in [1, 0x80, 0xFF] {
            let mut bad = bytes.clone();
            bad[at] ^= flip;
            survives(&bad, &format!("byte {at} ^ {flip:#x}"));
            // With a matching checksum, faults of the table show.
            if at < 160 && u32::from_le_bytes(bad[16..20].try_into().unwrap()) == 5 {
                seal_header(&mut bad);
                survives(&bad, &format!("byte {at} ^ {flip:#x}, sealed"));
            }
        }
    }
}

#[test]
fn sections_without_end() {
    // Many entries share a few bytes: no reader takes more than a few passes.
    let mut bytes = file(2, &[]);
    let count = 200_000_u32;
    bytes[16..20].copy_from_slice(&count.to_le_bytes());
    for index in 0..count {
        let mut entry = [0; 24];
        entry[..8].copy_from_slice(&(40 + 24 * u64::from(count) + u64::from(index % 3)).to_le_bytes());
        entry[8] = 5;
        entry[12] = 5;
        bytes.extend(entry);
    }
    bytes.extend([0; 16]);
    bytes[8..16].fill(0);
    seal_header(&mut bytes);
    let container = open(&bytes);
    assert_eq!(container.len(), 200_000);
    assert_eq!(container.extents().len(), 4);
    let report = verify(&bytes, Mode::Lenient).unwrap();
    assert_eq!(report.verdict(), bpx_schema::report::Verdict::Valid);
}
