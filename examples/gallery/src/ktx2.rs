//! KTX2, textures of Khronos.
//!
//! The index of levels begins with the largest one, and the levels themselves begin with the smallest one: `reverse`. Each
//! begins at a multiple of what the texels need: `align` is an expression, here over the description of the data. All levels
//! are compressed alike, as the header says: zstd and zlib are transforms, so that a reader gets the content, and a writer
//! sets both sizes.
//!
//! Key/value data and the global data of a compression have a size in the index. A region whose size is stated has an element
//! that describes it, so that this part of the index is declared as a list of one element.

use crate::content;
use bpx_schema::codec::{CText, Regions};
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::{Codec, Record, Result, structure};

/// Levels of transcodable blocks, with global data: no transform that anybody could undo level by level.
pub const BASIS_LZ: u32 = 1;
/// Levels in zstd.
pub const ZSTD: u32 = 2;
/// Levels in zlib.
pub const ZLIB: u32 = 3;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Ktx2 {
    /// What the texture is.
    pub header: Header,
    /// Where key/value data and global data lie: one element.
    #[br(count = 1)]
    pub index: Vec<Index>,
    /// One entry for each level, the largest first. A file without levels leaves them to be made, and has one.
    #[br(count = if header.level_count == 0 { 1 } else { header.level_count })]
    pub levels: Vec<Level>,
    /// How texels are made of bits.
    #[br(args(header.description_size))]
    #[schema(region(at = header.description_offset, place(align = 4)))]
    pub description: Description,
    /// Texts about the texture.
    #[schema(region(
        each = index,
        at = entry.pairs_offset,
        size = entry.pairs_size,
        place(align = 4),
        set(entry.pairs_offset = if region.stored_size == 0 { 0 } else { region.offset })
    ))]
    pub pairs: Regions<Pairs>,
    /// What all levels have in common, of some compressions.
    #[schema(region(
        each = index,
        at = entry.global_offset,
        size = entry.global_size,
        place(align = 8),
        set(entry.global_offset = if region.stored_size == 0 { 0 } else { region.offset })
    ))]
    pub global: Regions<Data>,
    /// The levels, the smallest first. Plain ones begin at a common multiple of 4 and of the size of a block of texels.
    #[schema(region(
        each = levels,
        at = entry.offset,
        size = entry.stored_size,
        content_size = if header.compression == BASIS_LZ { entry.stored_size } else { entry.content_size },
        transform(zstd if header.compression == ZSTD, zlib if header.compression == ZLIB),
        place(
            reverse,
            align = if header.compression != 0 || description.block_size == 0 { 1 }
                else if description.block_size % 4 == 0 { description.block_size }
                else if description.block_size % 2 == 0 { description.block_size * 2 }
                else { description.block_size * 4 }
        ),
        set(entry.content_size = if header.compression == BASIS_LZ { 0 } else { region.content_size })
    ))]
    pub data: Regions<Data>,
}

/// The header, and the first two numbers of the index.
#[derive(Debug, Clone, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 56)]
pub struct Header {
    /// Always the same twelve bytes.
    #[schema(magic = b"\xABKTX 20\xBB\r\n\x1A\n")]
    pub identifier: [u8; 12],
    /// Number of the format in Vulkan, or 0.
    pub vulkan_format: u32,
    /// Bytes that are swapped for another byte order.
    pub type_size: u32,
    /// In pixels.
    #[schema(range(1..=4294967295))]
    pub width: u32,
    /// In pixels, or 0 for textures of one dimension.
    pub height: u32,
    /// In pixels, or 0 for textures of fewer dimensions.
    pub depth: u32,
    /// Number of layers, or 0 for a texture that is no array.
    pub layer_count: u32,
    /// 6 for a cube, else 1.
    #[schema(one_of(1, 6))]
    pub face_count: u32,
    /// Number of levels, or 0 for one from which the others are to be made.
    pub level_count: u32,
    /// How levels are compressed: 0 for as they are.
    pub compression: u32,
    /// Offset of the description of the data.
    pub description_offset: u32,
    /// Its size in bytes.
    pub description_size: u32,
}

