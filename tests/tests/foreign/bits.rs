//! Bits in both orders, and expressions over them.

use super::files::Format;
use super::shapes::compare::{exported, reports};
use bpx_schema::assemble::{FromJson, assemble};
use bpx_schema::codec::{CText, Regions};
use bpx_schema::dump::{DumpOptions, dump_to_string};
use bpx_schema::json::ToJson;
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::{Body, Endian, Model};
use bpx_schema::{Codec, DecodeOwned, Record, structure};
use bpx_workbench::diff::{Options, diff};
use bpx_workbench::{samples, vectors};

/// What a message asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Operation {
    Query = 0,
    Status = 2,
    Notify = 4,
}

/// Numbers of 144 bits, most significant first; most of them cross bytes.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[br(assert(least_block <= most_block))]
pub struct Stream {
    #[schema(range(16..=65535))]
    pub least_block: B16,
    pub most_block: B16,
    pub least_frame: B24,
    pub most_frame: B24,
    #[schema(range(1..=655_350))]
    pub rate: B20,
    pub channels: B3,
    #[schema(multiple_of = 4)]
    pub depth: B5,
    pub samples: B36,
}

/// Flags of 16 bits, most significant first.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct Flags {
    pub answer: B1,
    #[schema(codes = Operation, known)]
    pub operation: B4,
    pub authoritative: B1,
    pub cut: B1,
    pub wanted: B1,
    pub offered: B1,
    #[schema(reserved)]
    pub zero: B3,
    #[schema(one_of(0, 1, 2, 3, 5))]
    pub code: B4,
}

/// The same file may have bits in the other order.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(little)]
pub struct Mode12 {
    pub kind: B3,
    pub has_name: B1,
    pub count: B12,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
pub struct Head {
    pub number: u16,
    pub flags: Flags,
}

/// An element whose numbers are bits.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
pub struct Part {
    pub kind: B2,
    pub length: B6,
}

/// Where a text lies: 20 bits of offset, 12 bits of size.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
pub struct Span {
    pub offset: B20,
    pub size: B12,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
pub struct Entry {
    pub kind: u8,
    pub span: Span,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u8))]
pub enum Tail {
    #[br(pre_assert(kind == 1))]
    One {
        value: u16,
    },
    Other(u8),
}

/// Expressions over bits.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(assert(head.flags.answer == 0 || head.flags.code != 5, text = "an answer with code {head.flags.code}"))]
#[schema(derive(mode.count = parts.len()), each(parts, assert(entry.kind != 3 || entry.length > 0)))]
pub struct Message {
    pub head: Head,
    pub mode: Mode12,
    pub stream: Stream,
    #[br(count = head.flags.code + 1)]
    pub numbers: Vec<u16>,
    #[br(if(mode.has_name == 1))]
    pub name: Option<CText>,
    #[br(count = mode.count)]
    pub parts: Vec<Part>,
    #[br(count = sum(parts.length))]
    pub bytes: Vec<u8>,
    #[br(args(mode.kind))]
    pub tail: Tail,
}

/// A search for a bit field, and an element.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Sought {
    #[br(count = 3)]
    pub parts: Vec<Part>,
    #[br(count = find(parts.kind == 2, parts.length))]
    pub found: Vec<u8>,
    #[br(count = parts[1].length)]
    pub second: Vec<u8>,
}

/// A bit field that states a size, which is known when the bytes are written.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(derive(mode.count = size_of(mode) + size_of(numbers)))]
pub struct Sized {
    pub mode: Mode12,
    #[br(count = (mode.count - 2) / 2)]
    pub numbers: Vec<u16>,
}

/// Regions whose places are bits of records.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Atlas {
    #[br(temp)]
    #[bw(calc = entries.len())]
    count: u8,
    #[br(count = count)]
    pub entries: Vec<Entry>,
    #[br(count = 1)]
    pub spans: Vec<Span>,
    #[br(args(entry.kind))]
    #[schema(region(each = entries, at = entry.span.offset, size = entry.span.size))]
    pub tails: Regions<Tail>,
    #[schema(region(each = spans, at = entry.offset, size = entry.size))]
    pub marks: Regions<Mark>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Mark {
    #[schema(range(1..=9))]
    pub value: u8,
}

/// A number of `width` bits from `first` on, most significant first, bit by bit.
fn number(bytes: &[u8], first: usize, width: usize) -> u64 {
    (first..first + width).fold(0, |value, bit| value << 1 | u64::from(bytes[bit / 8] >> (7 - bit % 8) & 1))
}

