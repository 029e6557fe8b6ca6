//! Lists that end with an element or before bytes, and structures that hold their own kind.

use bpx_schema::codec::CText;
use bpx_schema::{Record, structure};

/// Each list ends in another way.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Lists {
    pub limit: u8,
    #[br(until = entry.kind == 0 && entry.size > 1 || index == limit)]
    pub marks: Vec<Mark>,
    #[br(until_bytes = b"\xFF")]
    pub bytes: Vec<u8>,
    #[br(until = entry.kind == 0)]
    pub members: Vec<Member>,
    #[br(until = entry >= 0x8000 || index == 3)]
    pub words: Vec<u16>,
    #[br(until = entry == "end")]
    pub texts: Vec<CText>,
    #[br(count = 2, args(index, limit))]
    pub numbered: Vec<Numbered>,
    #[br(until_excluding = entry == -2)]
    pub signed: Vec<i16>,
    #[br(until_bytes = b"\xFF\xFE")]
    pub run: Vec<u8>,
    #[br(until = entry & 0x80 != 0)]
    pub varint: Vec<u8>,
    #[br(until_bytes = b"\0")]
    pub entries: Vec<Member>,
    #[br(until_bytes = b".")]
    pub lines: Vec<CText>,
    #[br(args(index), until = entry.odd.len() == 1)]
    pub last: Vec<Counted>,
    #[br(if(limit == 2), until_bytes = b"\x01\x02")]
    pub optional: Option<Vec<u32>>,
    #[br(temp)]
    #[bw(calc = members.len() + run.len())]
    total: u8,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(big)]
pub struct Mark {
    #[schema(range(0..=9))]
    pub kind: u8,
    pub size: u16,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Member {
    pub kind: u8,
    #[br(if(kind != 0))]
    pub name: Option<CText>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(number: u8, limit: u8))]
pub struct Numbered {
    #[br(if(number < limit))]
    pub small: Option<u8>,
    #[br(if(number > 0))]
    pub large: Option<u16>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(number: u8))]
pub struct Counted {
    pub len: u8,
    #[br(count = len + number)]
    pub odd: Vec<u8>,
}

/// Holds itself in a box and in a list.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Link {
    #[schema(range(1..=9))]
    pub value: u8,
    #[br(if(value % 2 == 1))]
    pub next: Option<Box<Link>>,
    #[br(until_bytes = b"\xEE")]
    pub others: Vec<Link>,
}

/// A list of each kind, and the limit of the first.
pub fn lists(limit: u8) -> Vec<u8> {
    let marks: &[u8] = if limit == 2 { &[3, 0, 1, 0, 0, 1, 5, 0, 2] } else { &[0, 0, 2] };
    let optional: &[u8] = if limit == 2 { &[0, 0, 0, 7, 1, 2] } else { &[] };
    let rest = [
        &b"abc\xFF"[..],
        &b"\x05x\0\x01\0\0"[..],
        &[0, 1, 0, 2, 0x80, 0],
        b"one\0\0end\0",
        if limit == 2 { &[7, 8, 0, 9] } else { &[7, 0, 9] },
        &[0xFF, 0xFF, 0, 1, 0xFF, 0xFE],
        &[1, 0xFF, 2, 0xFF, 0xFE],
        &[1, 2, 0x83],
        b"\x01a\0\x02\0\0",
        b"x\0yz\0.",
        // The second one has a byte more than it says.
        &[2, 7, 8, 0, 9],
        optional,
    ];
    [&[limit], marks, &rest.concat(), &[3 + 3]].concat()
}

pub fn link() -> Vec<u8> {
    vec![1, 3, 2, 0xEE, 4, 0xEE, 0xEE, 5, 8, 0xEE, 0xEE, 0xEE]
}
