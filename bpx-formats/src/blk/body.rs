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

/// Names, values and blocks.
///
/// Counts are numbers of variable length, which remember how long they were written; one that is not the number of
/// elements cannot be written.
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
            text = "the value at offset {entry.value} does not lie in the payload of {payload.len()} bytes",
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
            text = "parameters {before.param_count} to {before.param_count + entry.param_count} of {params.len()}",
            on = param_count,
            code = "blk.block.params",
            spec = "Nesting map"
        ),
        assert(
            kind != FAT_DEDUP || entry.param_count == 0 || entry.first_param + entry.param_count <= params.len(),
            class = OutOfBounds,
            text = "parameters {entry.first_param} to {entry.first_param + entry.param_count} of {params.len()}",
            on = param_count,
            code = "blk.block.params",
            spec = "Nesting map"
        ),
        assert(
            entry.child_count == 0 || entry.first_child + entry.child_count <= blocks.len(),
            class = OutOfBounds,
            text = "blocks {entry.first_child} to {entry.first_child + entry.child_count} of {blocks.len()}",
            code = "blk.block.children",
            spec = "Nesting map"
        )
    ),
    assert(
        blocks.len() != 0,
        class = Missing,
        text = "there is no root",
        on = blocks,
        code = "blk.blocks.none",
        spec = "Block count"
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
    /// How much of everything there is, and the names.
    #[schema(spec = "File layout")]
    pub head: Head,
    /// Values that do not fit into a record of a parameter, at any offset.
    #[br(count = head.payload_size)]
    #[schema(spec = "Inlining")]
    pub payload: Vec<u8>,
    /// Parameters, those of a block one after the other.
    #[br(count = head.param_count)]
    #[schema(spec = "Field map")]
    pub params: Vec<Param>,
    /// Blocks; the root is the first.
    #[br(count = head.block_count, args(kind))]
    #[schema(spec = "Nesting map")]
    pub blocks: Vec<Block>,
    /// The engine does not look at what follows.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// What a body begins with.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(spec = "File layout")]
pub struct Head {
    /// Number of names of the file's own.
    #[schema(spec = "Name Map")]
    pub name_count: Uleb<u32>,
    /// The names; without any, not even their size is there.
    #[br(if(name_count > 0), args(name_count))]
    #[schema(spec = "Name Map")]
    pub names: Option<Names>,
    /// Number of blocks, the root too.
    #[schema(spec = "Block count")]
    pub block_count: Uleb<u32>,
    /// Number of parameters of all blocks.
    #[schema(spec = "Field map")]
    pub param_count: Uleb<u32>,
    /// Size of the payload in bytes.
    #[schema(spec = "Field map")]
    pub payload_size: Uleb<u32>,
}

/// Names of a file's own.
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[br(import(stated: u32))]
#[schema(
    spec = "Name Map",
    assert(
        count(bytes, entry == 0) >= stated || bytes.len() != 0 && bytes[bytes.len() - 1] != 0,
        class = CountMismatch,
        text = "{stated} names are stated, {count(bytes, entry == 0)} are there",
        on = position,
        code = "blk.names.count"
    )
)]
pub struct Names {
    /// Size of all names in bytes.
    pub names_size: Uleb<u32>,
    /// The names, each with a NUL; in any encoding.
    #[br(count = names_size)]
    pub bytes: Vec<u8>,
}

/// Name and type of a parameter.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(bits = 32, spec = "Field map")]
pub struct ParamKey {
    /// Number of the name, from 0: shared names first, then those of the file's own.
    pub name: B24,
    /// Type of the value.
    #[schema(codes = ParamType, known, code = "blk.param.type", spec = "Types")]
    pub kind: B8,
}

/// One parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(
    size = 8,
    spec = "Field map",
    assert(
        key.kind != BOOL || value <= 1,
        class = OutOfRange,
        text = "{value:#x} is neither 0 nor 1",
        on = value,
        code = "blk.param.bool",
        spec = "Types",
        lenient = "I-106"
    )
)]
pub struct Param {
    /// Name and type.
    pub key: ParamKey,
    /// The value itself, or its offset in the payload in bytes; of a string with the highest bit, the number of a
    /// name in the other bits.
    #[schema(spec = "Inlining")]
    pub value: u32,
}

/// One block.
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[br(import(kind: u8))]
#[schema(spec = "Nesting map")]
pub struct Block {
    /// 0 without a name, else the number of the name plus 1.
    pub name: Uleb<u32>,
    /// Number of its parameters.
    pub param_count: Uleb<u16>,
    /// Number of the blocks in it.
    pub child_count: Uleb<u16>,
    /// The first of them; the others follow it.
    #[br(if(child_count > 0, 0))]
    pub first_child: Uleb<u32>,
    /// The first of its parameters, where blocks may share them; else they follow those of the block before.
    #[br(if(kind == FAT_DEDUP && param_count > 0, 0))]
    pub first_param: Uleb<u32>,
}