/// 16 bits of 4096 twice, 24 bits of 14 and 0x1234, 20 bits of 44100, 3 of 1, 5 of 16, 36 of 0x9_8765_4321.
pub const STREAM: [u8; 18] =
    [0x10, 0x00, 0x10, 0x00, 0x00, 0x00, 0x0e, 0x00, 0x12, 0x34, 0x0a, 0xc4, 0x43, 0x09, 0x87, 0x65, 0x43, 0x21];

pub fn message(named: bool) -> Vec<u8> {
    // Operation 2 and code 1; kind 1, or none, and two parts.
    let head = [0x12, 0x34, 0x10, 0x01];
    let mode = if named { [0b0010_1001, 0] } else { [0b0010_0010, 0] };
    let name: &[u8] = if named { b"name\0" } else { b"" };
    let tail: &[u8] = if named { &[7, 8] } else { &[9] };
    let parts = [0b0100_0001, 0b1100_0010];
    [&head[..], &mode, &STREAM, &[0, 1, 0, 2], name, &parts, b"abc", tail].concat()
}

pub fn sought() -> Vec<u8> {
    [&[0b0000_0001, 0b1000_0010, 0b1000_0011][..], b"ab", b"cd"].concat()
}

/// Six bytes.
pub fn sized() -> Vec<u8> {
    vec![0b0110_0001, 0, 1, 2, 3, 4]
}

/// Regions of two bytes at 16, of one byte at 15, and of one byte at 18.
pub fn atlas() -> Vec<u8> {
    [2, 1, 0x00, 0x01, 0x00, 0x02, 0, 0x00, 0x00, 0xf0, 0x01, 0x00, 0x01, 0x20, 0x01, 5, 6, 7, 8].to_vec()
}

pub fn all() -> Vec<Format> {
    let format = |name, schema, files| Format { name, model: Model::from_root(schema), files };
    vec![
        format("message", Message::schema(), vec![message(true), message(false)]),
        format("sought", Sought::schema(), vec![sought()]),
        format("sized", Sized::schema(), vec![sized()]),
        format("atlas", Atlas::schema(), vec![atlas()]),
        format("stream", Stream::schema(), vec![STREAM.to_vec()]),
        format("flags", Flags::schema(), vec![vec![0x10, 0x01], vec![0xA5, 0x83]]),
    ]
}

#[test]
fn every_value_of_flags_most_significant_first() {
    const PLACES: [(usize, usize); 8] = [(0, 1), (1, 4), (5, 1), (6, 1), (7, 1), (8, 1), (9, 3), (12, 4)];
    for raw in 0..=u16::MAX {
        let bytes = raw.to_be_bytes();
        let flags = Flags::from_bytes(bytes);
        let values = [
            flags.answer(),
            flags.operation(),
            flags.authoritative(),
            flags.cut(),
            flags.wanted(),
            flags.offered(),
            flags.zero(),
            flags.code(),
        ];
        assert_eq!(values.map(u64::from), PLACES.map(|(first, width)| number(&bytes, first, width)), "{raw:#x}");
        let mut built = Flags::from_bytes([0xA5, 0x5A]);
        built.set_answer(values[0]).unwrap();
        built.set_operation(values[1]).unwrap();
        built.set_authoritative(values[2]).unwrap();
        built.set_cut(values[3]).unwrap();
        built.set_wanted(values[4]).unwrap();
        built.set_offered(values[5]).unwrap();
        built.set_zero(values[6]).unwrap();
        built.set_code(values[7]).unwrap();
        assert_eq!(built.to_bytes(), bytes);
        let valid = matches!(values[1], 0 | 2 | 4) && values[6] == 0 && matches!(values[7], 0 | 1 | 2 | 3 | 5);
        assert_eq!(flags.is_valid(), valid, "{raw:#x}");
    }
}

