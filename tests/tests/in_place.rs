//! Fields that lie in place and are stored through a transform: read, edited, written, checked, explained, interpreted.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod shapes;

use bpx_schema::assemble::{FromJson, assemble};
use bpx_schema::codec::{CText, Decoder};
use bpx_schema::dump::{DumpOptions, dump_to_string};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{ToJson, read_json};
use bpx_schema::report::{Class, Location, Mode, Report};
use bpx_schema::transform::{Zlib, Zstd, encode};
use bpx_schema::{Budget, Codec, Error, Limits, Record, structure};
use shapes::compare::{exported, generated, interpreted, reports};

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Head {
    #[schema(range(1..=2))]
    pub version: u16,
    pub stored_size: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Point {
    #[schema(range(0..=100))]
    pub x: u16,
    pub y: u16,
}

/// What lies in the stored bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(version: u8))]
pub struct Scene {
    #[br(temp)]
    #[bw(calc = points.len())]
    count: u8,
    #[br(count = count)]
    pub points: Vec<Point>,
    #[br(if(version > 1))]
    pub name: Option<CText>,
    /// Content in content.
    #[br(parse_with = until_eof)]
    #[schema(region(transform(zlib if version > 1)))]
    pub note: Vec<u8>,
}

/// Sizes and checksums are stated before what they are about.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(sum(byte_sum, over(scene, tail), stored = whole))]
pub struct Film {
    pub whole: u32,
    pub head: Head,
    pub content_size: u16,
    pub sum: u32,
    /// A structure.
    #[br(args(head.version))]
    #[schema(region(
        size = head.stored_size,
        content_size = content_size,
        transform(zlib if head.version == 1, zstd),
        check(crc32, stored = sum)
    ))]
    pub scene: Scene,
    pub pixel_size: u8,
    /// A list of records, with a size that is not a field.
    #[br(parse_with = until_eof)]
    #[schema(region(size = pixel_size + 1, transform(zlib)))]
    pub pixels: Vec<Point>,
    #[br(temp)]
    #[bw(calc = pixels.len())]
    pixel_count: u8,
    /// Bytes, up to the end.
    #[br(if(head.version > 1), parse_with = until_eof)]
    #[schema(region(transform(zstd)))]
    pub tail: Option<Vec<u8>>,
}

fn scene(version: u16) -> Scene {
    let name = (version > 1).then(|| CText::new("scene").unwrap());
    Scene { points: vec![Point { x: 1, y: 2 }, Point { x: 100, y: 9 }], name, note: b"note".to_vec() }
}

/// Its numbers about stored bytes are wrong, as a writer sets them.
fn film(version: u16) -> Film {
    let pixels = vec![Point { x: 7, y: 7 }; 2];
    let stored: Vec<u8> = pixels.iter().flat_map(|_| [7, 0, 7, 0]).collect();
    let size = encode(&stored, &Zlib::new()).unwrap().len();
    Film {
        whole: 0,
        head: Head { version, stored_size: 0 },
        content_size: 0,
        sum: 0,
        scene: scene(version),
        pixel_size: u8::try_from(size - 1).unwrap(),
        pixels,
        tail: (version > 1).then(|| vec![5; 300]),
    }
}

fn finding(error: Error) -> (Class, String, String, Location) {
    let finding = error.into_finding().unwrap();
    (finding.class, finding.path.to_string(), finding.code.to_string(), finding.location)
}

/// Both readers, which see the same.
#[track_caller]
fn same<T: Codec>(bytes: &[u8], args: &[i128], limits: Limits) {
    let model = exported::<T>();
    let (left, right) = (generated::<T>(&model, bytes, args, limits), interpreted(&model, bytes, args, limits));
    assert_eq!(left, right, "{bytes:02x?}");
}

fn errors(report: &Report) -> Vec<String> {
    let shown = |path: &str, location: &Location| format!("{path} {} {:?}", location.file, location.content);
    report
        .findings()
        .iter()
        .map(|one| format!("{} {}", one.code, shown(&one.path.to_string(), &one.location)))
        .collect()
}

