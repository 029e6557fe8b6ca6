use super::*;
use crate::bpx::container::{Check, Compression};
use crate::bpx::sd::{Document, ObjectBuilder};
use crate::bpx::verify;
use crate::source::WholeFile;
use bpx_schema::report::{Mode, Severity};
use proptest::prelude::*;

/// A reader that returns 1 to 7 bytes at a time, with `Interrupted` in between.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        self.1 += 1;
        if self.1.is_multiple_of(5) {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let size = buf.len().min(1 + self.1 % 7);
        (&mut self.0).take(size as u64).read(buf)
    }
}

fn build(options: PackOptions, objects: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut builder = PackageBuilder::new().options(options);
    for (name, content) in objects {
        builder.add(name.as_str(), Input::bytes(&content[..])).unwrap();
    }
    builder.build().unwrap()
}

/// Checks that the findings are only warnings about names, so that all bytes belong to objects.
fn sound(bytes: &[u8]) {
    let report = verify(&bytes.to_vec(), Mode::Strict).unwrap();
    let bad = report.findings().iter().find(|finding| {
        finding.severity == Severity::Error
            || (finding.severity == Severity::Note && finding.code != "sections.crc32-legacy")
    });
    assert_eq!(bad, None);
}

fn meta() -> Document {
    ObjectBuilder::new().set("Name", "test").build().unwrap()
}

#[test]
fn bytes_by_hand() {
    let options = PackOptions::default().with_compression(Compression::None).with_check(Check::None);
    let mut builder = PackageBuilder::new().options(options);
    builder.add("a", Input::bytes(&b"abc"[..])).unwrap();
    builder.add("b", Input::bytes(&b""[..])).unwrap();
    let table = [entry(3, 0, 0, 0), entry(0, 2, 0, 3)].concat();
    assert_eq!(builder.build().unwrap(), file(2, &[(1, b"abc"), (2, &table), (255, b"a\0b\0")]));
    let options = options.with_revision(1).with_section_size(20);
    let objects = [("a".to_owned(), b"0123456789".to_vec()), ("b".to_owned(), b"".to_vec())];
    // The second object does not follow one that came from another section.
    let (first, second) = (object_v1(10, 0, b"01234567"), object_v1(0, 2, b""));
    assert_eq!(build(options, &objects), file(1, &[(1, &first), (1, b"89"), (1, &second), (255, b"a\0b\0")]));
}

#[test]
fn headers_of_revision_1_stay_whole() {
    let options = PackOptions::default().with_compression(Compression::None).with_check(Check::None).with_revision(1);
    let objects = [("a".to_owned(), b"xyz".to_vec()), ("a".to_owned(), b"q".to_vec())];
    let built = build(options.with_section_size(26), &objects);
    let (first, second) = (object_v1(3, 0, b"xyz"), object_v1(1, 2, b"q"));
    assert_eq!(built, file(1, &[(1, &first), (1, &second), (255, b"a\0a\0")]));
    let built = build(options.with_section_size(27), &objects);
    let both = [&first[..], &object_v1(1, 2, b"")].concat();
    assert_eq!(built, file(1, &[(1, &both), (1, b"q"), (255, b"a\0a\0")]));
}

#[test]
fn empty_objects_after_a_full_section() {
    let objects = [("a".to_owned(), prose(32)), ("b".to_owned(), vec![]), ("c".to_owned(), vec![])];
    for compression in [Compression::None, Compression::Zlib(6), Compression::Xz(0), Compression::XzBalanced] {
        let package =
            open(&build(PackOptions::default().with_compression(compression).with_section_size(16), &objects));
        let places: Vec<_> = package.objects().map(|object| (object.header().start, object.header().offset)).collect();
        assert_eq!(places, [(0, 0), (1, 16), (1, 16)]);
        assert_eq!(contents(&package), objects);
    }
}