#[test]
fn numbers_cross_bytes() {
    let stream = Stream::from_slice(&STREAM).unwrap();
    assert_eq!((stream.least_block(), stream.most_block()), (4096, 4096));
    assert_eq!((stream.least_frame(), stream.most_frame(), stream.rate()), (14, 0x1234, 44100));
    assert_eq!((stream.channels(), stream.depth(), stream.samples()), (1, 16, 0x9_8765_4321));
    assert_eq!(number(&STREAM, 108, 36), 0x9_8765_4321);
    let mut changed = stream;
    assert!(changed.set_rate(1 << 20).is_err());
    changed.set_rate((1 << 20) - 1).unwrap();
    changed.set_samples(0).unwrap();
    assert_eq!(changed.to_bytes()[10..], [0xff, 0xff, 0xf3, 0, 0, 0, 0, 0][..]);
    let rate = Stream::RATE;
    assert_eq!((rate.name(), rate.offset()), ("rate", 10));
}

#[test]
fn a_dump_says_which_bits_come_first() {
    let bytes = message(true);
    let dumped = dump_to_string(&bytes, &DumpOptions::default(), &|watch| Message::watch(&bytes, watch)).unwrap();
    for line in ["operation = 2 (Status), bits 1..5, most significant first", "kind = 1, bits 0..3"] {
        assert!(dumped.contains(line), "{dumped}");
    }
}

#[test]
fn bits_decide_what_follows() {
    for named in [true, false] {
        let bytes = message(named);
        let message = Message::from_slice(&bytes).unwrap();
        assert_eq!((message.numbers.len(), message.name.is_some(), message.bytes.len()), (2, named, 3));
        assert_eq!(matches!(message.tail, Tail::One { value: 0x0708 }), named);
        assert_eq!(message.to_vec().unwrap(), bytes);
        let json = message.to_json([]).unwrap();
        assert_eq!(Message::from_json(json.root(), []).unwrap(), message);
    }
    // A value that no region holds: regions need the whole file.
    assert_eq!(Sought::from_slice(&sought()).unwrap().to_vec().unwrap(), sought());
}

#[test]
fn rules_over_bits_are_reported() {
    let mut bytes = message(true);
    // An answer with code 5, which needs four numbers more.
    bytes[2..4].copy_from_slice(&[0x90, 0x05]);
    let bytes = [&bytes[..26], &[0; 8], &bytes[26..]].concat();
    let report = Message::validate(&bytes, Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|one| (one.path.to_string(), one.message.clone())).collect();
    assert_eq!(found, [("".to_owned(), "an answer with code 5".to_owned())]);
    let mut bytes = message(false);
    // A part of kind 3 without bytes.
    bytes[29] = 0xc0;
    bytes.remove(31);
    bytes.remove(31);
    let report = Message::validate(&bytes, Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|one| (&*one.code, one.path.to_string())).collect();
    assert_eq!(found, [("message.assert-2", "parts[1]".to_owned())]);
}

#[test]
fn a_computed_bit_field_is_written_and_refused_when_it_does_not_fit() {
    let mut message = Message::from_slice(&message(false)).unwrap();
    message.parts.push(Part::from_bytes([0]));
    let written = message.to_vec().unwrap();
    assert_eq!(written[4..6], [0b0011_0010, 0]);
    assert_eq!(Message::from_slice(&written).unwrap().parts.len(), 3);
    message.parts = vec![Part::from_bytes([0]); 4096];
    message.bytes.clear();
    let error = message.to_vec().unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Overflow, "mode.count".to_owned()));
    assert_eq!(finding.message, "4096 needs more than 12 bits");
    message.parts.pop();
    assert_eq!(message.to_vec().unwrap()[4..6], [0xf2, 0xff]);
}

/// Writes each file and its changed bytes by generated code and from the schema alone; returns how many could be read.
pub fn both_writers_agree<T: DecodeOwned<Args = [i128; 0]>>(files: &[Vec<u8>]) -> usize {
    let model = exported::<T>();
    let mut count = 0;
    for file in files {
        for at in 0..file.len() {
            for value in [file[at], file[at] ^ 1, file[at] ^ 0x80, 0xFF] {
                let mut bytes = file.clone();
                bytes[at] = value;
                // What breaks a computed value is repaired when it is written.
                let Ok(read) = T::from_slice(&bytes) else { continue };
                if T::validate(&bytes, Mode::Strict).findings().iter().any(|one| one.class == Class::TrailingBytes) {
                    continue;
                }
                let json = read.to_json([]).unwrap();
                let written = read.to_vec().unwrap();
                assert_eq!(assemble(&model, &model.root, json.root(), &[]).unwrap(), written, "{bytes:02x?}");
                assert!(written == bytes || !T::validate(&bytes, Mode::Strict).findings().is_empty());
                count += 1;
            }
        }
    }
    count
}