/// The rest of the index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 24)]
pub struct Index {
    /// Offset of key/value data, or 0.
    pub pairs_offset: u32,
    /// Their size in bytes.
    pub pairs_size: u32,
    /// Offset of the global data of a compression, or 0.
    pub global_offset: u64,
    /// Its size in bytes.
    pub global_size: u64,
}

/// Where a level lies.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 24)]
pub struct Level {
    /// Offset in bytes.
    pub offset: u64,
    /// Size in bytes, as stored.
    pub stored_size: u64,
    /// Size in bytes, not compressed; 0 for [`BASIS_LZ`].
    pub content_size: u64,
}

/// The description of the data: a size, the basic block, and perhaps others.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(stated_size: u32), assert(total_size == stated_size))]
pub struct Description {
    /// Size of all of it in bytes.
    pub total_size: u32,
    /// Vendor and type: 0 for the basic block.
    pub kind: u32,
    /// Version.
    pub version: u16,
    /// Size of the block in bytes, with its samples.
    #[schema(range(24..=65535))]
    pub basic_size: u16,
    /// Color model.
    pub model: u8,
    /// Primary colors.
    pub primaries: u8,
    /// Transfer function.
    pub transfer: u8,
    /// 1: alpha is premultiplied.
    pub flags: u8,
    /// Size of a block of texels in each dimension, less 1.
    pub block_dimensions: [u8; 4],
    /// Bytes of a block of texels; 0 when the file is compressed.
    pub block_size: u8,
    /// Bytes of a block in other planes.
    pub other_planes: [u8; 7],
    /// Components of texels.
    #[br(count = (basic_size - 24) / 16)]
    pub samples: Vec<Sample>,
    /// Other blocks.
    #[br(count = total_size - 28 - samples.len() * 16)]
    pub others: Vec<u8>,
}

/// A component of texels.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 16)]
pub struct Sample {
    /// First bit in the block.
    pub bit: u16,
    /// Number of bits, less 1.
    pub length: u8,
    /// Which component, and what kind of number.
    pub channel: u8,
    /// Where in the block it is sampled.
    pub position: [u8; 4],
    /// The number for the least value.
    pub lower: u32,
    /// The number for the greatest value.
    pub upper: u32,
}

/// Key/value data.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Pairs {
    /// In the order of the keys.
    #[br(parse_with = until_eof)]
    pub list: Vec<Pair>,
}

/// A key and its value.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Pair {
    /// Size of both in bytes, which a writer sets.
    pub pair_size: u32,
    /// Both.
    #[schema(region(size = pair_size))]
    pub pair: KeyAndValue,
    /// Up to a multiple of 4.
    #[br(count = (4 - pair_size % 4) % 4)]
    #[schema(reserved)]
    pub padding: Vec<u8>,
}

/// A key and its value.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct KeyAndValue {
    /// The key, up to a NUL.
    pub key: CText,
    /// The value: usually a text with a NUL.
    #[br(parse_with = until_eof)]
    pub value: Vec<u8>,
}

/// Bytes that Vulkan reads.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// The bytes.
    #[br(parse_with = until_eof)]
    pub bytes: Vec<u8>,
}

/// Reads a level, of which 0 is the largest one.
pub fn read(file: &[u8], level: usize) -> Result<Vec<u8>> {
    let texture = Ktx2::from_slice(file)?;
    content(file, Ktx2::DATA, &texture.data, level)
}

/// Replaces a level; it is compressed like the others.
pub fn replace(file: &[u8], level: u64, data: &[u8]) -> Result<Vec<u8>> {
    let texture = Ktx2::from_slice(file)?;
    let mut writer = FileWriter::edit(&texture, [], file)?;
    writer.put(Ktx2::DATA, level, Content::new(data))?;
    writer.place()?.to_vec()
}
