use super::fixtures::*;
use super::*;
use crate::bpx::verify;
use bpx_schema::report::Mode;
use proptest::prelude::*;
use std::io::{self, Write};

#[test]
fn bytes_of_a_small_file() {
    let text = text();
    let weak = SectionOptions::default();
    let built = ContainerBuilder::new(b'Q', 2)
        .type_ext([7; 16])
        .section(1, &text, weak)
        .section(0xFF, b"a\0", weak.with_check(Check::None))
        .section(3, &text, weak.with_check(Check::Crc32))
        .section(4, &text, weak.with_check(Check::Crc32Legacy))
        .build()
        .unwrap();
    let raw = |kind, flags, checksum| Raw { flags, checksum, ..Raw::plain(kind, &text) };
    let by_hand =
        file(2, &[raw(1, 8, TEXT_SUM), Raw::plain(0xFF, b"a\0"), raw(3, 4, TEXT_CRC32), raw(4, 4, TEXT_CRC32_LEGACY)]);
    assert_eq!(built, by_hand);
}

#[test]
fn small_and_incompressible_content_stays_plain() {
    let text = vec![b'x'; 65_537];
    let xz = SectionOptions::default().with_compression(Compression::Xz(6));
    let flags = |content: &[u8], options| {
        open(&ContainerBuilder::new(b'Q', 2).section(1, content, options).build().unwrap()).table()[0].flags
    };
    assert_eq!(flags(&text[1..], xz), 8);
    assert_eq!(flags(&text, xz), 8 | 2);
    assert_eq!(flags(&text, xz.with_compression(Compression::Zlib(6))), 8 | 1);
    assert_eq!(flags(&text[..50], xz.with_threshold(49)), 8);
    assert_eq!(flags(&text[..50], xz.with_threshold(49).with_force(true)), 8 | 2);
    assert_eq!(flags(b"", xz.with_threshold(0).with_force(true)), 8);
}

#[test]
fn refusals_come_before_the_first_byte() {
    let refused = |builder: &ContainerBuilder<'_>| {
        let mut out = Vec::new();
        let error = finding_of(builder.write_to(&mut out).unwrap_err());
        assert_eq!(out, b"");
        (error.class, error.path.to_string())
    };
    assert_eq!(refused(&ContainerBuilder::new(b'Q', 3)), (Class::UnsupportedVersion, "header.version".to_owned()));
    let level = SectionOptions::default().with_compression(Compression::Xz(10)).with_threshold(0);
    let builder = ContainerBuilder::new(b'Q', 2).section(1, b"abc", level);
    assert_eq!(refused(&builder), (Class::OutOfRange, "sections[0]".to_owned()));
}

#[cfg(target_pointer_width = "64")]
#[test]
fn a_section_larger_than_the_table_can_state() {
    // Zeroed memory that nothing reads or writes.
    let large = vec![0; 1 << 32];
    let mut out = Vec::new();
    let builder = ContainerBuilder::new(b'Q', 2).section(1, b"first", SectionOptions::default()).section(
        1,
        &large,
        SectionOptions::default().with_compression(Compression::Xz(0)),
    );
    let error = finding_of(builder.write_to(&mut out).unwrap_err());
    assert_eq!(blame(&error), (Class::Overflow, "table[1].content_size".to_owned(), 64 + 12));
    assert_eq!(out, b"");
}

#[test]
fn many_threads_make_the_same_bytes() {
    let contents: Vec<Vec<u8>> =
        (0..9_u8).map(|seed| (0..300_000_u32).map(|at| (at.wrapping_mul(at) >> 9) as u8 ^ seed).collect()).collect();
    let build = || {
        let options = SectionOptions::default().with_compression(Compression::Xz(1));
        let builder = ContainerBuilder::new(b'Q', 2);
        contents.iter().fold(builder, |builder, content| builder.section(1, content, options)).build().unwrap()
    };
    let first = build();
    let options = SectionOptions::default().with_compression(Compression::Xz(1));
    for (index, content) in contents.iter().enumerate() {
        // A single section is compressed on all cores.
        let alone = open(&ContainerBuilder::new(b'Q', 2).section(1, content, options).build().unwrap());
        assert_eq!(alone.section(0).unwrap().raw().unwrap(), open(&first).section(index).unwrap().raw().unwrap());
    }
    assert_eq!(build(), first);
}

