//! Adjacent fields of fixed size are read and written at once. What readers return, report and refuse does not differ from
//! reading them one by one, as a listener that wants every field makes them do, and as the interpreter does.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use bpx_schema::codec::{Decoder, Encoder};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Finding, Mode};
use bpx_schema::schema::Model;
use bpx_schema::watch::{Journal, JournalEvent};
use bpx_schema::{Budget, Codec, Limits, Record, structure};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
#[schema(flags)]
enum Flags {
    Extra = 1,
    Shown = 2,
}

/// Fields that are nothing but fixed, with rules of every kind that a value decides.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
struct Point {
    #[schema(range(0..=1000))]
    id: u16,
    #[schema(finite)]
    place: [[f32; 2]; 2],
    #[brw(little)]
    #[schema(multiple_of = 4)]
    size: u32,
    #[schema(codes = Flags, known)]
    flags: u8,
    #[schema(reserved)]
    reserved: [u8; 3],
}

/// The same without rules.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
struct Pair {
    a: u8,
    b: i16,
}

/// Runs around lists, texts and conditions.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"RUN")]
#[schema(assert(low <= high))]
struct Item {
    #[br(temp)]
    #[bw(calc = name.len())]
    name_len: u8,
    #[br(temp)]
    #[bw(calc = sizes.len())]
    size_count: u8,
    #[br(count = name_len)]
    #[schema(utf8)]
    name: Vec<u8>,
    #[br(count = size_count)]
    #[schema(range(0..=500))]
    sizes: Vec<u16>,
    #[schema(codes = Flags, known)]
    flags: u8,
    low: i16,
    high: i16,
    #[br(if(flags & 1 != 0))]
    #[schema(one_of(7, 8))]
    extra: Option<u32>,
    #[br(if(flags & 2 != 0))]
    #[schema(finite)]
    place: Option<[f32; 2]>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
struct File {
    #[br(temp)]
    #[bw(calc = points.len())]
    point_count: u16,
    #[br(temp)]
    #[bw(calc = pairs.len())]
    pair_count: u8,
    #[br(count = point_count)]
    points: Vec<Point>,
    #[br(count = pair_count)]
    pairs: Vec<Pair>,
    items: Item,
    last: Point,
    #[br(temp)]
    #[bw(calc = rest.len())]
    rest_count: u8,
    #[br(count = rest_count)]
    rest: Vec<Item>,
}

fn point(id: u16) -> Point {
    Point { id, place: [[1.5, -2.0], [0.0, f32::from(id)]], size: 8, flags: 3, reserved: [0; 3] }
}

fn item(flags: u8) -> Item {
    let extra = (flags & 1 != 0).then_some(7);
    let place = (flags & 2 != 0).then_some([0.5, 4.0]);
    Item { name: "Ärmel".into(), sizes: vec![1, 500, 3], flags, low: -1, high: 2, extra, place }
}

fn file() -> File {
    File {
        points: vec![point(1), point(2), point(3)],
        pairs: vec![Pair { a: 1, b: -2 }, Pair { a: 3, b: 4 }],
        items: item(3),
        last: point(9),
        rest: vec![item(0), item(1), item(2)],
    }
}

/// The bytes of a file, stated field by field.
fn bytes_of_file() -> Vec<u8> {
    fn point(id: u16) -> Vec<u8> {
        let mut bytes = id.to_be_bytes().to_vec();
        for float in [1.5, -2.0, 0.0, f32::from(id)] {
            bytes.extend(float.to_be_bytes());
        }
        bytes.extend([8, 0, 0, 0, 3, 0, 0, 0]);
        bytes
    }
    fn item(flags: u8) -> Vec<u8> {
        let mut bytes = b"RUN\x06\x03\xC3\x84rmel\x01\0\xF4\x01\x03\0".to_vec();
        bytes.extend([flags, 0xFF, 0xFF, 2, 0]);
        if flags & 1 != 0 {
            bytes.extend([7, 0, 0, 0]);
        }
        if flags & 2 != 0 {
            bytes.extend([0, 0, 0, 0x3F, 0, 0, 0x80, 0x40]);
        }
        bytes
    }
    [
        vec![3, 0, 2],
        point(1),
        point(2),
        point(3),
        vec![1, 0xFE, 0xFF, 3, 4, 0],
        item(3),
        point(9),
        vec![3],
        item(0),
        item(1),
        item(2),
    ]
    .concat()
}

/// What a reader that hears of each field finds, and the error that ended it.
fn one_by_one(bytes: &[u8]) -> (Vec<Finding>, Option<String>) {
    let mut journal = Journal::default();
    let read = File::watch(bytes, &mut journal);
    let findings = journal.events().iter().filter_map(|event| match event {
        JournalEvent::Finding(finding) => Some(finding.clone()),
        _ => None,
    });
    (findings.collect(), read.err().map(|error| error.to_string()))
}

fn all_readers_agree(interpreter: &Interpreter<'_>, bytes: &[u8]) {
    let (found, error) = one_by_one(bytes);
    let read = File::from_slice(bytes);
    assert_eq!(read.as_ref().err().map(ToString::to_string), error, "{bytes:02x?}");
    if let Ok(value) = &read {
        // Every number is kept as it was, also one that breaks a rule.
        let rewritten = value.to_vec().unwrap();
        assert_eq!(rewritten, &bytes[..rewritten.len()], "{bytes:02x?}");
        assert_eq!(value.encoded_size([]).unwrap(), rewritten.len() as u64);
    }
    let report = File::validate(bytes, Mode::Strict);
    let interpreted = interpreter.validate(bytes, Mode::Strict);
    assert_eq!(report.findings(), interpreted.findings(), "{bytes:02x?}");
    assert!(report.findings().starts_with(&found), "{bytes:02x?}: {found:#?} {:#?}", report.findings());
    let more: Vec<String> = report.findings()[found.len()..].iter().map(ToString::to_string).collect();
    match error {
        Some(error) => assert_eq!(more, [error], "{bytes:02x?}"),
        None => assert!(more.iter().all(|text| text.contains("trailing-bytes")), "{more:?}"),
    }
}

#[test]
fn a_sound_file_is_read_and_written() {
    let bytes = bytes_of_file();
    assert_eq!(File::from_slice(&bytes).unwrap(), file());
    assert_eq!(file().to_vec().unwrap(), bytes);
    assert_eq!(File::validate(&bytes, Mode::Strict).findings(), []);
}

#[test]
fn every_prefix_is_refused_as_if_fields_were_read_one_by_one() {
    let (bytes, model) = (bytes_of_file(), Model::from_root(File::schema()));
    let interpreter = Interpreter::new(&model).unwrap();
    for end in 0..=bytes.len() {
        assert_eq!(File::from_slice(&bytes[..end]).is_ok(), end == bytes.len());
        all_readers_agree(&interpreter, &bytes[..end]);
    }
}

#[test]
fn every_changed_byte_is_judged_as_if_fields_were_read_one_by_one() {
    let (bytes, model) = (bytes_of_file(), Model::from_root(File::schema()));
    let interpreter = Interpreter::new(&model).unwrap();
    let mut broken = 0;
    for at in 0..bytes.len() {
        for change in [0x01, 0x04, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            all_readers_agree(&interpreter, &changed);
            broken += u32::from(File::from_slice(&changed).is_ok() && !one_by_one(&changed).0.is_empty());
        }
    }
    assert!(broken > 100, "{broken} changes broke a rule and nothing else");
}

#[test]
fn errors_name_the_first_field_that_does_not_fit() {
    let bytes = bytes_of_file();
    let error = |end: usize| {
        let finding = File::from_slice(&bytes[..end]).unwrap_err().into_finding().unwrap();
        (finding.path.to_string(), finding.location.file, finding.message)
    };
    let expected = |path: &str, at: u64, message: &str| (path.to_owned(), at, message.to_owned());
    // The second point begins at 29: two bytes, four floats, four bytes, the flags.
    assert_eq!(error(29 + 19), expected("points[1].size", 29 + 18, "the value needs 4 bytes, but only 1 are left"));
    assert_eq!(error(29 + 22), expected("points[1].flags", 29 + 22, "the value needs 1 bytes, but only 0 are left"));
    assert_eq!(error(29 + 1), expected("points[1].id", 29, "the value needs 2 bytes, but only 1 are left"));
    assert_eq!(error(2), expected("pair_count", 2, "the value needs 1 bytes, but only 0 are left"));
}

/// What a decoder under limits returns, and the memory that is left when it has ended.
fn limited(bytes: &[u8], memory: u64, watched: bool) -> (Result<File, String>, bool) {
    let budget = Budget::for_bytes(Limits::default().with_max_memory(memory), bytes);
    let mut journal = Journal::default();
    let read = {
        let decoder = Decoder::new(bytes, &budget);
        let mut decoder = if watched { decoder.with_watch(&mut journal) } else { decoder };
        File::decode(&mut decoder, [])
    };
    (read.map_err(|error| error.to_string()), budget.charge_memory(1).is_ok())
}

#[test]
fn limits_on_memory_are_the_same_as_if_fields_were_read_one_by_one() {
    let bytes = bytes_of_file();
    let needed = (0..100_000).find(|memory| limited(&bytes, *memory, false).0.is_ok()).unwrap();
    for memory in (0..=needed).rev().take(200).chain((0..needed).step_by(7)) {
        let (fast, left) = limited(&bytes, memory, false);
        assert_eq!(fast, limited(&bytes, memory, true).0, "{memory}");
        assert!(fast.is_ok() || fast.is_err_and(|error| error.contains("limit-exceeded")), "{memory}");
        assert!(!left || memory < needed, "what a decoder took in advance is used up at {memory}");
    }
    assert!(limited(&bytes, needed + 1, false).1, "what a decoder took in advance comes back");
}

#[test]
fn lists_of_fixed_structures_end_at_the_depth_limit() {
    let (bytes, value) = (bytes_of_file(), file());
    let refused = |depth: u32| {
        let limits = Limits::default().with_max_depth(depth);
        let budget = Budget::for_bytes(limits, &bytes);
        let read = File::decode(&mut Decoder::new(&bytes, &budget), []).map_err(|error| error.to_string());
        let written = value.to_vec_with([], limits).map_err(|error| error.to_string());
        let counted = value.encode(&mut Encoder::counting().with_limits(limits), []).map_err(|error| error.to_string());
        assert_eq!(written.is_ok(), counted.is_ok());
        (read.err(), written.err())
    };
    assert_eq!(refused(2), (None, None));
    let (read, written) = refused(1);
    for error in [read.unwrap(), written.unwrap()] {
        assert!(error.contains("too-deep") && error.contains("points[0]"), "{error}");
    }
}
