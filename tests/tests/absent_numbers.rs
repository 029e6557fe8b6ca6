//! Numbers of variable length that may be absent and then have an alternative, in rules and in sentences.
#![allow(missing_docs, dead_code, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "places/agree.rs"]
mod agree;
use tests::programs;
mod shapes;

use agree::everywhere;
use bpx_schema::codec::{Codec, Uleb, Zigzag};
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
