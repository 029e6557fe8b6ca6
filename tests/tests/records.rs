//! One declaration, and everything that is generated from it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_schema::Record;
use bpx_schema::dump::{DumpOptions, dump_to_string};
use bpx_schema::json::{JsonWatch, TreeBuilder};
use bpx_schema::report::{Class, Mode, Severity, Verdict};
use bpx_schema::schema::{Body, Type};
use bpx_schema::watch::{Journal, JournalEvent};
use bpx_schema::{Codec, View};
use bpx_workbench::vectors;
use std::io::Cursor;

/// A light (section 4.2).
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "4.2", size = 24)]
struct Light {
    #[schema(codes = LightKind, known)]
    kind: u8,
    #[schema(reserved, lenient = "I-1")]
    reserved: [u8; 3],
    #[schema(finite)]
    position: [f32; 3],
    #[schema(range(1..=100))]
    range: u32,
    color: [u8; 4],
}

/// What a light is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
enum LightKind {
    Point = 0,
    Spot = 1,
}

/// By hand: kind 1, 3 reserved bytes, (1, -2, 0.5), range 100, a colour.
const BYTES: [u8; 24] = [
    1, 0, 0, 0, //
    0x00, 0x00, 0x80, 0x3F, 0x00, 0x00, 0x00, 0xC0, 0x00, 0x00, 0x00, 0x3F, //
    100, 0, 0, 0, //
    0xFF, 0x80, 0x00, 0x10,
];

fn light() -> Light {
    Light { kind: 1, reserved: [0; 3], position: [1.0, -2.0, 0.5], range: 100, color: [0xFF, 0x80, 0, 0x10] }
}

#[test]
fn reader_and_writer() {
    assert_eq!(Light::from_bytes(&BYTES), light());
    assert_eq!(light().to_bytes(), BYTES);
    assert_eq!(Light::from_slice(&BYTES).unwrap(), light());
    assert_eq!(light().to_vec().unwrap(), BYTES);
    assert_eq!((Light::SIZE, light().kind_code()), (24, Ok(LightKind::Spot)));
    assert_eq!(Light { kind: 9, ..light() }.kind_code(), Err(9));
    let error = Light::from_slice(&BYTES[..23]).unwrap_err();
    assert_eq!(error.finding().map(|finding| finding.class), Some(Class::Truncated));
}

/// All lights of a file.
#[bpx_schema::structure]
#[derive(Debug)]
#[brw(little)]
struct Lights {
    #[br(count = remaining / 24)]
    lights: Vec<Light>,
}

#[test]
fn broken_rules_have_places_beyond_the_first_piece() {
    // Lists are checked in pieces of 64 KiB.
    let mut bytes = BYTES.repeat(6000);
    bytes[5999 * 24 + 20 - 4] = 101;
    bytes[2731 * 24] = 2;
    let report = Lights::validate(&bytes, Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|one| (one.path.to_string(), one.location.file)).collect();
    let place = |path: &str, offset: u64| (path.to_owned(), offset);
    let wanted = [place("lights[2731].kind", 2731 * 24), place("lights[5999].range", 5999 * 24 + 16)];
    assert_eq!(found, wanted);
    assert_eq!(Lights::from_slice(&BYTES.repeat(6000)).unwrap().lights, vec![light(); 6000]);
}

#[test]
fn traits_of_binrw() {
    use binrw::{BinRead, BinWrite};
    let mut stream = Cursor::new(BYTES.repeat(2));
    assert_eq!(Light::read(&mut stream).unwrap(), light());
    assert_eq!(stream.position(), 24);
    let mut out = Cursor::new(Vec::new());
    light().write(&mut out).unwrap();
    assert_eq!(out.into_inner(), BYTES);
    #[derive(Debug, BinRead, BinWrite)]
    #[brw(little)]
    struct Scene {
        count: u16,
        #[br(count = count)]
        lights: Vec<Light>,
    }
    let scene = Scene::read(&mut Cursor::new([&[2, 0][..], &BYTES, &BYTES].concat())).unwrap();
    assert_eq!((scene.count, scene.lights), (2, vec![light(); 2]));
}

#[test]
fn validator() {
    assert_eq!(Light::validate(&BYTES, Mode::Strict).verdict(), Verdict::Valid);
    assert!(light().is_valid());
    let bad = Light { kind: 2, reserved: [0, 5, 0], position: [0.0, f32::NAN, 0.0], range: 101, color: [0; 4] };
    assert!(!bad.is_valid());
    let found = |mode| {
        let report = Light::validate(&bad.to_bytes(), mode);
        let summary = |one: &bpx_schema::report::Finding| {
            (one.code.to_string(), one.path.to_string(), one.location.file, one.severity)
        };
        report.findings().iter().map(summary).collect::<Vec<_>>()
    };
    let expected = |reserved| {
        [
            ("light.kind.known", "kind", 0, Severity::Error),
            ("light.reserved.zero", "reserved", 1, reserved),
            ("light.position.finite", "position", 4, Severity::Error),
            ("light.range.range", "range", 16, Severity::Error),
        ]
        .map(|(code, path, offset, severity)| (code.to_owned(), path.to_owned(), offset, severity))
    };
    assert_eq!(found(Mode::Strict), expected(Severity::Error));
    assert_eq!(found(Mode::Lenient), expected(Severity::Warning));
    let report = Light::validate(&bad.to_bytes(), Mode::Strict);
    let messages: Vec<_> = report.findings().iter().map(|finding| &*finding.message).collect();
    // Of arrays, the first element that breaks the rule.
    let expected = [
        "element 1, at offset 0x2: expected 0, found 5",
        "element 1, at offset 0x8: expected a finite number, found NaN",
    ];
    assert_eq!(messages[1..3], expected);
}

