use super::{Body, Kind, SharedZstd};
use bpx_schema::codec::Uleb;
use bpx_schema::structure;

const FAT: u8 = Kind::Fat as u8;
const FAT_ZST: u8 = Kind::FatZst as u8;
const SLIM: u8 = Kind::Slim as u8;
const SLIM_ZST: u8 = Kind::SlimZst as u8;
const SLIM_ZST_DICT: u8 = Kind::SlimZstDict as u8;
/// The kind whose block records also state the number of the first parameter.
pub(super) const FAT_DEDUP: u8 = Kind::FatDedup as u8;

/// A file, with its kind and its body as stored.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    name = "File",
    spec = "Kinds of BLK files",
    assert(
        kind >= FAT && kind <= FAT_DEDUP,
        class = UnknownTag,
        text = "expected a kind of BLK file from 1 to 6, found {kind:#x}",
        on = kind,
        code = "blk.kind",
        spec = "Kinds of BLK files"
    )
)]
pub struct File {
    /// Kind, which decides how the body is stored.
    #[schema(codes = Kind, spec = "Kinds of BLK files")]
    pub kind: u8,
    /// The body, when it is not compressed.
    #[br(if(kind == FAT || kind == SLIM || kind == FAT_DEDUP), args(kind))]
    pub body: Option<Body>,
    /// The compressed body, after its size.
    #[br(if(kind == FAT_ZST))]
    pub sized: Option<SizedFrame>,
    /// The compressed body, up to the end of the file.
    #[br(if(kind == SLIM_ZST || kind == SLIM_ZST_DICT), args(kind))]
    pub frame: Option<Frame>,
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
    #[br(args(FAT_ZST))]
    #[schema(region(size = size_low | size_high << 16, transform(zstd)))]
    pub content: Inner,
    /// Bytes after the frame; signed files have 256 such bytes.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// A frame of ZSTD up to the end of the file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(file: u8))]
#[schema(spec = "Kinds of BLK files")]
pub struct Frame {
    /// The frame, which holds a body.
    #[br(args(file))]
    #[schema(region(transform(zstd if file == SLIM_ZST, SharedZstd)))]
    pub content: Inner,
}

/// The content of a frame.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(file: u8))]
#[schema(
    name = "Content",
    spec = "Kinds of BLK files",
    assert(
        kind == FAT,
        class = UnknownTag,
        text = "expected a file of kind FAT, found {kind:#x}",
        on = kind,
        code = "blk.inner-kind",
        spec = "Kinds of BLK files"
    )
)]
pub struct Inner {
    /// The kind of the inner file, which is FAT; only FAT_ZST files have this field.
    #[br(if(file == FAT_ZST, 1))]
    pub kind: u8,
    /// The body.
    #[br(args(kind))]
    pub body: Body,
}

/// A file of shared names (extension `nm`), to which several files of a SLIM kind refer.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(name = "NameMapFile", spec = "Name Map")]
pub struct NameMapFile {
    /// Digest of the names; the engine uses it as the key of a cache and does not check it.
    pub names_digest: [u8; 8],
    /// Digest of the dictionary for the same files, or zeros.
    pub dictionary_digest: [u8; 32],
    /// The names, as a frame of ZSTD.
    #[schema(region(transform(zstd)))]
    pub content: NameList,
}

impl NameMapFile {
    /// Offset of the frame in bytes, which is the end of the digests.
    pub(super) const FRAME_AT: usize = Self::DICTIONARY_DIGEST.offset() as usize + 32;
}

/// The content of a name map.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(
    spec = "Name Map",
    assert(
        count(names, entry == 0) == name_count && (names.len() == 0 || names[names.len() - 1] == 0),
        class = CountMismatch,
        text = "expected {name_count} names, found {count(names, entry == 0)}",
        on = names,
        code = "blk.name-map.count"
    )
)]
pub struct NameList {
    /// Number of names.
    pub name_count: Uleb<u32>,
    /// Size of all names in bytes.
    pub names_size: Uleb<u32>,
    /// The names, each with a NUL.
    #[br(count = names_size)]
    pub names: Vec<u8>,
    /// Bytes after the names, which a valid file does not have.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}
