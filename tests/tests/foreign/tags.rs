//! Cases that begin with a tag of their own.

use bpx_schema::structure;

/// Chunks up to the one that ends the file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Chunks {
    pub version: u8,
    #[br(until_bytes = b"\x3B", args(version))]
    pub chunks: Vec<Chunk>,
    pub end: Trailer,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(version: u8))]
pub enum Chunk {
    #[br(magic = b"HEAD")]
    Head { width: u16, height: u16 },
    #[br(magic = 0x21F9u16)]
    Control(u8),
    #[br(magic = b"DATA", pre_assert(version == 1))]
    Old {
        #[br(temp)]
        #[bw(calc = data.len())]
        len: u8,
        #[br(count = len)]
        data: Vec<u8>,
    },
    #[br(magic = b"DATA", pre_assert(version == 2))]
    New {
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
    },
    #[br(magic = 7u8)]
    Empty,
    /// A tag that nobody declared, and its data.
    Other {
        tag: [u8; 4],
        #[br(temp)]
        #[bw(calc = data.len())]
        len: u8,
        #[br(count = len)]
        data: Vec<u8>,
    },
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Part {
    pub len: u8,
    #[br(count = len)]
    pub bytes: Vec<u8>,
}

/// No case takes what is left.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub enum Trailer {
    #[br(magic = 0x0201u16)]
    Short,
    #[br(magic = b"LONG")]
    Long(u32),
}

/// Of version 1 or 2.
pub fn chunks(version: u8) -> Vec<u8> {
    let data: &[u8] = if version == 1 { b"DATA\x02ab" } else { b"DATA\x02ab\x01c\0" };
    let end: &[u8] = if version == 1 { &[1, 2] } else { b"LONG\x05\0\0\0" };
    [&[version][..], b"HEAD\x01\x02\0\x09", &[0x21, 0xF9, 3], data, &[7], b"none\x03xyz", b";", end].concat()
}