#[test]
fn every_kind_of_input() {
    let folder = tempfile::tempdir().unwrap();
    let (small, large) = (prose(5000), noise(270_000, 1));
    std::fs::write(folder.path().join("small"), &small).unwrap();
    std::fs::write(folder.path().join("large"), &large).unwrap();
    let old = PackageBuilder::new();
    let mut old = old.options(PackOptions::default().with_section_size(1000));
    old.add("old", Input::bytes(&small[..])).unwrap();
    let old = open(&old.build().unwrap());
    for revision in [1, 2] {
        for lie in [None, Some(0), Some(17), Some(5000), Some(270_000)] {
            let options = PackOptions::default().with_revision(revision).with_section_size(100_000);
            let options = options.with_compression(Compression::Xz(0));
            let mut builder = PackageBuilder::new().options(options);
            let inputs = [
                ("file", Input::file(folder.path().join("small"), lie), &small),
                ("big", Input::file(folder.path().join("large"), lie), &large),
                ("reader", Input::reader(Trickle(&small, 0), lie), &small),
                ("bytes", Input::bytes(small.clone()), &small),
                ("object", Input::object(old.object(0).unwrap()), &small),
            ];
            let expected: Vec<_> =
                inputs.iter().map(|(name, _, content)| ((*name).to_owned(), (*content).clone())).collect();
            for (name, input, _) in inputs {
                builder.add(name, input).unwrap();
            }
            let path = folder.path().join("package");
            let size = builder.save(&path).unwrap();
            let written = std::fs::read(&path).unwrap();
            assert_eq!(size, written.len() as u64);
            // The result does not depend on the announced sizes and on the way of writing.
            assert_eq!(written, build(options, &expected));
            assert_eq!(contents(&open(&written)), expected);
            assert_eq!(passed(&open(&written)), expected);
            sound(&written);
        }
    }
}

/// The table of a package has fewer entries than sections of such sizes would need.
#[test]
fn announced_sizes_that_no_package_has_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let options = PackOptions::default().with_section_size(16);
    for lies in [vec![u64::MAX], vec![u64::MAX, u64::MAX], vec![1 << 40]] {
        let mut builder = PackageBuilder::new().options(options);
        for lie in &lies {
            builder.add("name", Input::reader(&b"content"[..], Some(*lie))).unwrap();
        }
        let path = folder.path().join("package");
        let size = builder.save(&path).unwrap();
        assert_eq!(size, std::fs::metadata(&path).unwrap().len());
        let expected = vec![("name".to_owned(), b"content".to_vec()); lies.len()];
        assert_eq!(std::fs::read(&path).unwrap(), build(options, &expected));
    }
}

/// A watch gets the bytes of its object only, without the headers of revision 1.
#[test]
fn a_watch_gets_the_number_of_bytes_of_its_input() {
    let folder = tempfile::tempdir().unwrap();
    let (small, large) = (prose(5000), noise(270_000, 1));
    std::fs::write(folder.path().join("small"), &small).unwrap();
    std::fs::write(folder.path().join("large"), &large).unwrap();
    for revision in [1, 2] {
        let counts = [const { std::cell::Cell::new(0) }; 4];
        let mut builder = PackageBuilder::new().options(PackOptions::default().with_revision(revision));
        let inputs = [
            Input::file(folder.path().join("small"), Some(5000)),
            Input::file(folder.path().join("large"), Some(3)),
            Input::reader(&small[..], None),
            Input::bytes(vec![]),
        ];
        for (number, (input, count)) in inputs.into_iter().zip(&counts).enumerate() {
            builder.add(format!("{number}"), input.with_watch(|bytes| count.set(count.get() + bytes))).unwrap();
        }
        builder.build().unwrap();
        assert_eq!(counts.map(std::cell::Cell::into_inner), [5000, 270_000, 5000, 0], "revision {revision}");
    }
}

