//! Generated from the schema of `blk`.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::codec::Uleb;
use bpx_schema::{Record, structure};

/// The kind of a file, which the first byte states, and which decides how the file stores its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Kinds of BLK files")]
pub enum Kind {
    /// A body with all of its names.
    FAT = 1,
    /// A compressed body with all of its names; bytes may follow.
    #[schema(name = "FAT_ZST")]
    FatZst = 2,
    /// A body whose names are in a name map that several files share.
    SLIM = 3,
    /// A compressed body whose names are in a name map that several files share.
    #[schema(name = "SLIM_ZST")]
    SlimZst = 4,
    /// A body that is compressed with a dictionary that several files share; the names are in a shared name map.
    #[schema(name = "SLIM_ZST_DICT")]
    SlimZstDict = 5,
    /// A body with all of its names, whose blocks may share parameters.
    #[schema(name = "FAT_DEDUP")]
    FatDedup = 6,
}

/// Type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Types")]
pub enum ParamType {
    /// Bytes without a NUL, usually a text.
    #[schema(name = "t")]
    T = 1,
    /// A signed 32-bit integer.
    #[schema(name = "i")]
    I = 2,
    /// A 32-bit IEEE 754 float.
    #[schema(name = "r")]
    R = 3,
    /// Two floats.
    #[schema(name = "p2")]
    P2 = 4,
    /// Three floats.
    #[schema(name = "p3")]
    P3 = 5,
    /// Four floats.
    #[schema(name = "p4")]
    P4 = 6,
    /// Two integers.
    #[schema(name = "ip2")]
    Ip2 = 7,
    /// Three integers.
    #[schema(name = "ip3")]
    Ip3 = 8,
    /// A truth value, which is true if the lowest byte is not 0.
    #[schema(name = "b")]
    B = 9,
    /// Blue, green, red, alpha, each one byte.
    #[schema(name = "c")]
    C = 10,
    /// A matrix with four columns of three floats.
    #[schema(name = "m")]
    M = 11,
    /// A signed 64-bit integer.
    #[schema(name = "i64")]
    I64 = 12,
    /// Four integers.
    #[schema(name = "ip4")]
    Ip4 = 13,
}

/// One block.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u64))]
#[schema(spec = "Nesting map")]
pub struct Block {
    /// The number of the name plus 1, or 0 for a block without a name.
    pub name: Uleb<u32>,
    /// Number of parameters of the block.
    pub param_count: Uleb<u16>,
    /// Number of child blocks.
    pub child_count: Uleb<u16>,
    /// Number of the first child block; the other child blocks follow.
    #[br(if(child_count > 0, 0))]
    pub first_child: Uleb<u32>,
    /// Number of the first parameter of the block, in kinds of files whose blocks can share parameters. In other kinds,
    /// the parameters of a block follow the parameters of the block before.
    #[br(if((kind == 6) && (param_count > 0), 0))]
    pub first_param: Uleb<u32>,
}