#[test]
fn a_field_is_read_edited_and_written() {
    for version in [1, 2] {
        let bytes = film(version).to_vec().unwrap();
        assert_eq!(Film::validate(&bytes, Mode::Strict).findings(), []);
        let mut read = Film::from_slice(&bytes).unwrap();
        assert_eq!(read.scene, scene(version));
        assert_eq!((read.pixels.len(), &read.tail), (2, &film(version).tail));
        // The content is stored as the library stores it, between the fields around it.
        let content: Vec<u8> = match version {
            1 => [&[2, 1, 0, 2, 0, 100, 0, 9, 0][..], b"note"].concat(),
            _ => {
                let note = encode(b"note", &Zlib::new()).unwrap();
                [&[2, 1, 0, 2, 0, 100, 0, 9, 0][..], b"scene\0", &note].concat()
            }
        };
        let stored = match version {
            1 => encode(&content, &Zlib::new()).unwrap(),
            _ => encode(&content, &Zstd::new()).unwrap(),
        };
        assert_eq!(bytes[16..16 + stored.len()], stored);
        assert_eq!(read.head.stored_size as usize, stored.len());
        assert_eq!((usize::from(read.content_size), read.sum), (content.len(), shapes::samples::crc32(&content)));
        assert_eq!(read.to_vec().unwrap(), bytes, "the same content is stored in the same bytes");
        read.scene.points.push(Point { x: 3, y: 3 });
        let edited = read.to_vec().unwrap();
        assert_eq!(Film::validate(&edited, Mode::Strict).findings(), []);
        let again = Film::from_slice(&edited).unwrap();
        assert_eq!(again.scene, read.scene);
        assert_eq!(usize::from(again.content_size), content.len() + 4);
    }
}

/// Two fields state one size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Strip {
    pub some: u8,
    pub more: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(size = some + more, transform(zlib)))]
    pub pixels: Vec<Point>,
}

#[test]
fn a_size_that_no_field_states_has_to_be_right() {
    let pixels = film(1).pixels;
    let strip = |more| Strip { some: 1, more, pixels: pixels.clone() };
    let size = film(1).pixel_size + 1;
    assert_eq!(Strip::from_slice(&strip(size - 1).to_vec().unwrap()).unwrap(), strip(size - 1));
    let (class, path, _, _) = finding(strip(size).to_vec().unwrap_err());
    assert_eq!((class, &*path), (Class::SizeMismatch, "pixels"));
}

#[test]
fn a_size_that_a_field_states_but_for_a_number_is_set() {
    let wrong = Film { pixel_size: 0, ..film(1) };
    assert_eq!(wrong.to_vec().unwrap(), film(1).to_vec().unwrap());
    let json = film(1).to_json([]).unwrap();
    let model = exported::<Film>();
    let bytes = assemble(&model, "Film", json.root(), &[]).unwrap();
    assert_eq!(bytes, film(1).to_vec().unwrap());
}

#[test]
fn generated_code_and_interpreter_see_the_same() {
    for version in [1, 2] {
        let bytes = film(version).to_vec().unwrap();
        for end in 0..=bytes.len() {
            same::<Film>(&bytes[..end], &[], Limits::default());
        }
        for (at, flip) in (0..bytes.len()).flat_map(|at| [1, 0x80, 0xFF].map(|flip| (at, flip))) {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            same::<Film>(&changed, &[], Limits::default());
            let [left, right] = reports::<Film>(&exported::<Film>(), &changed, &[]);
            assert_eq!(left, right);
        }
    }
}

