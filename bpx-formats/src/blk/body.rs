use super::ParamType;
use super::file::FAT_DEDUP;
use super::param::NAME_TAG;
use bpx_schema::codec::Uleb;
use bpx_schema::{Record, structure};

const STRING: u8 = ParamType::String as u8;
const INT: u8 = ParamType::Int as u8;
const FLOAT: u8 = ParamType::Float as u8;
const FLOAT2: u8 = ParamType::Float2 as u8;
const FLOAT4: u8 = ParamType::Float4 as u8;
const INT2: u8 = ParamType::Int2 as u8;
const BOOL: u8 = ParamType::Bool as u8;
const COLOR: u8 = ParamType::Color as u8;
const MATRIX: u8 = ParamType::Matrix as u8;
const LONG: u8 = ParamType::Long as u8;
const INT4: u8 = ParamType::Int4 as u8;

/// The body of a file: names, values and blocks.
///
/// Counts are stored with a variable length, and keep the length that they have in the file. The writer rejects a count
/// that differs from the number of elements.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
#[schema(
    spec = "File layout",
    each(
        params,
        assert(
            if entry.key.kind == STRING {
                entry.value >= NAME_TAG || entry.value < payload.len()
            } else if entry.key.kind == 0 || entry.key.kind > INT4 {
                true
            } else if entry.key.kind == INT || entry.key.kind == FLOAT || entry.key.kind == BOOL || entry.key.kind == COLOR {
                true
            } else if entry.key.kind == FLOAT2 || entry.key.kind == INT2 || entry.key.kind == LONG {
                entry.value + 8 <= payload.len()
            } else if entry.key.kind == FLOAT4 || entry.key.kind == INT4 {
                entry.value + 16 <= payload.len()
            } else if entry.key.kind == MATRIX {
                entry.value + 48 <= payload.len()
            } else {
                entry.value + 12 <= payload.len()
            },
            class = OutOfBounds,
            text = "the value at offset {entry.value} is outside of the payload of {payload.len()} bytes",
            on = value,
            code = "blk.param.offset",
            spec = "Inlining"
        )
    ),
    each(
        blocks,
        assert(
            kind == FAT_DEDUP || before.param_count + entry.param_count <= params.len(),
            class = OutOfBounds,
            text = "expected parameters from 0 to {params.len()} (exclusive), found parameters from \
                {before.param_count} to {before.param_count + entry.param_count}",
            on = param_count,
            code = "blk.block.params",
            spec = "Nesting map"
        ),
        assert(
            kind != FAT_DEDUP || entry.param_count == 0 || entry.first_param + entry.param_count <= params.len(),
            class = OutOfBounds,
            text = "expected parameters from 0 to {params.len()} (exclusive), found parameters from \
                {entry.first_param} to {entry.first_param + entry.param_count}",
            on = param_count,
            code = "blk.block.params",
            spec = "Nesting map"
        ),
        assert(
            entry.child_count == 0 || entry.first_child + entry.child_count <= blocks.len(),
            class = OutOfBounds,
            text = "expected blocks from 0 to {blocks.len()} (exclusive), found blocks from {entry.first_child} to \
                {entry.first_child + entry.child_count}",
            code = "blk.block.children",
            spec = "Nesting map"
        )
    ),
    assert(
        blocks.len() != 0,
        class = Missing,
        text = "expected a root block, found none",
        on = blocks,
        code = "blk.blocks.none",
        spec = "Block count"
    ),
    assert(
        blocks.len() == 0
            || (if kind == FAT_DEDUP {
                params.len() == 0
                    || count(blocks, entry.param_count > 0 && entry.first_param + entry.param_count >= params.len()) != 0
            } else {
                sum(blocks.param_count) >= params.len()
            }),
        class = CountMismatch,
        text = "the last of {params.len()} parameters belongs to no block",
        on = params,
        code = "blk.params.unclaimed",
        spec = "Nesting map",
        lenient = "I-102"
    ),
    assert(
        rest.len() == 0,
        class = TrailingBytes,
        text = "{rest.len()} bytes follow the body",
        on = rest,
        code = "blk.rest",
        spec = "File layout",
        lenient = "I-103"
    )
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
        tree(
            first = first_child,
            count = child_count,
            code = "blk.block.cycle",
            parents(code = "blk.block.parents"),
            orphan(code = "blk.block.orphan"),
            depth(code = "blk.block.depth")
        )
    )]
    pub blocks: Vec<Block>,
    /// Bytes after the blocks, which the engine ignores.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// The beginning of a body.
#[structure]
#[derive(Debug, Clone, PartialEq)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
#[br(import(stated: u32))]
#[schema(
    spec = "Name Map",
    assert(
        count(bytes, entry == 0) >= stated || bytes.len() != 0 && bytes[bytes.len() - 1] != 0,
        class = CountMismatch,
        text = "expected {stated} names, found {count(bytes, entry == 0)}",
        on = position,
        code = "blk.names.count"
    ),
    assert(
        count(bytes, entry == 0) >= stated || bytes.len() == 0 || bytes[bytes.len() - 1] == 0,
        class = Unterminated,
        text = "expected {stated} names that each end with a NUL, found {count(bytes, entry == 0)}, and bytes \
            without a NUL",
        on = position,
        code = "blk.names.unterminated"
    ),
    assert(
        count(bytes, entry == 0) < stated
            || count(bytes, entry == 0) == stated && (bytes.len() == 0 || bytes[bytes.len() - 1] == 0),
        class = CountMismatch,
        text = "bytes follow the {stated} stated names",
        on = position,
        code = "blk.names.rest",
        lenient = "I-101"
    )
)]
pub struct Names {
    /// Size of all names in bytes.
    pub names_size: Uleb<u32>,
    /// The names in any encoding, each followed by a NUL.
    #[br(count = names_size)]
    pub bytes: Vec<u8>,
}

/// Name and type of a parameter.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[schema(bits = 32, spec = "Field map")]
pub struct ParamKey {
    /// Number of the name, from 0: shared names first, then the names of the file.
    pub name: B24,
    /// Type of the value.
    #[schema(codes = ParamType, known, code = "blk.param.type", spec = "Types")]
    pub kind: B8,
}

/// One parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[brw(little)]
#[schema(
    size = 8,
    spec = "Field map",
    assert(
        key.kind != BOOL || value <= 1,
        class = OutOfRange,
        text = "expected 0 or 1, found {value:#x}",
        on = value,
        code = "blk.param.bool",
        spec = "Types",
        lenient = "I-106"
    )
)]
pub struct Param {
    /// Name and type of the parameter.
    pub key: ParamKey,
    /// The value itself, or its offset in the payload in bytes. When the highest bit of the value of a string is set,
    /// the other bits are the number of a name.
    #[schema(spec = "Inlining")]
    pub value: u32,
}

/// One block.
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[br(import(kind: u8))]
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
    #[br(if(kind == FAT_DEDUP && param_count > 0, 0))]
    pub first_param: Uleb<u32>,
}