/// Fails after a number of bytes.
struct Brittle(usize);

impl Write for Brittle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::Error::other("full"));
        }
        let size = bytes.len().min(self.0).min(7);
        self.0 -= size;
        Ok(size)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn every_failing_write_is_reported() {
    let builder = ContainerBuilder::new(b'Q', 2).section(1, text(), SectionOptions::default());
    let size = builder.build().unwrap().len();
    for room in 0..size {
        assert!(matches!(builder.write_to(&mut Brittle(room)), Err(Error::Io { .. })), "{room}");
    }
    assert_eq!(builder.write_to(&mut Brittle(size)).unwrap(), size as u64);
}

#[test]
fn a_failed_save_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.bpx");
    let good = ContainerBuilder::new(b'Q', 2).section(1, text(), SectionOptions::default());
    assert_eq!(good.save(&path).unwrap(), std::fs::metadata(&path).unwrap().len());
    let old = std::fs::read(&path).unwrap();
    assert!(ContainerBuilder::new(b'Q', 7).save(&path).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), old);
    for room in (0..old.len()).step_by(50) {
        let failed = crate::source::replace(&path, |out| {
            good.write_to(&mut Brittle(room))?;
            good.write_to(out)
        });
        assert!(failed.is_err());
    }
    assert_eq!(std::fs::read(&path).unwrap(), old);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_keeps_its_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.bpx");
    std::fs::write(&path, "old").unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o555)).unwrap();
    let saved = ContainerBuilder::new(b'Q', 2).save(&path);
    // The superuser may write everywhere.
    let allowed = std::fs::write(folder.path().join("probe"), "").is_ok();
    assert_eq!(saved.is_ok(), allowed);
    if !allowed {
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
    }
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn any_options() -> impl Strategy<Value = SectionOptions> {
    let compression = prop_oneof![
        Just(Compression::None),
        (0..=9_u32).prop_map(Compression::Zlib),
        (0..=3_u32).prop_map(Compression::Xz)
    ];
    let check = prop_oneof![Just(Check::None), Just(Check::Weak), Just(Check::Crc32), Just(Check::Crc32Legacy)];
    (compression, check, 0..200_u64, any::<bool>()).prop_map(|(compression, check, threshold, force)| {
        let options = SectionOptions::default().with_compression(compression).with_check(check);
        options.with_threshold(threshold).with_force(force)
    })
}

/// Contents that compress, and contents that do not.
fn any_content() -> impl Strategy<Value = Vec<u8>> {
    let repeated = (any::<u8>(), 0..3000_usize).prop_map(|(byte, size)| vec![byte; size]);
    prop_oneof![repeated, proptest::collection::vec(any::<u8>(), 0..600)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_built_reads_back(
        // Other tests have the types with rules of their own.
        kind in any::<u8>().prop_filter("a type with rules", |kind| !b"TMSP".contains(kind)),
        version in 1..=2_u32,
        type_ext in any::<[u8; 16]>(),
        // Types without rules for their content.
        sections in proptest::collection::vec((0..0xFD_u8, any_content(), any_options()), 0..8),
    ) {
        let builder = ContainerBuilder::new(kind, version).type_ext(type_ext);
        let builder = sections.iter().fold(builder, |builder, (kind, content, options)| {
            builder.section(*kind, content, *options)
        });
        let bytes = builder.build().unwrap();
        prop_assert_eq!(&bytes, &builder.build().unwrap());
        let container = open(&bytes);
        prop_assert_eq!((container.header().kind, container.header().version), (kind, version));
        prop_assert_eq!(container.header().type_ext.to_bytes(), type_ext);
        prop_assert_eq!(container.header().file_size, bytes.len() as u64);
        let expected: Vec<_> = sections.iter().map(|(kind, content, _)| (*kind, content.clone())).collect();
        prop_assert_eq!(contents(&container), expected);
        let report = verify(&bytes, Mode::Strict).unwrap();
        prop_assert!(report.findings().iter().all(|finding| finding.code == "sections.crc32-legacy"), "{:?}", report);
        let mut canonical = Editor::open(memory_source(&bytes)).unwrap();
        canonical.canonicalize();
        let mut out = Vec::new();
        canonical.write_to(&mut out).unwrap();
        prop_assert_eq!(out, bytes);
    }
}
