//! Lists that may be absent: an absent list has no elements to sum, to count, to search or to check.

use bpx_schema::report::Mode;
use bpx_schema::{Codec, structure};

/// Sums and counts in computed values, conditions, counts, arguments and rules.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(assert(sum(entries, entry.size + 1) + sum(more.size) <= limit))]
#[schema(
    assert(count(more, entry.kind == 9) <= 1, on = flags),
    assert(find(more.kind == 7, more.size) < 5),
    each(more, assert(entry.size >= 1 && before.size < 9 && first.kind == index)),
    each(numbers, assert(entry < 9))
)]
pub struct Absent {
    pub limit: u8,
    pub flags: u8,
    #[br(temp)]
    #[bw(calc = entries.len())]
    entry_count: u8,
    #[br(temp)]
    #[bw(calc = count(more, entry.size > 1) + sum(numbers, entry))]
    total: u32,
    #[br(count = entry_count)]
    pub entries: Vec<Part>,
    #[br(if(flags & 1 != 0), count = 2)]
    pub more: Option<Vec<Part>>,
    #[br(if(flags & 2 != 0), count = 2)]
    pub numbers: Option<Vec<u16>>,
    #[br(if(flags & 4 != 0), count = 2)]
    pub bytes: Option<Vec<u8>>,
    #[br(if(sum(more.size) > 2 || count(numbers, entry == 1) == 1))]
    pub extra: Option<u8>,
    #[br(count = sum(bytes, entry) + count(entries, entry.size > 1))]
    pub run: Vec<u8>,
    #[br(args(sum(more.size), count(entries, entry.kind == 9)))]
    pub child: Child,
    #[br(count = 2, args(sum(numbers, entry), index))]
    pub children: Vec<Child>,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Part {
    pub kind: u8,
    pub size: u16,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(sum: u32, number: u32))]
pub struct Child {
    #[br(if(sum > 2))]
    pub large: Option<u16>,
    #[br(if(number > 0))]
    pub other: Option<u8>,
}

/// With all lists, and with none of them.
pub fn files() -> Vec<Vec<u8>> {
    let entries = [9, 0, 2, 3, 0, 1];
    let more = [9, 0, 2, 7, 0, 1];
    // Sums of 3 and 6; `total` is 1 + 6.
    let all = [
        &[20, 7, 2, 0, 0, 0, 7][..],
        &entries,
        &more,
        &[0, 1, 0, 5],
        // Two bytes, the sum of which is the size of the next bytes, without one.
        &[1, 0],
        &[0xEE],
        b"ab",
        &[0, 8, 1],
        &[0, 3, 0, 4, 2],
    ];
    // One byte, and the number of the second child.
    let none = [&[20, 0, 2, 0, 0, 0, 0][..], &entries, b"z", &[1, 7], b"rest"];
    vec![all.concat(), none.concat()]
}

#[test]
fn an_absent_list_keeps_all_rules() {
    for file in files() {
        let value = Absent::from_slice(&file).unwrap();
        assert_eq!(Absent::validate(&file, Mode::Strict).findings(), []);
        assert_eq!(value.to_vec().unwrap(), file);
    }
    let mut value = Absent::from_slice(&files()[0]).unwrap();
    value.more.as_mut().unwrap()[1].kind = 9;
    value.numbers.as_mut().unwrap()[1] = 9;
    let file = value.to_vec().unwrap();
    let report = Absent::validate(&file, Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|finding| finding.path.to_string()).collect();
    assert_eq!(found, ["flags", "more[1]", "numbers[1]"], "{:?}", report.findings());
}