/// The body of a file: names, values and blocks.
///
/// Counts are stored with a variable length, and keep the length that they have in the file. The writer rejects a count
/// that differs from the number of elements.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u64))]
#[schema(
    spec = "File layout",
    each(params, assert(if entry.key.kind == 1 { (entry.value >= 2147483648) || (entry.value < payload.len()) } else { if (entry.key.kind == 0) || (entry.key.kind > 13) { true } else { if (((entry.key.kind == 2) || (entry.key.kind == 3)) || (entry.key.kind == 9)) || (entry.key.kind == 10) { true } else { if ((entry.key.kind == 4) || (entry.key.kind == 7)) || (entry.key.kind == 12) { (entry.value + 8) <= payload.len() } else { if (entry.key.kind == 6) || (entry.key.kind == 13) { (entry.value + 16) <= payload.len() } else { if entry.key.kind == 11 { (entry.value + 48) <= payload.len() } else { (entry.value + 12) <= payload.len() } } } } } }, class = OutOfBounds, text = "the value at offset {entry.value} is outside of the payload of {payload.len()} bytes", on = value, code = "blk.param.offset", spec = "Inlining")),
    each(blocks, assert((kind == 6) || ((before.param_count + entry.param_count) <= params.len()), class = OutOfBounds, text = "expected parameters from 0 to {params.len()} (exclusive), found parameters from {before.param_count} to {before.param_count + entry.param_count}", on = param_count, code = "blk.block.params", spec = "Nesting map")),
    each(blocks, assert(((kind != 6) || (entry.param_count == 0)) || ((entry.first_param + entry.param_count) <= params.len()), class = OutOfBounds, text = "expected parameters from 0 to {params.len()} (exclusive), found parameters from {entry.first_param} to {entry.first_param + entry.param_count}", on = param_count, code = "blk.block.params", spec = "Nesting map")),
    each(blocks, assert((entry.child_count == 0) || ((entry.first_child + entry.child_count) <= blocks.len()), class = OutOfBounds, text = "expected blocks from 0 to {blocks.len()} (exclusive), found blocks from {entry.first_child} to {entry.first_child + entry.child_count}", code = "blk.block.children", spec = "Nesting map")),
    assert(blocks.len() != 0, class = Missing, text = "expected a root block, found none", on = blocks, code = "blk.blocks.none", spec = "Block count"),
    assert((blocks.len() == 0) || (if kind == 6 { (params.len() == 0) || (count(blocks, (entry.param_count > 0) && ((entry.first_param + entry.param_count) >= params.len())) != 0) } else { sum(blocks.param_count) >= params.len() }), class = CountMismatch, text = "the last of {params.len()} parameters belongs to no block", on = params, code = "blk.params.unclaimed", spec = "Nesting map", lenient = "I-102"),
    assert(rest.len() == 0, class = TrailingBytes, text = "{rest.len()} bytes follow the body", on = rest, code = "blk.rest", lenient = "I-103")
)]
pub struct Body {
    /// The counts of names, blocks and parameters, the size of the payload, and the names.
    #[schema(spec = "File layout")]
    pub head: Head,
    /// Strings, and values of more than the 4 bytes of a parameter record, without alignment.
    #[br(count = head.payload_size)]
    #[schema(spec = "Inlining")]
    pub payload: Vec<u8>,
    /// Parameters; the parameters of one block are adjacent.
    #[br(count = head.param_count)]
    #[schema(spec = "Field map")]
    pub params: Vec<Param>,
    /// Blocks; the root is the first.
    #[br(count = head.block_count, args(kind))]
    #[schema(
        spec = "Nesting map",
        tree(code = "blk.block.cycle", spec = "Nesting map", first = first_child, count = child_count, parents(code = "blk.block.parents", spec = "Nesting map"), orphan(code = "blk.block.orphan", spec = "Nesting map"), depth(code = "blk.block.depth", spec = "Nesting map"))
    )]
    pub blocks: Vec<Block>,
    /// Bytes after the blocks, which the engine ignores.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// The content of a frame.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(file: u64))]
#[schema(
    spec = "Kinds of BLK files",
    assert(kind == 1, class = UnknownTag, text = "expected a file of kind FAT, found {kind:#x}", on = kind, code = "blk.inner-kind")
)]
pub struct Content {
    /// The kind of the inner file, which is FAT; only FAT_ZST files have this field.
    #[br(if(file == 2, 1))]
    pub kind: u8,
    /// The body.
    #[br(args(kind))]
    pub body: Body,
}

/// A file, with its kind and its body as stored.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "Kinds of BLK files",
    assert((kind >= 1) && (kind <= 6), class = UnknownTag, text = "expected a kind of BLK file from 1 to 6, found {kind:#x}", on = kind, code = "blk.kind")
)]
pub struct File {
    /// Kind, which decides how the body is stored.
    #[schema(spec = "Kinds of BLK files", codes = Kind)]
    pub kind: u8,
    /// The body, when it is not compressed.
    #[br(if(((kind == 1) || (kind == 3)) || (kind == 6)), args(kind))]
    pub body: Option<Body>,
    /// The compressed body, after its size.
    #[br(if(kind == 2))]
    pub sized: Option<SizedFrame>,
    /// The compressed body, up to the end of the file.
    #[br(if((kind == 4) || (kind == 5)), args(kind))]
    pub frame: Option<Frame>,
}