#[test]
fn schema() {
    let schema = <Light as Codec>::schema();
    assert_eq!((&*schema.name, &*schema.doc, &*schema.spec), ("Light", "A light (section 4.2).", "4.2"));
    assert_eq!(schema.size, Some(24));
    let Body::Fields(fields) = &schema.body else { panic!("a record has fields") };
    let found: Vec<_> = fields.iter().map(|field| (&*field.name, field.offset)).collect();
    let offsets = [("kind", 0), ("reserved", 1), ("position", 4), ("range", 16), ("color", 20)];
    assert_eq!(found, offsets.map(|(name, offset)| (name, Some(offset))));
    assert!(matches!(fields[2].ty, Type::Float { size: 4, .. }));
}

#[test]
fn json() {
    let mut watch = JsonWatch::new(TreeBuilder::default());
    Light::watch(&BYTES, &mut watch).unwrap();
    let expected = serde_json::json!({
        "kind": "Spot", "reserved": "000000", "position": [1.0, -2.0, 0.5], "range": 100, "color": "ff800010",
    });
    assert_eq!(watch.finish().finish(), expected);
}

#[test]
fn views_and_bulk() {
    let many = BYTES.repeat(100);
    let (view, rest) = View::<Light>::new(&many);
    assert_eq!((view.len(), rest.len()), (100, 0));
    assert_eq!(view.get(99).unwrap().range, 100);
    assert!(view.get(100).is_none());
    assert_eq!(view.iter().map(|light| u64::from(light.range)).sum::<u64>(), 10_000);
    let mut out = Vec::new();
    bpx_schema::codec::write_records(&mut out, &view.to_vec()).unwrap();
    assert_eq!(out, many);
    assert_eq!(bpx_schema::codec::read_records::<Light>(&mut &many[..], 100).unwrap(), view.to_vec());
}

#[test]
fn dump() {
    let mut journal = Journal::default();
    let read = Light::watch(&BYTES, &mut journal);
    let leaves: Vec<_> = journal
        .finish(read)
        .into_iter()
        .filter_map(|event| match event {
            JournalEvent::Leaf { path, at, bytes, .. } => Some((path.to_string(), at.file, bytes.len())),
            _ => None,
        })
        .collect();
    let expected = [("kind", 0, 1), ("reserved", 1, 3), ("position", 4, 12), ("range", 16, 4), ("color", 20, 4)];
    assert_eq!(leaves, expected.map(|(path, offset, size)| (path.to_owned(), offset, size)));
    let text = dump_to_string(&BYTES, &DumpOptions::default(), &|watch| Light::watch(&BYTES, watch)).unwrap();
    let line = text.lines().find(|line| line.contains("range")).unwrap_or_default();
    assert!(line.contains("64 00 00 00") && line.contains("100"), "{text}");
}

#[test]
fn vectors() {
    let vectors = vectors::record_vectors::<Light>().unwrap();
    assert!(vectors.len() > 10, "only {} vectors", vectors.len());
    for vector in &vectors {
        let report = Light::validate(&vector.bytes, Mode::Strict);
        assert_eq!(report.verdict() == Verdict::Valid, vector.is_valid(), "{vector:?}: {:?}", report.findings());
    }
    assert!(vectors.iter().any(vectors::Vector::is_valid));
}

mod elsewhere {
    pub(crate) use bpx_schema as runtime;
}

#[derive(Debug, PartialEq, Record)]
#[brw(little)]
#[schema(crate = crate::elsewhere::runtime)]
struct Renamed {
    value: u16,
}

#[test]
fn the_runtime_crate_may_have_another_path() {
    assert_eq!(Renamed::from_slice(&[1, 2]).unwrap(), Renamed { value: 0x0201 });
}

#[test]
fn types_may_come_from_a_macro() {
    macro_rules! declare_pair {
        ($record:ident, $structure:ident, $ty:ty) => {
            #[derive(Debug, PartialEq, bpx_schema::Record)]
            #[brw(little)]
            struct $record {
                one: $ty,
                both: [$ty; 2],
            }

            #[bpx_schema::structure]
            #[derive(Debug, PartialEq)]
            #[brw(little)]
            struct $structure {
                one: ($ty),
                #[br(if(one > 1))]
                more: Option<$ty>,
                #[br(parse_with = until_eof)]
                list: Vec<$ty>,
            }
        };
    }
    declare_pair!(Pair, Pairs, u16);
    let pair = Pair { one: 1, both: [2, 3] };
    assert_eq!(pair.to_bytes(), [1, 0, 2, 0, 3, 0]);
    let pairs = Pairs { one: 2, more: Some(3), list: vec![4] };
    assert_eq!(pairs.to_vec().unwrap(), [2, 0, 3, 0, 4, 0]);
}
