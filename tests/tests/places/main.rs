//! Sizes and places of fields in expressions: computed when writing, compared when reading.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod agree;
use tests::programs;
#[path = "../shapes/mod.rs"]
mod shapes;

use agree::{everywhere, json_of};
use bpx_codegen::generate;
use bpx_schema::assemble::{assemble, assemble_file};
use bpx_schema::codec::{Regions, Uleb};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{ToJson, read_json};
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::Model;
use bpx_schema::value::hex;
use bpx_schema::{Algorithms, Budget, Codec, Record, structure};
use bpx_workbench::samples;
use programs::ask_module;
use test_needs::needs;

/// What a chunk holds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u8))]
pub enum Body {
    #[br(pre_assert(kind == 0))]
    Empty,
    #[br(pre_assert(kind == 1))]
    Number(u32),
    #[br(pre_assert(kind == 2))]
    Chunks {
        #[br(temp)]
        #[bw(calc = size_of(self))]
        size: u16,
        #[br(temp)]
        #[bw(calc = chunks.len())]
        count: u8,
        #[br(count = count)]
        chunks: Vec<Chunk>,
    },
}

/// A length that includes itself, before a body of any type.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Chunk {
    pub kind: u8,
    #[br(temp)]
    #[bw(calc = size_of(length) + size_of(body))]
    length: u32,
    #[br(args(kind))]
    pub body: Body,
}

#[derive(Debug, Clone, Default, PartialEq, Record)]
#[brw(big)]
pub struct Head {
    pub size: u16,
    pub offset: u8,
    pub flags: u8,
}

/// A member of a record, a place in the file, and a count that follows from a size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"PK")]
#[schema(
    derive(head.size = size_of(self), head.offset = offset_of(chunk)),
    assert(size_of(chunk) <= 200, text = "the chunk has {size_of(chunk)} bytes", on = chunk)
)]
pub struct Packet {
    pub head: Head,
    #[br(temp)]
    #[bw(calc = position)]
    here: u8,
    pub chunk: Chunk,
    #[br(temp)]
    #[bw(calc = size_of(text) + 3)]
    text_size: u8,
    #[br(count = text_size - 3)]
    pub text: Vec<u8>,
    /// As long as the chunk.
    #[br(count = size_of(chunk))]
    pub pad: Vec<u8>,
    /// Where bytes are left.
    #[br(if(remaining >= 2))]
    pub end: Option<u16>,
}

fn chunk(body: Body) -> Chunk {
    let kind = match body {
        Body::Empty => 0,
        Body::Number(_) => 1,
        Body::Chunks { .. } => 2,
    };
    Chunk { kind, body }
}

fn packet(chunk: Chunk, end: Option<u16>) -> Packet {
    let pad = vec![b'.'; chunk.to_vec().unwrap().len()];
    Packet { head: Head { flags: 9, ..Head::default() }, chunk, text: b"hello".to_vec(), pad, end }
}

/// The bytes, counted by hand.
#[rustfmt::skip]
const NUMBER: &[u8] = &[
    b'P', b'K', 0, 31, 7, 9, 6, // the head, and the position of the byte after it
    1, 8, 0, 0, 0, 0, 0, 1, 2, // a length of 4 + 4
    8, b'h', b'e', b'l', b'l', b'o',
    b'.', b'.', b'.', b'.', b'.', b'.', b'.', b'.', b'.',
];

#[rustfmt::skip]
const NESTED: &[u8] = &[
    b'P', b'K', 0, 59, 7, 9, 6,
    2, 21, 0, 0, 0, // 4 + 17
    0, 17, 2, // 3 + 5 + 9
    0, 4, 0, 0, 0,
    1, 8, 0, 0, 0, 0xAA, 0xBB, 0xCC, 0xDD,
    8, b'h', b'e', b'l', b'l', b'o',
    b'.', b'.', b'.', b'.', b'.', b'.', b'.', b'.', b'.', b'.', b'.',
    b'.', b'.', b'.', b'.', b'.', b'.', b'.', b'.', b'.', b'.', b'.',
    1, 2,
];

