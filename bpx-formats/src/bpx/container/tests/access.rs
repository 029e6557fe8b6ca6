use super::fixtures::*;
use super::*;

fn noise(size: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let step = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 28) as u8
    };
    (0..size).map(step).collect()
}

fn packed(content: &[u8], compression: Compression) -> Container {
    let options = SectionOptions::default().with_compression(compression).with_threshold(0);
    open(&ContainerBuilder::new(b'Q', 2).section(1, content, options).build().unwrap())
}

#[test]
fn any_place_of_any_storage() {
    let content = noise((5 << 20) + 77);
    for compression in [Compression::None, Compression::Zlib(1), Compression::Xz(0)] {
        let container = packed(&content, compression);
        let section = container.section(0).unwrap();
        assert_eq!(section.stored().transform.is_some(), compression != Compression::None);
        for (offset, size) in [(0, 10), (1 << 20, 1), ((1 << 20) - 5, 10), (100, 3 << 20), (content.len() - 3, 3)] {
            let mut buf = vec![0; size];
            assert_eq!(section.read_at(offset as u64, &mut buf).unwrap(), size, "{compression:?}");
            assert!(buf == content[offset..offset + size], "{compression:?} {offset} {size}");
        }
        let end = content.len() as u64;
        assert_eq!(section.read_at(end - 3, &mut [0; 10]).unwrap(), 3);
        assert_eq!(section.read_at(end, &mut [0; 10]).unwrap(), 0);
        assert_eq!(section.read_at(u64::MAX, &mut [0; 10]).unwrap(), 0);
        assert!(*section.content().unwrap() == content);
    }
}

#[test]
fn blocks_are_decoded_alone() {
    let content = noise(3 << 20);
    let good = packed(&content, Compression::Xz(0));
    let stored = good.section(0).unwrap().stored();
    let mut bytes = good.source().as_bytes().unwrap().to_vec();
    // Inside of the first block.
    bytes[usize::try_from(stored.offset).unwrap() + 1000] ^= 1;
    let container = open(&bytes);
    let section = container.section(0).unwrap();
    let mut buf = [0; 100];
    assert_eq!(section.read_at(2 << 20, &mut buf).unwrap(), 100);
    assert_eq!(buf, content[2 << 20..(2 << 20) + 100]);
    let error = finding_of(section.read_at(0, &mut buf).unwrap_err());
    assert_eq!((error.class, error.path.to_string()), (Class::BadStream, "sections[0]".to_owned()));
    assert_eq!(finding_of(section.content().unwrap_err()).class, Class::BadStream);
}

#[test]
fn streams_without_a_sound_index_are_read_from_the_beginning() {
    // The content differs from the index: two streams, and the entry states the size of both.
    let stored = [TEXT_XZ, &[0; 8], TEXT_XZ].concat();
    let raw = Raw { kind: 1, flags: 2, content_size: 1000, stored: stored.clone(), ..Raw::default() };
    let container = open(&file(2, std::slice::from_ref(&raw)));
    let mut buf = [0; 600];
    container.section(0).unwrap().read_at(300, &mut buf).unwrap();
    assert_eq!(buf[..], [text(), text()].concat()[300..900]);
    // A single stream with a wrong stated size fails like a read of the whole.
    let short = Raw { content_size: 999, ..raw };
    let container = open(&file(2, &[short]));
    let error = finding_of(container.section(0).unwrap().read_at(0, &mut buf).unwrap_err());
    assert_eq!(blame(&error), (Class::SizeMismatch, "table[0].content_size".to_owned(), 40 + 12));
}

#[test]
fn many_threads_read_at_once() {
    let content = noise(4 << 20);
    let container = packed(&content, Compression::Xz(0));
    std::thread::scope(|scope| {
        for thread in 0..4_usize {
            let (container, content) = (&container, &content);
            scope.spawn(move || {
                for turn in 0..8_usize {
                    let offset = (thread * 977_231 + turn * 513_007) % (content.len() - 1000);
                    let mut buf = [0; 1000];
                    container.section(0).unwrap().read_at(offset as u64, &mut buf).unwrap();
                    assert_eq!(buf[..], content[offset..offset + 1000]);
                }
            });
        }
    });
}

#[test]
fn parts_of_contents() {
    let content = noise(100_000);
    for compression in [Compression::None, Compression::Zlib(1), Compression::Xz(0)] {
        let container = packed(&content, compression);
        let section = container.section(0).unwrap();
        let plain = compression == Compression::None;
        for (offset, size) in [(0, 100_000), (5, 10), (100_000, 0)] {
            let part = section.part(offset as u64, size as u64).unwrap();
            assert!(*part == content[offset..offset + size], "{compression:?} {offset} {size}");
            assert_eq!(matches!(part, std::borrow::Cow::Borrowed(_)), plain);
        }
        assert!(*section.bytes().unwrap() == content);
        for (offset, size) in [(100_000, 1), (0, u64::MAX), (u64::MAX, 1)] {
            let error = finding_of(section.part(offset, size).unwrap_err());
            assert_eq!((error.class, error.path.to_string()), (Class::OutOfBounds, "sections[0]".to_owned()));
        }
        let limits = Limits::default().with_max_memory(99_999);
        let source: Arc<dyn ReadAt> = Arc::clone(container.source());
        let narrow = Container::open(source, limits).unwrap();
        // Bytes that are not copied have no limit.
        let part = narrow.section(0).unwrap().part(0, 100_000);
        assert_eq!(part.map_err(|error| finding_of(error).class).err(), (!plain).then_some(Class::LimitExceeded));
    }
}

#[test]
fn bytes_in_memory_are_not_looked_at() {
    let mut bytes =
        ContainerBuilder::new(b'Q', 2).section(1, b"abc".as_slice(), SectionOptions::default()).build().unwrap();
    *bytes.last_mut().unwrap() = b'd';
    let container = open(&bytes);
    let section = container.section(0).unwrap();
    assert_eq!(*section.bytes().unwrap(), *b"abd");
    assert_eq!(finding_of(section.content().unwrap_err()).class, Class::ChecksumMismatch);
    // The stored bytes reach past the end of the file.
    let raw = Raw { content_size: 1000, ..Raw::plain(1, b"abc") };
    let container = open(&file(2, &[raw]));
    let section = container.section(0).unwrap();
    for error in [section.bytes().unwrap_err(), section.part(0, 1000).unwrap_err()] {
        assert_eq!(finding_of(error).class, Class::OutOfBounds);
    }
}
