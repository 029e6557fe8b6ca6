use super::fixtures::*;
use super::*;
use crate::bpx::Crc32Legacy;
use bpx_schema::checksum::{ByteSum, ChecksumType, Crc32};
use std::io::Read;

fn five() -> Vec<u8> {
    let text = text();
    let size = text.len() as u32;
    let packed = |flags, checksum, stored: &[u8]| Raw {
        kind: 1,
        flags,
        checksum,
        content_size: size,
        stored: stored.to_vec(),
        pointer: None,
    };
    file(
        2,
        &[
            Raw { flags: 8, checksum: TEXT_SUM, ..Raw::plain(9, &text) },
            packed(1 | 4, TEXT_CRC32, TEXT_ZLIB),
            packed(2 | 4, TEXT_CRC32_LEGACY, TEXT_XZ),
            packed(2, 12345, TEXT_XZ),
            Raw::plain(0xFF, b""),
        ],
    )
}

#[test]
fn header_table_and_contents() {
    for version in [1, 2] {
        let mut bytes = five();
        bytes[20] = version;
        seal_header(&mut bytes);
        let container = open(&bytes);
        let header = container.header();
        assert_eq!((header.kind, header.version, header.type_ext.to_bytes()), (b'Q', u32::from(version), [7; 16]));
        assert_eq!(container.len(), 5);
        let text = text();
        let expected = [(9, text.clone()), (1, text.clone()), (1, text.clone()), (1, text), (0xFF, Vec::new())];
        assert_eq!(contents(&container), expected);
        assert_eq!(container.find(0xFF).unwrap().index(), 4);
        assert!(container.section(5).is_none());
    }
}

#[test]
fn stored_bytes_are_borrowed_from_memory() {
    let bytes = five();
    let container = open(&bytes);
    let section = container.section(1).unwrap();
    assert!(matches!(section.raw().unwrap(), std::borrow::Cow::Borrowed(TEXT_ZLIB)));
    assert!(matches!(container.section(0).unwrap().content().unwrap(), std::borrow::Cow::Borrowed(_)));
}

#[test]
fn the_same_from_a_source_that_is_not_in_memory() {
    let container = Container::open(Arc::new(Disk(five())), Limits::default()).unwrap();
    assert_eq!(contents(&container), contents(&open(&five())));
    assert_eq!(container.section(2).unwrap().raw().unwrap(), TEXT_XZ);
}

#[test]
fn checks_return_the_matching_algorithm() {
    let container = open(&five());
    let outcomes: Vec<_> = container.sections().map(|section| section.check().unwrap()).collect();
    let matched = CheckOutcome::Matched;
    let unchecked = CheckOutcome::Unchecked;
    let expected = [
        matched(ChecksumType::of::<ByteSum>()),
        matched(ChecksumType::of::<Crc32>()),
        matched(ChecksumType::of::<Crc32Legacy>()),
        unchecked,
        unchecked,
    ];
    assert_eq!(outcomes, expected);
}

#[test]
fn readers_stream_and_check() {
    for source in [memory_source(&five()), Arc::new(Disk(five()))] {
        let container = Container::open(source, Limits::default()).unwrap();
        for section in container.sections() {
            let mut content = Vec::new();
            section.reader().unwrap().read_to_end(&mut content).unwrap();
            assert_eq!(content, *section.content().unwrap());
            let mut copied = Vec::new();
            assert_eq!(section.reader().unwrap().copy_to(&mut copied).unwrap(), content.len() as u64);
            assert_eq!(copied, content);
        }
    }
}

#[test]
fn a_wrong_checksum_is_found_by_all_ways_unless_skipped() {
    let mut bytes = file(2, &[Raw { flags: 8, checksum: 3, ..Raw::plain(1, &[1, 2, 1]) }]);
    let expected = (Class::ChecksumMismatch, "table[0].checksum".to_owned(), 40 + 16);
    let container = open(&bytes);
    let section = container.section(0).unwrap();
    assert_eq!(blame(&finding_of(section.content().unwrap_err())), expected);
    assert_eq!(blame(&finding_of(section.check().unwrap_err())), expected);
    assert_eq!(blame(&finding_of(section.reader().unwrap().copy_to(&mut Vec::new()).unwrap_err())), expected);
    let io = section.reader().unwrap().read_to_end(&mut Vec::new()).unwrap_err();
    assert_eq!(blame(&finding_of(io.downcast::<Error>().unwrap())), expected);

    bytes[4] ^= 1;
    let refused = Container::open(memory_source(&bytes), Limits::default()).unwrap_err();
    assert_eq!(blame(&finding_of(refused)), (Class::ChecksumMismatch, "header.checksum".to_owned(), 4));
    let container = Container::open_with(memory_source(&bytes), OpenOptions::default().with_skip_checks(true)).unwrap();
    let section = container.section(0).unwrap();
    assert_eq!(*section.content().unwrap(), [1, 2, 1]);
    assert_eq!(section.reader().unwrap().copy_to(&mut Vec::new()).unwrap(), 3);
    assert_eq!(blame(&finding_of(section.check().unwrap_err())), expected);
}

