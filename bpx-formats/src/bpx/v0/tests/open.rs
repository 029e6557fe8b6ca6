use super::*;
use crate::bpx::container::{ExtentKind, OpenOptions};
use bpx_schema::report::Class;
use bpx_schema::source::ReadAt;

fn refused(bytes: &[u8]) -> (Class, String, String, u64) {
    let error = Container::open(Arc::new(bytes.to_vec()), Limits::default()).unwrap_err();
    let finding = error.finding().unwrap();
    let (code, path, offset) = summary_of(finding);
    (finding.class, code, path, offset)
}

#[test]
fn files_of_other_versions_are_rejected() {
    let bytes = model().build().unwrap();
    let changed = |at: usize, to: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = to;
        bytes
    };
    let checksum = refused(&changed(bytes.len() - 1, 1));
    assert_eq!(checksum, (Class::ChecksumMismatch, "layout.checksum".into(), "header.checksum".into(), 4));
    assert_eq!(refused(&changed(0, b'b')).0, Class::BadMagic);
    assert_eq!(
        refused(&changed(20, 1)),
        (Class::UnsupportedVersion, "main-header.version".into(), "header.version".into(), 20)
    );
    assert_eq!(refused(&bytes[..31]).0, Class::Truncated);
    assert_eq!(refused(&bytes[..100]), (Class::Truncated, "truncated".into(), "table".into(), 32));
    assert_eq!(refused(b"").0, Class::Truncated);
    let options = OpenOptions::default().with_skip_checks(true);
    let odd = changed(bytes.len() - 1, 1);
    assert_eq!(Container::open_with(Arc::new(odd), options).unwrap().len(), 5);
}

/// The four bytes of the checksum may count as zeros.
#[test]
fn both_readings_of_the_checksum() {
    let mut bytes = model().build().unwrap();
    bytes[4..8].fill(0);
    let zeroed = crc32(bytes.iter().copied());
    let skipped = crc32(bytes[..4].iter().chain(&bytes[8..]).copied());
    assert_ne!(zeroed, skipped);
    for sum in [zeroed, skipped] {
        bytes[4..8].copy_from_slice(&sum.to_le_bytes());
        assert_eq!(found(&bytes), []);
        assert_eq!(open(&bytes).len(), 5);
    }
    bytes[4..8].copy_from_slice(&(skipped ^ 1).to_le_bytes());
    assert_eq!(found(&bytes), [is("layout.checksum", "header.checksum", 4)]);
}

/// Warnings do not prevent opening the file.
#[test]
fn files_with_warnings_open() {
    let mut bytes = model().build().unwrap();
    bytes[31] = 1;
    bytes[45] = 0x80;
    bytes[47] = 1;
    let container = open(&summed(bytes));
    assert_eq!((container.table()[0].flags, container.table()[0].reserved), (0x80, [0, 1]));
    assert_eq!(container.header().type_ext, TypeExt::Model(UnusedExt { reserved: [0, 0, 0, 0, 0, 0, 0, 1] }));
}

/// A source that is not in memory, so that all goes through positioned reads.
struct OnDisk(Vec<u8>);

impl ReadAt for OnDisk {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> std::io::Result<usize> {
        self.0.read_at(offset, buf)
    }
}

#[test]
fn sections_are_read_when_asked_for() {
    let bytes = model().build().unwrap();
    let container = Container::open(Arc::new(OnDisk(bytes.clone())), Limits::default()).unwrap();
    let kinds: Vec<_> = container.sections().map(|section| section.header().kind).collect();
    assert_eq!(kinds, [1, 2, 3, 4, 7]);
    let Content::VertexArray(array) = container.find(2).unwrap().decode().unwrap() else { panic!() };
    assert_eq!((array.header.vertex_count, array.vertices), (3, vec![7; 36]));
    let Content::BoneArray(array) = container.section(3).unwrap().decode().unwrap() else { panic!() };
    assert_eq!((array.bones[0].name, array.bones[0].transform[15]), (6, 0.5));
    assert!(container.section(5).is_none() && container.find(6).is_none());
    let mut copy = Vec::new();
    assert_eq!(container.write_to(&mut copy).unwrap(), bytes.len() as u64);
    assert_eq!(copy, bytes);
    let report = verify_with(&OnDisk(bytes), Mode::Strict, Limits::default()).unwrap();
    assert_eq!(report.findings(), []);
}

