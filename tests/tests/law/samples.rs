//! Files of the declarations.

use super::declared::*;
use bpx_schema::Codec;
use bpx_schema::codec::{CText, F16, Regions, Uleb};
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::schema::Structure;

/// A structure and the bytes of a file.
pub type Sample = (&'static Structure, Vec<u8>);

/// Returns all files.
pub fn all() -> Vec<Sample> {
    [parts_elsewhere(), contents_and_checksums(), values_in_order(), left_bytes(), late_numbers(), whole_spaces()]
        .concat()
}

fn sample<T: Codec>(file: &[u8]) -> Sample {
    (T::schema(), file.to_vec())
}

pub fn text(text: &str) -> CText {
    CText::new(text).unwrap()
}

fn leaf(number: u8, words: &str) -> Leaf {
    Leaf { number, at: 0, text: text(words) }
}

pub fn parts_elsewhere() -> Vec<Sample> {
    let aligned = Aligned {
        first_at: 0,
        first_size: 3,
        second_at: 0,
        third_at: 0,
        first: vec![1, 2, 3],
        second: text("abc"),
        third: 7,
    };
    let label = |text: &str| Label { at: 0, length: 0, text: text.into() };
    let rows = vec![label("a"), label("bc")];
    let row = |kind, name: &str| Row { kind, name: text(name), more: (kind == 1).then(|| text("m")) };
    let list = vec![row(0, "a"), row(1, "b")];
    let link = Link { value: 1, at: 0, last: leaf(1, "ab") };
    vec![
        sample::<Labels>(&[2, 5, 2, 5, 3, b'a', b'b', b'c']),
        sample::<Shared>(&[2, 5, 2, 5, 2, b'a', b'b']),
        sample::<Shared>(&[3, 7, 2, 8, 1, 7, 2, b'a', b'b']),
        sample::<Aligned>(&made(&aligned)),
        sample::<Based>(&made(&Based { base: 4, name_at: 0, count: 2, rows_at: 0, name: text("n"), rows })),
        sample::<Rows>(&made(&Rows { at: 0, length: 0, next_at: 0, list, next: row(1, "c") })),
        sample::<Chained>(&made(&Chained { at: 1, first: Some(link) })),
        sample::<Found>(b"\x07xyENDab"),
        sample::<Found>(b"\x07ENDENDab"),
    ]
}

pub fn contents_and_checksums() -> Vec<Sample> {
    let sheet = |number, words: &str| Sheet { number, at: 0, check: 0, text: text(words) };
    let album = Album {
        leaf_size: 0,
        leaf: leaf(1, "xy"),
        packed_size: 0,
        sum: 0,
        packed: leaf(2, "zz"),
        numbers_size: 0,
        numbers: vec![1, 2],
        after: 9,
    };
    let slots = (0..4).map(|flags| Slot { flags, ..Slot::default() }).collect();
    let head = DirectoryHead { count: 4, ..DirectoryHead::default() };
    let directory = Directory { head, slots, parts: Regions::default() };
    let mut writer = FileWriter::new(&directory, []).unwrap();
    for (index, letter) in (0..).zip(*b"abaa") {
        writer.put(Directory::PARTS, index, Content::new(vec![1, 2, letter, 0])).unwrap();
    }
    vec![
        sample::<Sheets>(&made(&Sheets { list: vec![sheet(1, "ab"), sheet(2, "c")] })),
        sample::<Album>(&made(&album)),
        sample::<Streams>(&made(&Streams { first: b"ab".to_vec(), after: 1, rest: vec![2] })),
        sample::<Directory>(&writer.place().unwrap().to_vec().unwrap()),
    ]
}

pub fn values_in_order() -> Vec<Sample> {
    let numbers = Numbers {
        varint: Uleb::new(300),
        half: F16::new(1.5).unwrap(),
        single: 0.1,
        double: 0.2,
        wide: u64::MAX,
        signed: 0,
        optional: 5,
    };
    let texts = Texts {
        padded: *b"abc\0\0\0",
        fixed: *b"wort",
        ended: text("x"),
        counted: b"yz".to_vec(),
        wide: *b"a\0b\0c\0d\0",
    };
    vec![
        sample::<Tagged>(b"A\x01B\x02\x03\x04"),
        sample::<Tagged>(b"AA"),
        sample::<Ended>(b"\x02ab\0cd\0\xff"),
        sample::<Numbers>(&made(&numbers)),
        sample::<Texts>(&made(&texts)),
    ]
}

/// Files in which the number of left bytes, or a position, decides.
pub fn left_bytes() -> Vec<Sample> {
    let halves = |second: &[u8]| Halves { first: vec![1], second: second.to_vec() };
    let inner = halves(&[2]);
    let outer = OuterBox { before_size: 2, before: vec![8, 9], inner_size: 2, inner, end: Some(7), odd: Some(1) };
    let boxes = Boxes { plain_size: 1, plain: vec![1], outer_size: 9, outer, packed_size: 0, packed: halves(&[3, 4]) };
    vec![
        sample::<Trailing>(&[1, b'a', 1, 2, b't']),
        sample::<Trailing>(&[1, b'a']),
        sample::<Trailing>(&[1, b'a', 7]),
        sample::<Halves>(&[1, 2, 3, 4, 5]),
        sample::<Odd>(&[1, b'a', 0, 7]),
        sample::<Odd>(&[2, b'a', b'b', 7, 8]),
        sample::<Boxes>(&boxes.to_vec().unwrap()),
    ]
}

/// Files with a number that states a size, and is set after other fields used it. An argument does not count if the field
/// is absent, or if only a rule uses the argument.
pub fn late_numbers() -> Vec<Sample> {
    vec![
        sample::<Measured>(&[2, b'a', b'b', 0, 0, 7]),
        sample::<Measured>(&[3, 9, b'a', b'b', b'c', 0, 7]),
        sample::<Ordered>(&[1, 2, 0, 3, b'a']),
        sample::<Ordered>(&[4, 0, 2, 3, 0, b'a', b'b', b'c', b'd']),
        sample::<Advised>(&[1, 2, b'a', b'b']),
        sample::<Advised>(&[0x80, 2, 9, b'a', b'b']),
    ]
}

/// Files with parts that take all bytes up to the end.
pub fn whole_spaces() -> Vec<Sample> {
    vec![
        sample::<Whole>(&WHOLE),
        sample::<Open>(&[9, 7, 1, 0x6d, 0x48, 0x83, 0x9e, b'c', 0, b'a', b'b']),
        sample::<Remainders>(&[1, b'a', b'b']),
    ]
}

pub const WHOLE: [u8; 5] = [2, 7, b'a', b'b', 0];
