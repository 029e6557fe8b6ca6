//! NBT: trees of another writer come back, plain and packed, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode, Verdict};
use fastnbt::{ByteArray, IntArray, LongArray, SerOpts};
use flate2::read::{GzDecoder, ZlibDecoder};
use flate2::write::ZlibEncoder;
use flate2::{Compression, GzBuilder};
use gallery::nbt::{Entry, File, Value, replace};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

fn name(kind: u8, name: &str) -> Vec<u8> {
    [&[kind][..], &(name.len() as u16).to_be_bytes(), name.as_bytes()].concat()
}

/// A value of every kind.
fn tree() -> Vec<u8> {
    let count = |count: u32| count.to_be_bytes();
    let inner = [&name(1, "one")[..], &[1], &name(9, "none"), &[0], &count(0), &[0]].concat();
    let members = [
        &name(1, "byte")[..],
        &[0xFF],
        &name(2, "short"),
        &(-300_i16).to_be_bytes(),
        &name(3, "int"),
        &70_000_i32.to_be_bytes(),
        &name(4, "long"),
        &(1_i64 << 40).to_be_bytes(),
        &name(5, "float"),
        &0.5_f32.to_be_bytes(),
        &name(6, "double"),
        &(-0.25_f64).to_be_bytes(),
        &name(7, "bytes"),
        &count(3),
        &[0, 1, 2],
        &name(8, "text"),
        &5_u16.to_be_bytes(),
        b"caf\xC3\xA9",
        &name(9, "lists"),
        &[9],
        &count(2),
        &[1],
        &count(2),
        &[7, 8],
        &[10],
        &count(1),
        &inner,
        &name(10, "compound"),
        &inner,
        &name(11, "ints"),
        &count(2),
        &count(1),
        &count(2),
        &name(12, "longs"),
        &count(1),
        &7_u64.to_be_bytes(),
    ];
    [&name(10, "root")[..], &members.concat(), &[0]].concat()
}

/// What the members of the tree are, as another library has them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Values {
    byte: i8,
    short: i16,
    int: i32,
    long: i64,
    float: f32,
    double: f64,
    bytes: ByteArray,
    text: String,
    lists: Vec<Vec<i8>>,
    none: Vec<i32>,
    compound: Inner,
    compounds: Vec<Inner>,
    ints: IntArray,
    longs: LongArray,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Inner {
    one: i8,
}

fn values() -> Values {
    Values {
        byte: -1,
        short: -300,
        int: 70_000,
        long: 1 << 40,
        float: 0.5,
        double: -0.25,
        bytes: ByteArray::new(vec![0, 1, 2]),
        text: "caf\u{e9}".to_owned(),
        lists: vec![vec![7, 8], vec![]],
        none: Vec::new(),
        compound: Inner { one: 1 },
        compounds: vec![Inner { one: 2 }, Inner { one: 3 }],
        ints: IntArray::new(vec![1, -2]),
        longs: LongArray::new(vec![7]),
    }
}

/// A tree of another writer.
fn plain() -> Vec<u8> {
    fastnbt::to_bytes_with_opts(&values(), SerOpts::new().root_name("root")).unwrap()
}

/// The same packed by another packer, with all parts that gzip knows.
fn gzip() -> Vec<u8> {
    let builder = GzBuilder::new().mtime(1_700_000_000).filename("level.dat").comment("a world").extra(*b"ab\x01\0x");
    let mut packer = builder.write(Vec::new(), Compression::best());
    packer.write_all(&plain()).unwrap();
    packer.finish().unwrap()
}

fn zlib() -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(&plain()).unwrap();
    packer.finish().unwrap()
}

/// Files of another writer, plain and packed, and one by hand.
pub fn samples() -> Vec<Vec<u8>> {
    vec![plain(), gzip(), zlib(), tree()]
}

/// A packed file whose checksum is another one.
pub fn damaged() -> Vec<u8> {
    let mut file = zlib();
    let end = file.len();
    file[end - 1] ^= 1;
    file
}