#[test]
fn sizes_and_places_are_computed_when_writing() {
    let number = packet(chunk(Body::Number(0x102)), None);
    assert_eq!(number.to_vec().unwrap(), NUMBER);
    let chunks = vec![chunk(Body::Empty), chunk(Body::Number(0xAABB_CCDD))];
    let nested = packet(chunk(Body::Chunks { chunks }), Some(0x201));
    assert_eq!(nested.to_vec().unwrap()[..22], NESTED[..22]);
    assert_eq!(nested.to_vec().unwrap(), NESTED);
    assert_eq!(nested.encoded_size([]).unwrap(), NESTED.len() as u64);
}

#[needs(python3)]
#[test]
fn all_readers_and_writers_agree() {
    everywhere::<Packet>(&[NUMBER.to_vec(), NESTED.to_vec()]);
}

#[test]
fn an_edit_changes_what_is_stated() {
    let model = Model::from_root(Packet::schema());
    let text = json_of(&model, NUMBER).unwrap().root().to_string();
    let edited = text.replace("\"68656c6c6f\"", "\"6869\"");
    assert_ne!(edited, text);
    let budget = Budget::default();
    let edited = read_json(edited.as_bytes(), 100, &budget).unwrap();
    let bytes = assemble(&model, "Packet", edited.root(), &[]).unwrap();
    assert_eq!((bytes.len(), bytes[3], bytes[16]), (28, 28, 5));
    assert_eq!(Packet::validate(&bytes, Mode::Strict).findings(), []);
}

#[test]
fn wrong_sizes_are_found() {
    let broken = |at: usize, value: u8| {
        let mut bytes = NUMBER.to_vec();
        bytes[at] = value;
        let report = Packet::validate(&bytes, Mode::Strict);
        let findings = report.findings().iter();
        findings.map(|one| format!("{} {} {}", one.code, one.path, one.location.file)).collect::<Vec<_>>()
    };
    assert_eq!(broken(3, 30), ["packet.head.size.calc head.size 2"]);
    assert_eq!(broken(4, 8), ["packet.head.offset.calc head.offset 4"]);
    assert_eq!(broken(6, 0), ["packet.here.calc here 6"]);
    assert_eq!(broken(8, 4), ["chunk.length.calc chunk.length 8"]);
}

#[test]
fn a_value_that_does_not_fit_is_refused_by_both_writers() {
    let mut long = packet(chunk(Body::Empty), None);
    long.text = vec![b'x'; 253];
    let finding = long.to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Overflow, "text_size".to_owned()));
    let model = Model::from_root(Packet::schema());
    let mut short = packet(chunk(Body::Empty), None);
    short.text = b"abc".to_vec();
    let text = json_of(&model, &short.to_vec().unwrap()).unwrap().root().to_string();
    let text = text.replace("\"616263\"", &format!("\"{}\"", "78".repeat(253)));
    let json = read_json(text.as_bytes(), 100, &Budget::default()).unwrap();
    let finding = assemble(&model, "Packet", json.root(), &[]).unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Overflow, "text_size".to_owned()));
}

#[test]
fn samples_state_their_sizes() {
    let model = Model::from_root(Packet::schema());
    let (mut valid, mut count) = (0, 0);
    for sample in samples::samples_of(&model, "Packet", 60).unwrap() {
        count += 1;
        let report = Packet::validate(&sample.bytes, Mode::Strict);
        assert!(!report.findings().iter().any(|one| one.code.ends_with(".calc")), "{:?}", report.findings());
        valid += usize::from(report.findings().is_empty());
    }
    assert!(count > 5 && valid > 5, "{valid} of {count}");
}

