//! Numbers of variable length that may be absent and then have an alternative, in rules and in sentences.
#![allow(missing_docs, dead_code, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "places/agree.rs"]
mod agree;
use tests::programs;
mod shapes;

use agree::everywhere;
use bpx_schema::codec::{Codec, Decimal, I24, U24, Uleb, Zigzag};
use bpx_schema::layout::FileWriter;
use bpx_schema::report::{Class, Mode};
use bpx_schema::structure;
use test_needs::needs;

/// A step that leads to another one when a flag says so.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(assert(
    next + back <= 200,
    class = OutOfBounds,
    text = "flags {flags:#x} lead to {next:#x}, {back:#x} back",
    on = next,
    code = "step.next"
))]
pub struct Step {
    pub flags: u8,
    #[br(if(flags & 1 != 0, 7))]
    pub next: Uleb<u32>,
    #[br(if(flags & 2 != 0, -3))]
    pub back: Zigzag<i32>,
    pub end: u8,
}

/// Steps, of which each leads to one that is there.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(each(
    steps,
    assert(entry.first + entry.count <= steps.len(), class = OutOfBounds, on = count, code = "steps.count")
))]
pub struct Steps {
    pub len: u8,
    #[br(count = len)]
    pub steps: Vec<Range>,
}

/// Some of the steps.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Range {
    pub kind: u8,
    pub first: Uleb<u32>,
    pub count: Uleb<u32>,
}

fn step(flags: u8, next: u32, back: i32) -> Step {
    Step { flags, next: Uleb::new(next), back: Zigzag::new(back), end: 9 }
}

#[test]
fn a_number_that_is_absent_has_its_alternative() {
    for (value, bytes) in [
        (step(0, 7, -3), &b"\0\x09"[..]),
        (step(1, 200, -3), b"\x01\xC8\x01\x09"),
        (step(2, 7, -300), b"\x02\xD7\x04\x09"),
        (step(3, 1, 1), b"\x03\x01\x02\x09"),
    ] {
        assert_eq!(value.to_vec().unwrap(), bytes);
        assert_eq!(Step::from_slice(bytes).unwrap(), value);
    }
    // It would be lost.
    let error = step(2, 8, 0).to_vec().unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Inconsistent, "next".to_owned()));
}

#[test]
fn a_sentence_states_numbers_in_hexadecimal() {
    let report = Step::validate(b"\x01\xFF\x01\x09", Mode::Strict);
    let [finding] = report.findings() else { panic!("{:?}", report.findings()) };
    assert_eq!((&*finding.code, finding.location.file), ("step.next", 1));
    assert_eq!(finding.message, "flags 0x1 lead to 0xff, -0x3 back");
}

#[needs(python3)]
#[test]
fn all_readers_and_writers_agree() {
    let files = [step(0, 7, -3), step(1, 200, -3), step(2, 7, -300), step(3, 1, 1)];
    everywhere::<Step>(&files.map(|value| value.to_vec().unwrap()));
}

#[needs(python3)]
#[test]
fn a_member_after_numbers_of_variable_length_is_blamed_where_it_lies() {
    let bytes = b"\x02\0\x01\x01\0\x81\x80\0\x02";
    let report = Steps::validate(bytes, Mode::Strict);
    let [finding] = report.findings() else { panic!("{:?}", report.findings()) };
    assert_eq!((finding.path.to_string(), finding.location.file), ("steps[1].count".to_owned(), 8));
    everywhere::<Steps>(&[b"\x02\0\x01\x01\0\x81\x80\0\x01".to_vec()]);
}

/// Numbers of three bytes and of digits that may be absent; they state a size, a place and a rule.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(assert(age + shift < 50, on = age, code = "crate.age"))]
pub struct Crate {
    pub flags: u8,
    #[br(if(flags & 1 != 0, 2))]
    pub name_size: U24,
    #[br(if(flags & 2 != 0, 7))]
    #[schema(range(1..=40))]
    pub age: Decimal<3>,
    #[br(if(flags & 4 != 0, -1))]
    pub shift: I24,
    #[br(parse_with = until_eof)]
    #[schema(region(size = name_size))]
    pub name: Vec<u8>,
    #[br(count = age)]
    pub years: Vec<u8>,
}

fn crates() -> Vec<Vec<u8>> {
    let numbers = [&b"\x07\0\0\x03 04\xFF\xFF\xFE"[..], b"abc", b"wxyz"].concat();
    vec![b"\0ab\x01\x02\x03\x04\x05\x06\x07".to_vec(), b"\x01\0\0\x01a1234567".to_vec(), numbers]
}

#[needs(python3)]
#[test]
fn numbers_of_three_bytes_and_of_digits_have_alternatives() {
    everywhere::<Crate>(&crates());
    let absent = Crate::from_slice(&crates()[0]).unwrap();
    let numbers = (absent.name_size.value(), absent.age.value(), absent.shift.value());
    assert_eq!(numbers, (2, Some(7), -1));
    let mut lost = absent.clone();
    lost.shift = I24::new(3).unwrap();
    assert_eq!(lost.to_vec().unwrap_err().finding().unwrap().path.to_string(), "shift");
    lost = absent;
    lost.age = Decimal::new(6).unwrap();
    assert_eq!(lost.to_vec().unwrap_err().finding().unwrap().path.to_string(), "age");
}

#[test]
fn a_number_that_may_be_absent_is_set_where_it_is_present() {
    let files = crates();
    let longer = |file: &[u8]| {
        let mut value = Crate::from_slice(file).unwrap();
        value.name.push(b'!');
        let edited = FileWriter::edit(&value, [], file).and_then(FileWriter::place).and_then(|placed| placed.to_vec());
        let written = value.to_vec().map_err(|error| error.to_string());
        assert_eq!(edited.map_err(|error| error.to_string()), written);
        written
    };
    assert_eq!(longer(&files[2]).unwrap(), [&b"\x07\0\0\x04 04\xFF\xFF\xFE"[..], b"abc!", b"wxyz"].concat());
    let error = longer(&files[0]).unwrap_err();
    assert!(error.contains("name: expected 3 from `name_size`"), "{error}");
}