#[test]
fn broken_inputs_leave_the_old_file() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("package");
    std::fs::write(&path, "old").unwrap();
    let inputs = || [Input::reader(Broken, Some(3)), Input::file(folder.path().join("none"), Some(3))];
    for (revision, input) in [1, 2].into_iter().flat_map(|revision| inputs().map(|input| (revision, input))) {
        let mut builder = PackageBuilder::new().options(PackOptions::default().with_revision(revision));
        builder.add("good", Input::bytes(prose(100_000))).unwrap();
        builder.add("bad", input).unwrap();
        let Err(Error::Io { path: at, .. }) = builder.save(&path) else { panic!("no error") };
        assert_eq!(at.to_string(), "objects[1]");
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn more_objects_and_names_than_the_reference_crate_writes() {
    let objects: Vec<_> =
        (0..3300_u32).map(|at| (format!("folder/{at:05}/a file with a name"), at.to_le_bytes().to_vec())).collect();
    assert!(objects.iter().map(|(name, _)| name.len()).sum::<usize>() > 65_536);
    let plain = build(PackOptions::default().with_compression(Compression::None), &objects);
    let packed = build(PackOptions::default().with_compat(Compat::Bpx4), &objects);
    for bytes in [&plain, &packed] {
        let package = open(bytes);
        assert_eq!(contents(&package), objects);
        assert_eq!(package.find("folder/03299/a file with a name").unwrap().index(), 3299);
        sound(bytes);
    }
    assert!(packed.len() * 4 < plain.len());
    let table = open(&packed).container().find(OBJECT_TABLE).unwrap().header().flags;
    assert_eq!(table, 0x2 | 0x8);
}

#[test]
fn noise_is_stored_as_it_is() {
    let objects = [("a".to_owned(), noise(50_000, 3))];
    for compression in [Compression::Xz(6), Compression::Zlib(6)] {
        let package = build(PackOptions::default().with_compression(compression), &objects);
        assert_eq!(open(&package).container().table()[0].flags, 0x8);
        assert!(package.len() < 50_500);
    }
}

#[test]
fn the_header_has_the_type_specific_extension() {
    let ext = PackageExt { architecture: 9, ..PackageExt::any() };
    let built = PackageBuilder::new().ext(ext).metadata(meta()).build().unwrap();
    let package = open(&built);
    assert_eq!((package.ext(), package.len()), (ext, 0));
    assert_eq!(package.metadata().unwrap(), Some(meta()));
    let built = PackageBuilder::new()
        .architecture(Architecture::X86)
        .platform(Platform::Windows)
        .generator(*b"BD")
        .options(PackOptions::default().with_revision(1))
        .build()
        .unwrap();
    sound(&built);
    assert_eq!(built[24..28], *b"\x02\x02BD");
    assert_eq!(open(&built).revision(), 1);
}

#[test]
fn orders() {
    let objects: Vec<_> =
        ["b/x.txt", "a.bin", "z.d/plain", "a.txt", "b.bin"].map(|name| (name.to_owned(), vec![1])).into();
    let names = |order| {
        let package = open(&build(PackOptions::default().with_order(order), &objects));
        package.objects().map(|object| object.name().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(Order::Added), ["b/x.txt", "a.bin", "z.d/plain", "a.txt", "b.bin"]);
    assert_eq!(names(Order::Name), ["a.bin", "a.txt", "b.bin", "b/x.txt", "z.d/plain"]);
    assert_eq!(names(Order::Extension), ["z.d/plain", "a.bin", "b.bin", "a.txt", "b/x.txt"]);
}

#[test]
fn options_that_do_not_go_together() {
    let refused = |options: PackOptions| {
        let error = finding_of(PackageBuilder::new().options(options).build().unwrap_err());
        (error.class, error.path.to_string())
    };
    let default = PackOptions::default();
    let range = |name: &str| (Class::OutOfRange, format!("options.{name}"));
    assert_eq!(refused(default.with_section_size(15)), range("section_size"));
    assert_eq!(refused(default.with_section_size(200_000_001)), range("section_size"));
    assert_eq!(refused(default.with_block_size(4095)), range("block_size"));
    assert_eq!(refused(default.with_compression(Compression::Xz(10))), range("compression"));
    assert_eq!(refused(default.with_revision(3)), (Class::UnsupportedVersion, "options.revision".to_owned()));
    let compat = default.with_compat(Compat::Bpx4);
    let unread = |name: &str| (Class::UnsupportedFeature, format!("options.{name}"));
    assert_eq!(refused(compat.with_revision(1)), unread("revision"));
    assert_eq!(refused(compat.with_compression(Compression::Zlib(6))), unread("compression"));
    assert_eq!(refused(compat.with_check(Check::Crc32)), unread("check"));
    let deep = (0..15).fold(ObjectBuilder::new(), |object, at| object.object(&format!("{at}"), |object| object));
    let error = PackageBuilder::new().options(compat).metadata(deep.build().unwrap()).build().unwrap_err();
    assert_eq!(finding_of(error).class, Class::LimitExceeded);
    let mut builder = PackageBuilder::new();
    assert_eq!(finding_of(builder.add("a\0b", Input::bytes(vec![])).unwrap_err()).class, Class::BadText);
    assert_eq!(finding_of(builder.add("a".repeat(65_536), Input::bytes(vec![])).unwrap_err()).class, Class::OutOfRange);
}

#[test]
#[cfg(feature = "parallel")]
fn the_output_does_not_depend_on_threads() {
    let objects = [("a".to_owned(), prose(1_500_000)), ("b".to_owned(), noise(200_000, 9))];
    for compression in [Compression::Xz(1), Compression::Zlib(1)] {
        let options = PackOptions::default().with_compression(compression).with_section_size(300_000);
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let many = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        let (one, four) = (alone.install(|| build(options, &objects)), many.install(|| build(options, &objects)));
        assert_eq!(one, four);
        let read = |pool: &rayon::ThreadPool| pool.install(|| passed(&open(&one)));
        assert_eq!(read(&alone), objects);
        assert_eq!(read(&many), objects);
    }
}

#[test]
#[cfg(feature = "parallel")]
fn blocks_are_decoded_alike_on_one_thread_and_on_many() {
    let objects = [("a".to_owned(), prose(300_000)), ("b".to_owned(), noise(50_000, 2))];
    let options = PackOptions::default().with_compression(Compression::Xz(1)).with_block_size(4096);
    let sound = build(options, &objects);
    let stored = open(&sound).container().section(0).unwrap().stored();
    let middle = usize::try_from(stored.offset + stored.size / 2).unwrap();
    let mut broken = sound.clone();
    broken[middle] ^= 0x55;
    let read = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let fail = |package: &Package| {
            finding_of(package.for_each(|_, bytes| bytes.copy_to(&mut std::io::sink()).map(drop)).unwrap_err())
                .to_string()
        };
        pool.install(|| (passed(&open(&sound)), fail(&open(&broken))))
    };
    let (alone, many) = (read(1), read(4));
    assert_eq!(alone.0, objects);
    assert!(alone.1.contains("xz"), "{}", alone.1);
    assert_eq!(alone, many);
}

#[test]
fn blocks_that_are_decoded_side_by_side_are_checked() {
    let objects = [("a".to_owned(), prose(300_000))];
    let options = PackOptions::default().with_compression(Compression::Xz(1)).with_block_size(4096);
    let mut bytes = build(options, &objects);
    let package = open(&bytes);
    assert_eq!(passed(&package), objects);
    let middle = package.container().section(0).unwrap().stored();
    let at = usize::try_from(middle.offset + middle.size / 2).unwrap();
    bytes[at] ^= 0x55;
    let package = open(&bytes);
    let error = finding_of(package.for_each(|_, bytes| bytes.copy_to(&mut std::io::sink()).map(drop)).unwrap_err());
    assert_eq!((error.class, error.path.to_string()), (Class::BadStream, "sections[0]".to_owned()));
    let error = finding_of(package.read(0).unwrap_err());
    assert_eq!((error.class, error.path.to_string()), (Class::BadStream, "sections[0]".to_owned()));
}

fn compression() -> impl Strategy<Value = Compression> {
    prop_oneof![Just(Compression::None), (0..=9_u32).prop_map(Compression::Zlib), (0..=3_u32).prop_map(Compression::Xz)]
}

fn check() -> impl Strategy<Value = Check> {
    prop_oneof![Just(Check::None), Just(Check::Weak), Just(Check::Crc32), Just(Check::Crc32Legacy)]
}

fn content() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        Just(Vec::new()),
        proptest::collection::vec(any::<u8>(), 0..60),
        (0..9000_usize).prop_map(prose),
        (0..9000_usize, any::<u32>()).prop_map(|(size, seed)| noise(size, seed)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_packed_is_unpacked(
        contents_of in proptest::collection::vec(("[a-zé/.]{0,12}", content()), 0..12),
        (compression, check) in (compression(), check()),
        (revision, size, block) in (1..=2_u32, prop_oneof![16..100_u32, 100..20_000_u32], 4096..10_000_u32),
    ) {
        let options = PackOptions::default()
            .with_compression(compression)
            .with_check(check)
            .with_revision(revision)
            .with_section_size(size)
            .with_block_size(block);
        let bytes = build(options, &contents_of);
        let package = open(&bytes);
        prop_assert_eq!(contents(&package), contents_of.clone());
        prop_assert_eq!(passed(&package), contents_of.clone());
        sound(&bytes);
        let most = package.container().sections().map(|section| section.content_size()).max();
        prop_assert!(package.container().find(DATA).unwrap().content_size() <= u64::from(size), "{:?}", most);
    }
}

/// A file that another program truncates to half of its size after the first read.
struct Cut {
    whole: WholeFile,
    file: std::fs::File,
}

impl Read for Cut {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let read = self.whole.read(buf)?;
        self.file.set_len(self.whole.size() / 2)?;
        Ok(read)
    }
}

#[test]
fn a_file_that_is_cut_while_it_is_packed_is_an_error() {
    const SIZE: usize = 1 << 20;
    for revision in [1, 2] {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        std::io::Write::write_all(&mut file, &[7; SIZE]).unwrap();
        let whole = WholeFile::open(file.path()).unwrap();
        let cut = Cut { whole, file: file.as_file().try_clone().unwrap() };
        let mut builder = PackageBuilder::new().options(PackOptions::default().with_revision(revision));
        builder.add("first", Input::bytes(&b"first"[..])).unwrap();
        builder.add("cut", Input::reader(cut, Some(SIZE as u64))).unwrap();
        let Error::Io { path, source } = builder.build().unwrap_err() else { panic!("revision {revision}") };
        assert_eq!((path.to_string().as_str(), source.kind()), ("objects[1]", std::io::ErrorKind::UnexpectedEof));
        assert!(
            source.to_string().ends_with(
                "of 1048576 bytes, because another program shortened it while it was read; run the command again"
            ),
            "{source}"
        );
    }
}