#[test]
fn a_schema_gives_the_words_again() {
    let model = Model::from_root(Packet::schema());
    let text = generate::rust_module((&model).into(), "packet", |_, _| true).text;
    for word in ["calc = size_of(text) + 3", "head.size = size_of(self)", "offset_of(chunk)", "count = size_of(chunk)"]
    {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn a_schema_that_needs_a_value_before_it_is_known_is_refused() {
    let schema = serde_json::to_string(&Model::from_root(Packet::schema())).unwrap();
    let args = r#""args":[{"path":["kind"]}]"#;
    let changed = schema.replacen(args, r#""args":[{"path":["length"]}]"#, 1);
    assert_ne!(schema, changed, "{schema}");
    let model: Model = serde_json::from_str(&changed).unwrap();
    let error = Interpreter::new(&model).err().unwrap().to_string();
    assert!(error.contains("computed only after the fields are written"), "{error}");
}

/// Bytes that only fill space, by all ways to say how many.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Padded {
    pub align: u8,
    /// In the middle of the file, and aligned in itself.
    pub inner: Inner,
    #[schema(padding(align = align))]
    pub after: Vec<u8>,
    pub end: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Inner {
    #[br(temp)]
    #[bw(calc = size_of(name))]
    name_size: u8,
    #[br(count = name_size)]
    pub name: Vec<u8>,
    #[schema(padding(size = 4, of = name))]
    pub name_padding: Vec<u8>,
    pub value: u8,
    #[schema(padding(align = 4, of = self), reserved)]
    pub rest: Vec<u8>,
    #[br(count = size_of(rest) % 2)]
    #[schema(padding)]
    pub last: Vec<u8>,
}

#[rustfmt::skip]
const PADDED: &[u8] = &[
    4,
    2, b'a', b'b', 0, 9, 7, 0, 0, // 6 bytes, up to 8
    0, 1, 0, // the file, up to 12
    5,
];

#[rustfmt::skip]
const ODD: &[u8] = &[
    3,
    5, b'a', b'b', b'c', b'd', b'e', 7, 0, 3, // 7 bytes, up to 8, and one because that is odd
    1, 2,
    5,
];

#[needs(python3)]
#[test]
fn padding_is_kept() {
    everywhere::<Padded>(&[PADDED.to_vec(), ODD.to_vec()]);
    let read = Padded::from_slice(PADDED).unwrap();
    assert_eq!((&*read.inner.name_padding, &*read.after), (&[0, 9][..], &[0, 1, 0][..]));
    let report = Padded::validate(&[&PADDED[..7], &[0, 4], &PADDED[9..]].concat(), Mode::Strict);
    let finding = &report.findings()[0];
    assert_eq!((&*finding.code, finding.location.file), ("inner.rest.zero", 7));
}

#[test]
fn a_writer_makes_the_padding() {
    let inner = Inner { name: b"x".to_vec(), name_padding: vec![], value: 1, rest: vec![0; 9], last: vec![] };
    let mut value = Padded { align: 16, inner, after: vec![], end: 2 };
    let mut expected = vec![16, 1, b'x', 0, 0, 0, 1, 0, 0];
    expected.resize(16, 0);
    expected.push(2);
    assert_eq!(value.to_vec().unwrap(), expected);
    let model = Model::from_root(Padded::schema());
    let json = r#"{"align":16,"inner":{"name":"78","value":1,"rest":"00"},"end":2}"#;
    let json = read_json(json.as_bytes(), 100, &Budget::default()).unwrap();
    assert_eq!(assemble(&model, "Padded", json.root(), &[]).unwrap(), expected);
    // What is not zero is never lost.
    value.inner.name_padding = vec![0, 0, 0, 4];
    let finding = value.to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::CountMismatch, "inner.name_padding".to_owned()));
    value.inner.name_padding = vec![];
    value.align = 0;
    let finding = value.to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Overflow, "after".to_owned()));
}

#[derive(Debug, Clone, Default, PartialEq, Record)]
#[brw(little)]
pub struct Span {
    pub offset: u16,
    pub size: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    #[br(parse_with = until_eof)]
    pub bytes: Vec<u8>,
}

/// Sizes of what lies in place, beside regions.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(derive(span.size = size_of(table) + size_of(table_size)))]
pub struct Whole {
    pub span: Span,
    #[br(temp)]
    #[bw(calc = size_of(table))]
    table_size: u8,
    #[br(count = table_size / 3)]
    pub table: Vec<Span>,
    #[schema(padding(align = 8))]
    pub padding: Vec<u8>,
    #[schema(region(each = table, at = entry.offset, size = entry.size))]
    pub parts: Regions<Part>,
}