// TODO: `blk-zstd-dictionary` is not built in: `super::BlkZstdDictionary` must implement `Transform`
/// A frame of ZSTD up to the end of the file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(file: u64))]
#[schema(spec = "Kinds of BLK files")]
pub struct Frame {
    /// The frame, which holds a body.
    #[br(args(file))]
    #[schema(region(transform(zstd if file == 4, super::BlkZstdDictionary)))]
    pub content: Content,
}

/// The beginning of a body.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "File layout")]
pub struct Head {
    /// Number of names that the file itself holds.
    #[schema(spec = "Name Map")]
    pub name_count: Uleb<u32>,
    /// The names and their size; absent when there are no names.
    #[br(if(name_count > 0), args(name_count))]
    #[schema(spec = "Name Map")]
    pub names: Option<Names>,
    /// Number of blocks, including the root.
    #[schema(spec = "Block count")]
    pub block_count: Uleb<u32>,
    /// Number of parameters of all blocks.
    #[schema(spec = "Field map")]
    pub param_count: Uleb<u32>,
    /// Size of the payload in bytes.
    #[schema(spec = "Field map")]
    pub payload_size: Uleb<u32>,
}

/// The names that a file itself holds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(stated: u64))]
#[schema(
    spec = "Name Map",
    assert((count(bytes, entry == 0) >= stated) || ((bytes.len() != 0) && (bytes[bytes.len() - 1] != 0)), class = CountMismatch, text = "expected {stated} names, found {count(bytes, entry == 0)}", on = position, code = "blk.names.count"),
    assert(((count(bytes, entry == 0) >= stated) || (bytes.len() == 0)) || (bytes[bytes.len() - 1] == 0), class = Unterminated, text = "expected {stated} names that each end with a NUL, found {count(bytes, entry == 0)}, and bytes without a NUL", on = position, code = "blk.names.unterminated"),
    assert((count(bytes, entry == 0) < stated) || ((count(bytes, entry == 0) == stated) && ((bytes.len() == 0) || (bytes[bytes.len() - 1] == 0))), class = CountMismatch, text = "bytes follow the {stated} stated names", on = position, code = "blk.names.rest", lenient = "I-101")
)]
pub struct Names {
    /// Size of all names in bytes.
    pub names_size: Uleb<u32>,
    /// The names in any encoding, each followed by a NUL.
    #[br(count = names_size)]
    pub bytes: Vec<u8>,
}

/// One parameter.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(
    spec = "Field map",
    assert((key.kind != 9) || (value <= 1), class = OutOfRange, text = "expected 0 or 1, found {value:#x}", on = value, code = "blk.param.bool", spec = "Types", lenient = "I-106"),
    size = 8
)]
pub struct Param {
    /// Name and type of the parameter.
    pub key: ParamKey,
    /// The value itself, or its offset in the payload in bytes. When the highest bit of the value of a string is set,
    /// the other bits are the number of a name.
    #[schema(spec = "Inlining")]
    pub value: u32,
}

/// Name and type of a parameter.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(little)]
#[schema(spec = "Field map", bits = 32)]
pub struct ParamKey {
    /// Number of the name, from 0: shared names first, then the names of the file.
    pub name: B24,
    /// Type of the value.
    #[schema(spec = "Types", codes = ParamType, known, code = "blk.param.type")]
    pub kind: B8,
}

/// A frame of ZSTD after its size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "Kinds of BLK files")]
pub struct SizedFrame {
    /// The lower 16 bits of the size of the frame, in bytes.
    pub size_low: u16,
    /// The upper 8 bits of the size of the frame.
    pub size_high: u8,
    /// The frame, which holds a FAT file (the kind, then the body).
    #[br(args(2))]
    #[schema(region(size = size_low | (size_high << 16), transform(zstd)))]
    pub content: Content,
    /// Bytes after the frame; signed files have 256 such bytes.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}