#[test]
fn faults_in_the_content_are_located_there() {
    let content = [&[1, 101, 0, 2, 0][..], b"more"].concat();
    let bytes = |content: &[u8], more: &[u8]| {
        let stored = [encode(content, &Zlib::new()).unwrap(), more.to_vec()].concat();
        let mut bytes = vec![0; 4];
        bytes.extend(1_u16.to_le_bytes());
        bytes.extend(u32::try_from(stored.len()).unwrap().to_le_bytes());
        bytes.extend(u16::try_from(content.len()).unwrap().to_le_bytes());
        bytes.extend(shapes::samples::crc32(content).to_le_bytes());
        bytes.extend(&stored);
        let pixels = encode(&[], &Zlib::new()).unwrap();
        bytes.push(u8::try_from(pixels.len() - 1).unwrap());
        bytes.extend(pixels);
        bytes.push(0);
        let sum = shapes::samples::byte_sum(&bytes[16..]);
        bytes[..4].copy_from_slice(&sum.to_le_bytes());
        bytes
    };
    let validated = |bytes: &[u8]| {
        let interpreter = exported::<Film>();
        let interpreted = Interpreter::new(&interpreter).unwrap().validate(bytes, Mode::Strict);
        let generated = Film::validate(bytes, Mode::Strict);
        assert_eq!(generated.findings(), interpreted.findings());
        errors(&generated)
    };
    assert_eq!(validated(&bytes(&content, b"")), ["point.x.range scene.points[0].x 16 Some(1)"]);
    // Bytes after the stream are not part of it.
    assert_eq!(validated(&bytes(&content, b"x")), ["scene.stream scene 33 None"]);
    // A stream that ends too early.
    let cut = bytes(&content, b"");
    let mut cut = [&cut[..20], &cut[22..]].concat();
    cut[6] -= 2;
    assert!(validated(&cut)[0].starts_with("scene.stream scene"));
    let mut other_sum = bytes(&content, b"");
    other_sum[12] ^= 1;
    assert_eq!(validated(&other_sum), ["scene.checksum scene 16 None", "point.x.range scene.points[0].x 16 Some(1)"]);
    let mut other_size = bytes(&content, b"");
    other_size[10] += 1;
    assert_eq!(validated(&other_size), ["scene.content-size scene 16 None"]);
}

/// A record and no more, so that content can be left over.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct One {
    #[schema(region(transform(zstd)))]
    pub point: Point,
}

#[test]
fn content_that_nothing_reads_is_found() {
    let stored = encode(&[1, 0, 2, 0, 9, 9], &Zstd::new()).unwrap();
    let report = One::validate(&stored, Mode::Strict);
    assert_eq!(errors(&report), ["trailing-bytes point 0 Some(4)"]);
    let model = exported::<One>();
    assert_eq!(Interpreter::new(&model).unwrap().validate(&stored, Mode::Strict).findings(), report.findings());
    assert_eq!(One::from_slice(&stored).unwrap().point, Point { x: 1, y: 2 });
}

/// Content of any size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Blob {
    #[br(parse_with = until_eof)]
    #[schema(region(transform(zlib)))]
    pub data: Vec<u8>,
}

#[test]
fn bombs_end_at_the_limits() {
    let bomb = encode(&vec![0; 8 << 20], &Zlib::new()).unwrap();
    let read = |limits: Limits| {
        same::<Blob>(&bomb, &[], limits);
        let budget = Budget::for_bytes(limits, &bomb);
        Blob::decode(&mut Decoder::new(&bomb, &budget), []).map(|blob| blob.data.len())
    };
    assert_eq!(read(Limits::default()).unwrap(), 8 << 20);
    for limits in [Limits::default().with_max_content(1 << 20), Limits::default().with_max_memory(1 << 20)] {
        let (class, path, code, _) = finding(read(limits).unwrap_err());
        assert_eq!((class, &*path, &*code), (Class::LimitExceeded, "data", "data.limit"));
    }
}

#[test]
fn a_dump_shows_content_after_its_bytes() {
    let bytes = film(2).to_vec().unwrap();
    let text = dump_to_string(&bytes, &DumpOptions::default(), &|watch| Film::watch(&bytes, watch)).unwrap();
    insta::assert_snapshot!(text);
    let options = DumpOptions::default().with_path("scene.points[1].x");
    let text = dump_to_string(&bytes, &options, &|watch| Film::watch(&bytes, watch)).unwrap();
    assert!(text.contains("= 100"), "{text}");
}

#[test]
fn json_is_that_of_the_fields() {
    let value = Film::from_slice(&film(2).to_vec().unwrap()).unwrap();
    let json = value.to_json([]).unwrap();
    assert_eq!(Film::from_json(json.root(), []).unwrap(), value);
    let text = json.root().to_string();
    assert!(
        text.contains("\"scene\":{\"points\":[{\"x\":1,\"y\":2},{\"x\":100,\"y\":9}],\"name\":\"scene\""),
        "{text}"
    );
    // Sizes and checksums follow from an edited content.
    let text = text.replace("\"x\":100", "\"x\":50");
    let edited = read_json(text.as_bytes(), 100, &Budget::default()).unwrap();
    let edited = assemble(&exported::<Film>(), "Film", edited.root(), &[]).unwrap();
    assert_eq!(Film::validate(&edited, Mode::Strict).findings(), []);
}