#[test]
fn whole_files_state_sizes_of_what_lies_in_place() {
    let value =
        Whole { span: Span::default(), table: vec![Span::default(); 2], padding: vec![], parts: Regions::default() };
    let mut writer = FileWriter::new(&value, []).unwrap();
    writer.put(Whole::PARTS, 0, Content::new(b"one".as_slice())).unwrap();
    writer.put(Whole::PARTS, 1, Content::new(b"three".as_slice())).unwrap();
    let bytes = writer.place().unwrap().to_vec().unwrap();
    assert_eq!(bytes, *b"\0\0\x07\x06\x10\0\x03\x13\0\x05\0\0\0\0\0\0onethree");
    assert_eq!(Whole::validate(&bytes, Mode::Strict).findings(), []);
    let model = Model::from_root(Whole::schema());
    let doc = json_of(&model, &bytes).unwrap();
    let again = assemble_file(&model, &Algorithms::builtin(), "Whole", doc.root(), &[]).unwrap();
    assert_eq!(again, bytes);
}

/// Sizes of variable length, each directly in front of what it counts.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Tagged {
    tag: u8,
    length: Uleb<u16>,
    #[br(args(tag))]
    #[schema(region(size = length))]
    body: TaggedBody,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(tag: u8))]
pub enum TaggedBody {
    #[br(pre_assert(tag == 1))]
    List(#[br(parse_with = until_eof)] Vec<Tagged>),
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A list of two; the second size takes a byte more than it needs.
const TAGGED: &[u8] = b"\x01\x09\x02\x02ab\x03\x82\x00cd";

#[needs(python3)]
#[test]
fn sizes_of_variable_length_are_set_in_front_of_what_they_count() {
    everywhere::<Tagged>(&[TAGGED.to_vec(), b"\x02\x00".to_vec()]);
    let mut tagged = Tagged::from_slice(TAGGED).unwrap();
    let TaggedBody::List(list) = &mut tagged.body else { panic!("{tagged:?}") };
    list[0].body = TaggedBody::Bytes(vec![7; 200]);
    // 200 is 0xC8, and the size of the list is 1 + 2 + 200 + 5 = 208 or 0xD0: both take a second byte.
    let grown = [b"\x01\xD0\x01\x02\xC8\x01", &[7; 200][..], b"\x03\x82\x00cd"].concat();
    assert_eq!(hex(&tagged.to_vec().unwrap()), hex(&grown));
    // The JSON of the value states the old sizes.
    let model = Model::from_root(Tagged::schema());
    let json = tagged.to_json([]).unwrap();
    assert_eq!(hex(&assemble(&model, "Tagged", json.root(), &[]).unwrap()), hex(&grown));
    let program = "import places, sys
value = places.read_file(places.ROOT, bytes.fromhex(sys.stdin.readline()))
value.body.list[0].body.bytes = bytes([7]) * 200
print(places.write_file(value).hex())
";
    let written = ask_module(&model, "places", program, hex(TAGGED));
    assert!(written == [hex(&grown)]);
    let shrunk = Tagged { tag: 2, length: Uleb::new(300), body: TaggedBody::Bytes(vec![9]) };
    assert_eq!(shrunk.to_vec().unwrap(), b"\x02\x01\x09");
    let large = Tagged { tag: 2, length: Uleb::new(0), body: TaggedBody::Bytes(vec![0; 65536]) };
    let finding = large.to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Overflow, "length".to_owned()));
    let text = format!("{{\"tag\": 2, \"length\": 0, \"body\": {{\"bytes\": \"{}\"}}}}", "00".repeat(65536));
    let json = read_json(text.as_bytes(), 8, &Budget::default()).unwrap();
    let finding = assemble(&model, "Tagged", json.root(), &[]).unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Overflow, "length".to_owned()));
}

/// A list that ends at a stated position.
#[structure]
#[brw(little)]
#[derive(Debug, PartialEq)]
struct UpTo {
    end: u8,
    #[br(count = end - position)]
    body: Vec<u8>,
    #[br(parse_with = until_eof)]
    rest: Vec<u8>,
}

#[needs(python3)]
#[test]
fn lists_may_end_at_a_position() {
    everywhere::<UpTo>(&[vec![4, 1, 2, 3, 9], vec![1]]);
}