#[test]
fn both_writers_write_what_was_read() {
    assert!(both_writers_agree::<Message>(&[message(true), message(false)]) > 150);
    assert!(both_writers_agree::<Sized>(&[sized()]) > 10);
    assert!(both_writers_agree::<Sought>(&[sought()]) > 5);
    assert_eq!(both_writers_agree::<Stream>(&[STREAM.to_vec()]), 4 * STREAM.len());
    assert_eq!(both_writers_agree::<Flags>(&[vec![0x10, 0x01]]), 8);
}

fn placed(sizes: [usize; 3]) -> bpx_schema::Result<Vec<u8>> {
    let entry = |kind| Entry { kind, span: Span::from_bytes([0; 4]) };
    let value = Atlas {
        entries: vec![entry(1), entry(0)],
        spans: vec![Span::from_bytes([0; 4])],
        tails: Regions::default(),
        marks: Regions::default(),
    };
    let mut writer = FileWriter::new(&value, [])?;
    writer.put(Atlas::TAILS, 0, Content::new(vec![7; sizes[0]]))?;
    writer.put(Atlas::TAILS, 1, Content::new(vec![8; sizes[1]]))?;
    writer.put(Atlas::MARKS, 0, Content::new(vec![9; sizes[2]]))?;
    writer.place()?.to_vec()
}

#[test]
fn a_writer_sets_places_that_are_bits() {
    let written = placed([2, 1, 1]).unwrap();
    // Offsets of 15, 17 and 18 in 20 bits, sizes of 2, 1 and 1 in 12.
    let expected =
        [&[2, 1, 0x00, 0x00, 0xf0, 0x02, 0, 0x00, 0x01, 0x10, 0x01][..], &[0x00, 0x01, 0x20, 0x01], &[7, 7, 8, 9]];
    assert_eq!(written, expected.concat());
    assert_eq!(Atlas::validate(&written, Mode::Strict).findings(), []);
    let error = placed([4096, 1, 1]).unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!(finding.class, Class::Overflow, "{finding}");
    assert!(finding.message.contains("4096 does not fit into the member `entry.span.size` of 12 bits"), "{finding}");
}

#[test]
fn vectors_and_samples_of_bits_are_judged_alike() {
    for vectors in [vectors::record_vectors::<Stream>().unwrap(), vectors::record_vectors::<Flags>().unwrap()] {
        assert!(vectors[0].is_valid() && vectors.len() > 5, "{vectors:?}");
    }
    let judged = |found: &[bpx_schema::report::Finding]| {
        found.iter().map(|one| (one.code.to_string(), one.path.to_string())).collect::<Vec<_>>()
    };
    let expected = |vector: &vectors::Vector| {
        vector.faults.iter().map(|one| (one.code.clone(), one.path.to_string())).collect::<Vec<_>>()
    };
    for vector in vectors::record_vectors::<Stream>().unwrap() {
        let report = Stream::validate(&vector.bytes, Mode::Strict);
        assert_eq!(judged(report.findings()), expected(&vector), "{}", vector.title);
    }
    for vector in vectors::record_vectors::<Flags>().unwrap() {
        let report = Flags::validate(&vector.bytes, Mode::Strict);
        assert_eq!(judged(report.findings()), expected(&vector), "{}", vector.title);
    }
    let made = samples::samples_of(&exported::<Message>(), "Message", 200).unwrap();
    assert!(made.len() > 20, "{}", made.len());
    let model = exported::<Message>();
    let valid = made.iter().filter(|sample| {
        let [left, right] = reports::<Message>(&model, &sample.bytes, &[]);
        assert_eq!(left, right, "{:02x?}", sample.bytes);
        left.is_empty()
    });
    // No choice of values ensures a rule between two of them.
    assert!(valid.count() > 0);
}

#[test]
fn another_order_of_bits_is_another_format() {
    let old = exported::<Flags>();
    let mut new = old.clone();
    let flags = new.structures.get_mut("Flags").unwrap();
    let Body::Bits(fields) = &mut flags.body else { panic!("no bits") };
    fields.to_mut().iter_mut().for_each(|field| field.order = Endian::Little);
    let changes = diff(&old, &new, &Options::default()).unwrap();
    let rules: Vec<_> = changes.iter().map(|change| change.rule.id).collect();
    assert_eq!(rules, ["bits.moved"; 8]);
}
