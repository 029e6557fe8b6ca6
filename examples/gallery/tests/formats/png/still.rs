//! PNG before animations: their chunks are of kinds that nobody knows.

use bpx_schema::codec::FourCc;
use bpx_schema::structure;
use gallery::png::{Body, First, Lines, Passes};

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big, magic = b"\x89PNG\r\n\x1A\n")]
pub struct Png {
    pub start: First,
    #[br(until = entry.kind == b"IEND", args(start.header.color, start.header.depth))]
    pub chunks: Vec<Chunk>,
    #[br(
        if(start.header.interlace == 0),
        args(
            start.header.width,
            start.header.height,
            start.header.depth * (1 + (start.header.color & 2) * (1 - (start.header.color & 1)) + start.header.color / 4)
        )
    )]
    #[schema(region(joined(chunks, if entry.kind == b"IDAT" { entry.data } else { b"" }), transform(zlib)))]
    pub lines: Option<Lines>,
    #[br(
        if(start.header.interlace != 0),
        args(
            start.header.width,
            start.header.height,
            start.header.depth * (1 + (start.header.color & 2) * (1 - (start.header.color & 1)) + start.header.color / 4)
        )
    )]
    #[schema(region(joined(chunks, if entry.kind == b"IDAT" { entry.data } else { b"" }), transform(zlib)))]
    pub passes: Option<Passes>,
}

/// A chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(color: u8, depth: u8))]
#[schema(sum(crc32, over(kind, body), stored = crc))]
pub struct Chunk {
    length: u32,
    pub kind: FourCc,
    #[br(count = if kind == b"IDAT" { length } else { 0 })]
    pub data: Vec<u8>,
    #[br(if(kind != b"IDAT"))]
    #[br(args(int(kind), color, depth))]
    #[schema(region(size = length))]
    pub body: Option<Body>,
    crc: u32,
}
