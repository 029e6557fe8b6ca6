//! Offsets that a layout takes from the elements of a list, although the elements differ in size.

use bpx_schema::layout::FileWriter;
use bpx_schema::report::Mode;
use bpx_schema::{Codec, structure};

/// Two or three bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    pub wide: u8,
    #[br(if(wide == 1, 0))]
    pub skipped: u8,
    pub at: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Marked {
    #[br(count = 2)]
    pub marks: Vec<Mark>,
    #[br(count = 2)]
    #[schema(region(at = sum(marks.at), set()))]
    pub body: Vec<u8>,
    #[schema(region(at = marks[1].at + 4, set()))]
    pub tail: u8,
}

pub fn marked() -> Vec<u8> {
    b"\x01\x09\x02\x00\x03BCT".to_vec()
}

#[test]
fn a_layout_computes_with_elements_of_different_sizes() {
    let file = marked();
    assert_eq!(Marked::validate(&file, Mode::Strict).findings(), []);
    let mut value = Marked::from_slice(&file).unwrap();
    let edited = |value: &Marked| FileWriter::edit(value, [], &file).unwrap().place().and_then(|file| file.to_vec());
    assert_eq!(edited(&value).unwrap(), file);
    value.tail = b'U';
    assert_eq!(edited(&value).unwrap(), b"\x01\x09\x02\x00\x03BCU");
    // The first element loses a byte, so that both parts move.
    value.marks[0] = Mark { wide: 0, skipped: 0, at: 2 };
    let error = edited(&value).unwrap_err().to_string();
    assert!(error.contains("body: expected `sum(marks.at)` to be 4, the offset, found 5"), "{error}");
    value.marks[1].at = 2;
    assert_eq!(edited(&value).unwrap(), b"\x00\x02\x00\x02BCU");
}
