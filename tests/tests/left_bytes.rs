//! Bytes that the values of a part leave in its content: JSON and exported Python keep them, and an edit refuses them.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use bpx_schema::assemble::assemble_file;
use bpx_schema::codec::CText;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{DocBuilder, JsonDoc};
use bpx_schema::layout::FileWriter;
use bpx_schema::report::Class;
use bpx_schema::schema::Model;
use bpx_schema::transform::{Zlib, encode};
use bpx_schema::value::hex;
use bpx_schema::{Algorithms, Budget, Codec, Limits, structure};
use test_needs::needs;
use tests::programs::ask_module;

/// A part with a value elsewhere in it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    pub number: u8,
    pub at: u8,
    #[schema(region(at = at))]
    pub text: CText,
}

/// An element that holds a part.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub part_size: u8,
    #[schema(region(size = part_size))]
    pub part: Part,
}

/// Parts in a list, one that is compressed, and a list of numbers in a part.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Album {
    pub count: u8,
    #[br(count = count)]
    pub entries: Vec<Entry>,
    pub packed_size: u8,
    #[schema(region(size = packed_size, transform(zlib)))]
    pub packed: Part,
    pub numbers_size: u8,
    pub numbers_count: u8,
    #[br(count = numbers_count)]
    #[schema(region(size = numbers_size))]
    pub numbers: Vec<u8>,
    pub after: u8,
}

/// Two parts, the first one with bytes between its values and after them, a compressed one, and numbers.
fn album(between: &[u8], after: &[u8]) -> Vec<u8> {
    let part = |between: &[u8], after: &[u8]| {
        [&[7, 2 + u8::try_from(between.len()).unwrap()], between, b"ab\0", after].concat()
    };
    let sized = |bytes: Vec<u8>| [&[u8::try_from(bytes.len()).unwrap()], &*bytes].concat();
    let packed = encode(&part(between, after), &Zlib::default()).unwrap();
    let numbers = [&[3, 1, 2, 3], after].concat();
    let numbers = [&[u8::try_from(numbers.len() - 1).unwrap()], &*numbers].concat();
    [&[2], &*sized(part(between, after)), &sized(part(&[], &[])), &sized(packed), &numbers, &[9]].concat()
}

fn json_of(model: &Model, file: &[u8]) -> JsonDoc {
    let budget = Budget::default();
    let mut doc = DocBuilder::new(&budget);
    Interpreter::new(model).unwrap().write_json(&model.root, file, &[], Limits::default(), &mut doc).unwrap();
    doc.finish().unwrap()
}

#[needs(python3)]
#[test]
fn they_come_back_from_json_and_python() {
    let model = Model::from_root(Album::schema());
    let cases: [(&[u8], &[u8]); 5] = [(b"", b""), (b"", b"xy"), (b"zw", b""), (b"\0\0", b"\0"), (b"\0z\0", b"\0\0y")];
    let files: Vec<_> = cases.iter().map(|(between, after)| album(between, after)).collect();
    let questions = files.iter().map(|file| {
        let json = json_of(&model, file).root().to_string();
        format!("{}|{json}\n", hex(file))
    });
    let program = "import sys, json, album
for line in sys.stdin:
    data, text = line.split('|', 1)
    read = album.write_file(album.read_file(album.ROOT, bytes.fromhex(data)))
    made = album.write_file(album.from_json(album.ROOT, json.loads(text)))
    print(read.hex(), made.hex())
";
    let answers = ask_module(&model, "album", program, questions.collect());
    for (file, answer) in files.iter().zip(answers) {
        let doc = json_of(&model, file);
        let again = assemble_file(&model, &Algorithms::builtin(), &model.root, doc.root(), &[]).unwrap();
        assert_eq!(hex(&again), hex(file), "{}", doc.root());
        assert_eq!(answer, format!("{0} {0}", hex(file)));
    }
}

#[test]
fn an_edit_keeps_them_or_refuses_the_file() {
    let edited = |file: &[u8]| {
        let place = |writer: FileWriter<'_>| writer.place()?.to_vec();
        FileWriter::edit(&Album::from_slice(file).unwrap(), [], file).and_then(place)
    };
    for file in [album(b"", b""), album(b"zw", b"")] {
        assert_eq!(edited(&file).unwrap(), file);
    }
    // Two parts have equal values, and only one of them leaves bytes.
    let finding = edited(&album(b"", b"xy")).unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.location.file), (Class::TrailingBytes, 1));
}