#[test]
fn every_byte_is_in_one_extent() {
    let mut bytes = file(b'X', [0; 8], &[(1, 0, b"abc"), (2, 0, b"")]);
    bytes.extend(b"more");
    let container = open(&summed(bytes));
    let extents: Vec<_> = container.extents().into_iter().map(|one| (one.offset, one.size, one.kind)).collect();
    let expected = [
        (0, 32, ExtentKind::Header),
        (32, 32, ExtentKind::Table),
        (64, 3, ExtentKind::Payload(vec![0])),
        (67, 0, ExtentKind::Payload(vec![1])),
        (67, 4, ExtentKind::Trailing),
    ];
    assert_eq!(extents, expected);
}

#[test]
fn contents_that_do_not_unpack() {
    let bytes = file(b'X', [0; 8], &[(1, 2, b"no stream"), (1, 0, b"abc")]);
    let container = open(&bytes);
    let error = container.section(0).unwrap().content().unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, summary_of(finding).1), (Class::BadStream, "sections[0]".to_owned()));
    assert_eq!(container.section(1).unwrap().content().unwrap(), &b"abc"[..]);
}

/// A megabyte of zeros in a thousand bytes: the size of the content is stated nowhere.
#[test]
fn contents_are_bounded_by_the_limits() {
    let zeros = vec![0; 1 << 20];
    let bytes = Builder::new(b'X').section(1, zeros, Some(9)).build().unwrap();
    assert!(bytes.len() < 2000);
    let limits = Limits::default().with_max_memory(1 << 19);
    let container = Container::open(Arc::new(bytes.clone()), limits).unwrap();
    let class = |error: bpx_schema::Error| error.finding().unwrap().class;
    assert_eq!(class(container.section(0).unwrap().content().unwrap_err()), Class::LimitExceeded);
    assert_eq!(class(json::to_json(&container, crate::ModelOptions::default()).unwrap_err()), Class::LimitExceeded);
    let found = |limits| -> Vec<_> {
        verify_with(&bytes, Mode::Lenient, limits).unwrap().findings().iter().map(summary_of).collect()
    };
    // A section of plain bytes is checked in pieces, which needs no memory.
    assert_eq!(found(limits), []);
    let limits = limits.with_max_content(1 << 19);
    assert_eq!(found(limits), [is("sections.limit", "sections[0]", 48)]);
}

#[test]
fn assets_are_objects() {
    let assets = [("a/one.txt", &b"hello"[..]), ("two", &[7; 300][..]), ("empty", &b""[..])];
    let bytes = Builder::package(assets, Some(6)).unwrap().build().unwrap();
    let package = open(&bytes).package().unwrap();
    let objects: Vec<_> = package
        .objects()
        .map(|object| (object.name().unwrap().to_owned(), object.header().start, object.read().unwrap()))
        .collect();
    let expected = [("a/one.txt", 1, b"hello".to_vec()), ("two", 2, vec![7; 300]), ("empty", 3, Vec::new())];
    assert_eq!(objects, expected.map(|(name, start, content)| (name.to_owned(), start, content)));
    assert_eq!(package.find("two").unwrap().index(), 1);
    let error = open(&model().build().unwrap()).package().unwrap_err();
    assert_eq!(summary_of(error.finding().unwrap()), is("package.kind", "header.kind", 3));
}

#[test]
fn assets_without_a_file_are_errors() {
    let ext = [1, 0, 0, 0, 0, 0, 0, 0];
    let with = |path: u32, file_id: u32| {
        let registry = [path, file_id].map(u32::to_le_bytes).concat();
        let bytes = file(b'P', ext, &[(1, 0, &registry), (2, 0, b"hi"), (3, 0, b"a\0")]);
        summary_of(open(&bytes).package().unwrap_err().finding().unwrap())
    };
    assert_eq!(with(2, 2), is("v0.virtual-path", "sections[0].asset_registry.assets[0].virtual_path", 80));
    assert_eq!(with(0, 0), is("v0.file-id", "sections[0].asset_registry.assets[0].file_id", 84));
    assert_eq!(with(0, 1), is("v0.file-id", "sections[0].asset_registry.assets[0].file_id", 84));
    assert_eq!(with(0, 4), is("v0.file-id", "sections[0].asset_registry.assets[0].file_id", 84));
}
