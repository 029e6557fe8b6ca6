use super::ParamType;
use super::file::FAT_DEDUP;
use bpx_schema::codec::Uleb;
use bpx_schema::{Record, structure};

/// Names, values and blocks.
///
/// Counts are numbers of variable length, which remember how long they were written; one that is not the number of
/// elements cannot be written.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
#[schema(spec = "File layout")]
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
    #[br(if(name_count > 0))]
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
#[schema(spec = "Name Map")]
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
#[schema(size = 8, spec = "Field map")]
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
    #[br(if(child_count > 0))]
    pub first_child: Option<Uleb<u32>>,
    /// The first of its parameters, where blocks may share them; else they follow those of the block before.
    #[br(if(kind == FAT_DEDUP && param_count > 0))]
    pub first_param: Option<Uleb<u32>>,
}