/// The values of a file, by the other library.
fn read(file: &[u8]) -> Values {
    let mut bytes = Vec::new();
    match file[0] {
        0x1F => GzDecoder::new(file).read_to_end(&mut bytes).unwrap(),
        0x78 => ZlibDecoder::new(file).read_to_end(&mut bytes).unwrap(),
        _ => (&*file).read_to_end(&mut bytes).unwrap(),
    };
    fastnbt::from_bytes(&bytes).unwrap()
}

#[test]
fn files_come_back_byte_for_byte() {
    samples().iter().for_each(|file| assert_comes_back::<File>(file));
}

#[test]
fn plain_and_packed_files_are_judged_alike_by_the_schema_alone() {
    assert_kept_alike::<File>(&plain());
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&[&name(10, "")[..], &name(1, "a"), &[5, 0]].concat()).unwrap();
    assert_kept_alike::<File>(&packer.finish().unwrap());
}

#[test]
fn a_changed_value_is_read_by_another_reader() {
    for file in [plain(), gzip(), zlib()] {
        assert_eq!(read(&file), values());
        let changed = replace(&file, &["compound", "one"], Value::Byte(9)).unwrap();
        let text = replace(&changed, &["text"], Value::text("longer than before")).unwrap();
        let expected = Values { compound: Inner { one: 9 }, text: "longer than before".to_owned(), ..values() };
        assert_eq!(read(&text), expected);
        let error = replace(&file, &["compound", "two"], Value::Byte(1)).unwrap_err();
        assert!(error.to_string().contains("`compound.two`"));
    }
    let changed = replace(&plain(), &["byte"], Value::Byte(1)).unwrap();
    assert_eq!(replace(&changed, &["byte"], Value::Byte(-1)).unwrap(), plain());
}

#[test]
fn faults_of_packed_files_are_found() {
    let found = |file: &[u8]| {
        let report = File::validate(file, Mode::Strict);
        let found = report.findings().iter();
        found.map(|one| (one.class, one.path.to_string(), one.location.file)).collect::<Vec<_>>()
    };
    // The content lies where its packed bytes begin.
    assert_eq!(found(&damaged()), [(Class::ChecksumMismatch, "zlib.tree".to_owned(), 2)]);
    let mut file = zlib();
    file[1] ^= 1;
    assert_eq!(found(&file), [(Class::Inconsistent, "zlib.flags".to_owned(), 1)]);
    let mut file = gzip();
    let (end, place) = (file.len(), file.windows(7).position(|part| part == b"a world").unwrap() as u64 + 8);
    file[end - 4] += 1;
    assert_eq!(found(&file), [(Class::SizeMismatch, "gzip.tree".to_owned(), place)]);
}

#[test]
fn values_that_contradict_their_kind_are_refused() {
    let mut root = Entry::from_slice(&tree()).unwrap();
    root.member("byte").unwrap().kind = 2;
    let error = root.to_vec().unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string().as_str()), (Class::Inconsistent, "value.compound[0].value"));
    // A member of the kind zero would end the compound.
    root.member("byte").unwrap().kind = 0;
    assert!(root.to_vec().is_err());
}

#[test]
fn a_compound_without_an_end_is_found() {
    let file = tree();
    let report = Entry::validate(&file[..file.len() - 1], Mode::Strict);
    let [finding] = report.findings() else { panic!("{report:?}") };
    assert_eq!((finding.class, finding.path.to_string().as_str()), (Class::Unterminated, "value.compound"));
    assert_eq!((finding.location.file, report.verdict()), (file.len() as u64 - 1, Verdict::Malformed));
}

#[test]
fn deep_values_end_at_a_limit() {
    let nested = |levels: usize| {
        let mut file = name(9, "");
        for _ in 1..levels {
            file.extend([9, 0, 0, 0, 1]);
        }
        file.extend([0, 0, 0, 0, 0]);
        file
    };
    // A thread with the stack that most have.
    let read = move || {
        // The value of the root is at the first level, each list one below.
        let (fits, deeper) = (nested(511), nested(512));
        assert_eq!(Entry::validate(&fits, Mode::Strict).findings(), []);
        assert_eq!(Entry::from_slice(&fits).unwrap().to_vec().unwrap(), fits);
        let error = Entry::from_slice(&deeper).unwrap_err();
        assert_eq!(error.finding().unwrap().class, Class::TooDeep);
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(read).unwrap().join().unwrap();
}
