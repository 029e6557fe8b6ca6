use bpx_schema::report::{Mode, Verdict};
use bpx_schema::{Codec, Record, structure};

#[derive(Debug, Clone, Copy, PartialEq, Record)]
#[repr(u8)]
#[schema(flags)]
enum Style {
    Bold = 1,
    Italic = 2,
}

#[derive(Debug, Record)]
#[brw(little, assert(low <= high, "reversed"))]
#[schema(assert(low != 7, severity = warning, text = "found {low}", on = low, code = "entry.seven"))]
struct Entry {
    #[schema(supported(1, 2), code = "entry.version")]
    version: u8,
    #[schema(one_of(0, 1), lenient = "I-2")]
    visible: u8,
    #[schema(range(1..=64))]
    low: u8,
    #[schema(multiple_of = 4)]
    high: u8,
    #[schema(codes = Style, known)]
    style: u8,
}

#[structure]
#[derive(Debug)]
#[schema(each(entries, assert(first.low == index, on = low)))]
struct Entries {
    #[br(parse_with = until_eof)]
    entries: Vec<Entry>,
}

assert_eq!(Entries::validate(&[1, 0, 1, 4, 3], Mode::Strict).verdict(), Verdict::Valid);
assert_eq!(Entry::validate(&[1, 0, 9, 8, 3], Mode::Strict).findings().len(), 1);
