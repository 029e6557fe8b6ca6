//! Computed numbers of variable length keep encodings that are longer than needed.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing)]

use bpx_schema::assemble::assemble_file;
use bpx_schema::codec::Uleb;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonText, read_json};
use bpx_schema::layout::FileWriter;
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Budget, Codec, Limits, structure};
use serde_json::{Value, json};

/// Lists with counts, one of them in a structure that a reader attempts, and one in a content of a stated size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Library {
    #[br(temp)]
    #[bw(calc = shelves.len())]
    count: Uleb<u32>,
    #[br(count = count)]
    pub shelves: Vec<Shelf>,
    #[br(args(1))]
    pub last: Tail,
    pub length: Uleb<u32>,
    #[schema(region(size = length))]
    pub office: Shelf,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Shelf {
    #[br(temp)]
    #[bw(calc = books.len())]
    count: Uleb<u32>,
    #[br(count = count)]
    pub books: Vec<u8>,
}

/// Either a shelf and a sign, or other bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub enum Tail {
    #[br(pre_assert(kind == 1))]
    #[schema(attempt = "I-1")]
    Signed { shelf: Shelf, sign: Sign },
    #[br(pre_assert(kind == 1))]
    Plain {
        #[br(temp)]
        #[bw(calc = bytes.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        bytes: Vec<u8>,
    },
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(magic = b"S")]
pub struct Sign {
    pub kind: u8,
}

/// A file; the counts of its shelves take 1 to 5 bytes.
const FILE: &[u8] = &[
    0x83, 0x80, 0x00, // Three shelves.
    0x01, 0xa0, //
    0x81, 0x00, 0xa1, //
    0x82, 0x80, 0x80, 0x80, 0x00, 0xa2, 0xa3, //
    0x81, 0x80, 0x00, 0xa4, // A shelf without a sign, so these are other bytes.
    0x85, 0x00, // The size of what follows.
    0x82, 0x80, 0x00, 0xa5, 0xa6,
];

fn edited(file: &[u8], change: impl FnOnce(&mut Library)) -> Vec<u8> {
    let mut library = Library::from_slice(file).unwrap();
    change(&mut library);
    FileWriter::edit(&library, [], file).unwrap().place().unwrap().to_vec().unwrap()
}

fn json_of(file: &[u8]) -> Value {
    let model = Model::from_root(Library::schema());
    let mut text = JsonText::compact(Vec::new());
    let interpreter = Interpreter::new(&model).unwrap();
    interpreter.write_json("Library", file, &[], Limits::default(), &mut text).unwrap();
    serde_json::from_slice(&text.finish().unwrap()).unwrap()
}

fn assembled(json: &Value) -> bpx_schema::Result<Vec<u8>> {
    let (model, text) = (Model::from_root(Library::schema()), json.to_string());
    let json = read_json(text.as_bytes(), 64, &Budget::new(Limits::default(), text.len() as u64)).unwrap();
    assemble_file(&model, &Algorithms::builtin(), "Library", json.root(), &[])
}

#[test]
fn an_unchanged_file_comes_back() {
    assert_eq!(edited(FILE, |_| ()), FILE);
    assert_eq!(assembled(&json_of(FILE)).unwrap(), FILE);
}

/// The second shelf has the same count as the removed one, so it takes the first encoding of that count. The number of
/// shelves keeps its size, and a count that no shelf had is written in its shortest form.
#[test]
fn the_numbers_of_an_edited_file_keep_their_sizes() {
    let changed = |library: &mut Library| {
        library.shelves.remove(0);
        library.office.books = vec![0xb0; 3];
    };
    let expected = [
        &[0x82, 0x80, 0x00][..],
        &[0x01, 0xa1],
        &[0x82, 0x80, 0x80, 0x80, 0x00, 0xa2, 0xa3],
        &[0x81, 0x80, 0x00, 0xa4],
        &[0x84, 0x00, 0x03, 0xb0, 0xb0, 0xb0],
    ];
    assert_eq!(edited(FILE, changed), expected.concat());
}

/// All shelves of this file have counts of three bytes.
#[test]
fn a_new_number_gets_the_size_that_all_have() {
    let three = |value: u8| [0x80 | value, 0x80, 0];
    let file = [&three(1)[..], &three(1), &[0xa0], &three(1), &[0xa4], &[4], &three(1), &[0xa5]].concat();
    let changed = |library: &mut Library| library.shelves[0].books = vec![0xb0; 2];
    let expected = [&three(1)[..], &three(2), &[0xb0, 0xb0], &three(1), &[0xa4], &[4], &three(1), &[0xa5]].concat();
    assert_eq!(edited(&file, changed), expected);
    let large = edited(&file, |library| library.shelves[0].books = vec![0xb0; 1 << 21]);
    assert_eq!(large[3..7], [0x80, 0x80, 0x80, 0x01], "the number needs four bytes");
}

#[test]
fn json_states_sizes_of_computed_numbers() {
    let mut json = json_of(FILE);
    assert_eq!(json["count"], json!({"size": 3}));
    assert_eq!(json["shelves"][0], json!({"books": "a0"}));
    assert_eq!(json["shelves"][1], json!({"count": {"size": 2}, "books": "a1"}));
    // The size is the least size: a number that needs more bytes has them.
    json["shelves"][1]["books"] = "a1".repeat(1 << 14).into();
    let file = assembled(&json).unwrap();
    assert_eq!(file[5..8], [0x80, 0x80, 0x01]);
    for (stated, message) in [
        (json!(1), "the value is computed, so it must not be stated"),
        (json!({"value": 1, "size": "2"}), "the value is computed, so it must not be stated"),
        (json!({"size": 6}), "expected a size from 3 to 5 bytes for the number 16384"),
    ] {
        json["shelves"][1]["count"] = stated;
        let error = assembled(&json).unwrap_err().to_string();
        assert!(error.contains(message) && error.contains("shelves[1].count"), "{error}");
    }
}