#[test]
fn sizes_count_whatever_the_options() {
    for (size, class) in [(499, Class::SizeMismatch), (501, Class::SizeMismatch)] {
        for stored in [TEXT_ZLIB, TEXT_XZ] {
            let flags = if stored == TEXT_XZ { 2 } else { 1 };
            let raw = Raw { kind: 1, flags, content_size: size, stored: stored.to_vec(), ..Raw::default() };
            let options = OpenOptions::default().with_skip_checks(true);
            let container = Container::open_with(memory_source(&file(2, &[raw])), options).unwrap();
            let section = container.section(0).unwrap();
            let expected = (class, "table[0].content_size".to_owned(), 40 + 12);
            assert_eq!(blame(&finding_of(section.content().unwrap_err())), expected);
            assert_eq!(blame(&finding_of(section.check().unwrap_err())), expected);
            assert_eq!(blame(&finding_of(section.reader().unwrap().copy_to(&mut Vec::new()).unwrap_err())), expected);
        }
    }
}

#[test]
fn files_that_are_not_containers_are_rejected() {
    let good = file(2, &[Raw::plain(1, b"abc")]);
    let class =
        |bytes: &[u8]| blame(&finding_of(Container::open(memory_source(bytes), Limits::default()).unwrap_err()));
    assert_eq!(class(b""), (Class::Truncated, "header".to_owned(), 0));
    assert_eq!(class(&good[..39]), (Class::Truncated, "header".to_owned(), 0));
    assert_eq!(class(&good[..63]), (Class::Truncated, "table".to_owned(), 40));
    let mut other = good.clone();
    other[1] = b'Q';
    assert_eq!(class(&other), (Class::BadMagic, "header.signature".to_owned(), 0));
    for version in [0, 3, 0xFF] {
        let mut other = good.clone();
        other[20] = version;
        seal_header(&mut other);
        assert_eq!(class(&other), (Class::UnsupportedVersion, "header.version".to_owned(), 20));
    }
    let mut limits = Limits::default();
    limits.max_sections = 0;
    let refused = finding_of(Container::open(memory_source(&good), limits).unwrap_err());
    assert_eq!(blame(&refused), (Class::LimitExceeded, "header.section_count".to_owned(), 16));
}

#[test]
fn sections_out_of_the_file_open_but_do_not_read() {
    let far = Raw { pointer: Some(1 << 40), ..Raw::plain(1, b"abc") };
    let long = Raw { flags: 2, pointer: Some(80), ..Raw::plain(1, &[0; 100]) };
    let container = open(&file(2, &[far, long]));
    for (index, path, at) in [(0, "table[0].pointer", 40), (1, "table[1].stored_size", 64 + 8)] {
        let section = container.section(index).unwrap();
        let expected = (Class::OutOfBounds, path.to_owned(), at);
        assert_eq!(blame(&finding_of(section.raw().unwrap_err())), expected);
        assert_eq!(blame(&finding_of(section.content().unwrap_err())), expected);
        assert_eq!(blame(&finding_of(section.check().unwrap_err())), expected);
        assert_eq!(blame(&finding_of(section.reader().unwrap_err())), expected);
        assert_eq!(blame(&finding_of(section.read_at(0, &mut [0]).unwrap_err())), expected);
    }
}

#[test]
fn memory_is_bounded() {
    let limits = Limits::default().with_max_memory(440);
    let container = Container::open(memory_source(&five()), limits).unwrap();
    // Bytes in memory need no copy.
    assert_eq!(container.section(0).unwrap().content().unwrap().len(), 500);
    for index in [1, 2] {
        let section = container.section(index).unwrap();
        assert_eq!(finding_of(section.content().unwrap_err()).class, Class::LimitExceeded);
        assert!(section.check().is_ok());
    }
    let container = Container::open(Arc::new(Disk(five())), limits).unwrap();
    assert_eq!(finding_of(container.section(0).unwrap().content().unwrap_err()).class, Class::LimitExceeded);
}

#[test]
fn extents_cover_every_byte_once() {
    // Head 40 + 5 * 24 = 160.
    let mut bytes = file(
        2,
        &[
            Raw { pointer: Some(170), ..Raw::plain(1, &[1; 10]) },
            Raw { pointer: Some(170), ..Raw::plain(2, &[1; 10]) },
            Raw { pointer: Some(175), ..Raw::plain(3, &[1; 15]) },
            Raw { pointer: Some(200), ..Raw::plain(4, &[]) },
            Raw { pointer: Some(5000), ..Raw::plain(5, &[1; 3]) },
        ],
    );
    bytes.resize(220, 0xEE);
    let shape = |bytes: &[u8]| {
        let extents = open(bytes).extents();
        assert_eq!(extents[0].offset, 0);
        assert!(extents.windows(2).all(|pair| pair[0].end() == pair[1].offset));
        assert_eq!(extents.last().unwrap().end(), bytes.len() as u64);
        extents.into_iter().map(|extent| (extent.size, extent.kind)).collect::<Vec<_>>()
    };
    use ExtentKind::*;
    let start =
        vec![(40, Header), (120, Table), (10, Gap), (20, Payload(vec![0, 1, 2])), (10, Gap), (0, Payload(vec![3]))];
    assert_eq!(shape(&bytes), [start.clone(), vec![(20, Trailing)]].concat());
    bytes[8..16].copy_from_slice(&210_u64.to_le_bytes());
    seal_header(&mut bytes);
    assert_eq!(shape(&bytes), [start, vec![(10, Gap), (10, Trailing)]].concat());
}
