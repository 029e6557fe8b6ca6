//! KTX2, textures of Khronos.
//!
//! The index of levels begins with the largest level, and the levels themselves begin with the smallest: `reverse`.
//! Each level begins at a multiple of the alignment of the texels: `align` is an expression over the description of the
//! data. All levels have the compression that the header states. zstd and zlib are transforms, so a reader returns the
//! content, and a writer sets both sizes.
//!
//! Key/value data and the global data of a compression have a size in the index. A region with a stated size needs an
//! element that describes it, so this part of the index is declared as a list of one element. The number of pictures in
//! the global data follows from the bytes that are left, because the other parts have stated sizes.

use crate::content;
use bpx_schema::codec::{CText, Regions};
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::{Codec, Record, Result, structure};

/// Levels of transcodable blocks that share global data; a reader cannot decompress such levels one by one.
pub const BASIS_LZ: u32 = 1;
/// Levels that zstd compressed.
pub const ZSTD: u32 = 2;
/// Levels that zlib compressed.
pub const ZLIB: u32 = 3;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    each(parts, assert(
        (entry.global_size > 0) == (header.compression == BASIS_LZ),
        code = "ktx2.global-data",
        text = "expected global data for levels in BasisLZ alone, found {entry.global_size} bytes",
        on = global_size
    )),
    each(levels, assert(
        header.compression == BASIS_LZ
            || entry.content_size % (header.face_count * if header.layer_count == 0 { 1 } else { header.layer_count }) == 0,
        code = "ktx2.level-size",
        text = "expected as many bytes for each layer and each face, found {entry.content_size}",
        on = content_size
    ))
)]
pub struct Ktx2 {
    /// Format, size and counts of the texture.
    pub header: Header,
    /// Offsets and sizes of key/value data and global data, as a list of one element.
    #[br(count = 1)]
    pub parts: Vec<Index>,
    /// One entry for each level, the largest first; one entry if the header states 0 levels.
    #[br(count = if header.level_count == 0 { 1 } else { header.level_count })]
    pub levels: Vec<Level>,
    /// Description of the bits of a texel.
    #[br(args(header.description_size))]
    #[schema(region(at = header.description_offset, place(align = 4)))]
    pub description: Description,
    /// Key/value data about the texture.
    #[schema(region(
        each = parts,
        at = entry.pairs_offset,
        size = entry.pairs_size,
        place(align = 4),
        set(entry.pairs_offset = if region.stored_size == 0 { 0 } else { region.offset })
    ))]
    pub pairs: Regions<Pairs>,
    /// Data that all levels share; only some compressions have it.
    #[br(args(header.compression))]
    #[schema(region(
        each = parts,
        at = entry.global_offset,
        size = entry.global_size,
        place(align = 8),
        set(entry.global_offset = if region.stored_size == 0 { 0 } else { region.offset })
    ))]
    pub global: Regions<Global>,
    /// The levels, the smallest first. Uncompressed levels begin at a common multiple of 4 bytes and of the size of a
    /// block of texels.
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
#[schema(
    size = 56,
    assert(
        vulkan_format != 0 || type_size == 1,
        code = "header.type-size",
        text = "expected 1 without a format of Vulkan, found {type_size}",
        on = type_size
    ),
    assert(
        height != 0 || depth == 0,
        code = "header.depth",
        text = "expected 0 for a texture of one dimension, found {depth}",
        on = depth
    ),
    assert(
        face_count != 6 || width == height && depth == 0,
        code = "header.cube",
        text = "expected squares for a cube, found {width} by {height} pixels",
        on = face_count
    ),
    assert(
        level_count == 0 || level_count <= 32 && (width | height | depth) >> (level_count - 1) != 0,
        code = "header.levels",
        text = "expected no level after the one of one pixel, found {level_count}",
        on = level_count
    )
)]
pub struct Header {
    /// Signature of twelve bytes.
    #[schema(magic = b"\xABKTX 20\xBB\r\n\x1A\n")]
    pub identifier: [u8; 12],
    /// Number of the format in Vulkan, or 0.
    pub vulkan_format: u32,
    /// Size in bytes of the numbers that a machine with another byte order must swap.
    pub type_size: u32,
    /// Width in pixels.
    #[schema(range(1..=4294967295))]
    pub width: u32,
    /// Height in pixels, or 0 for textures of one dimension.
    pub height: u32,
    /// Depth in pixels, or 0 for textures of fewer than three dimensions.
    pub depth: u32,
    /// Number of layers, or 0 for a texture that is not an array.
    pub layer_count: u32,
    /// Number of faces: 6 for a cube, otherwise 1.
    #[schema(one_of(1, 6))]
    pub face_count: u32,
    /// Number of levels, or 0 for one level from which programs make the others.
    pub level_count: u32,
    /// Supercompression of the levels.
    #[schema(codes = Compression)]
    pub compression: u32,
    /// Offset of the description of the data.
    pub description_offset: u32,
    /// Size of the description in bytes.
    pub description_size: u32,
}

/// Supercompressions of levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum Compression {
    /// The levels are stored as they are.
    None = 0,
    /// Blocks that share global data, and that programs transcode.
    BasisLz = 1,
    /// zstd.
    Zstd = 2,
    /// zlib.
    Zlib = 3,
}

/// The rest of the index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 24)]
pub struct Index {
    /// Offset of key/value data, or 0.
    pub pairs_offset: u32,
    /// Size of key/value data in bytes.
    pub pairs_size: u32,
    /// Offset of the global data of a compression, or 0.
    pub global_offset: u64,
    /// Size of the global data in bytes.
    pub global_size: u64,
}

/// Offset and sizes of a level.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 24)]
pub struct Level {
    /// Offset in bytes.
    pub offset: u64,
    /// Size in bytes, as stored.
    pub stored_size: u64,
    /// Size of the content in bytes; 0 for [`BASIS_LZ`].
    pub content_size: u64,
}

/// The description of the data: a size, the basic block, and other blocks, if any.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(stated_size: u32), assert(total_size == stated_size))]
pub struct Description {
    /// Size of the description in bytes.
    pub total_size: u32,
    /// Vendor and type of the block; 0 for the basic block.
    pub kind: BlockKind,
    /// Version.
    pub version: u16,
    /// Size of the block in bytes, with its samples.
    #[schema(range(24..=65535))]
    pub basic_size: u16,
    /// Colour model.
    #[schema(codes = ColorModel)]
    pub model: u8,
    /// Colour primaries.
    #[schema(codes = Primaries)]
    pub primaries: u8,
    /// Transfer function.
    #[schema(codes = Transfer)]
    pub transfer: u8,
    /// 1 if the colours are multiplied by the opacity, otherwise 0.
    #[schema(one_of(0, 1))]
    pub flags: u8,
    /// Size of a block of texels in each dimension, minus 1.
    pub block_dimensions: [u8; 4],
    /// Size of a block of texels in bytes; 0 if the file is compressed.
    pub block_size: u8,
    /// Sizes in bytes of a block in other planes.
    pub other_planes: [u8; 7],
    /// Components of texels.
    #[br(count = (basic_size - 24) / 16)]
    pub samples: Vec<Sample>,
    /// Other blocks.
    #[br(count = total_size - 28 - samples.len() * 16)]
    pub others: Vec<u8>,
}

/// The vendor and the type of a block of the description.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(bits = 32)]
pub struct BlockKind {
    /// Number of the maker; 0 for Khronos.
    pub vendor: B17,
    /// Kind of the block.
    pub kind: B15,
}

/// Colour models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum ColorModel {
    /// A model that the description does not state.
    Unspecified = 0,
    /// Red, green, blue and opacity.
    Rgbsda = 1,
    /// Blocks of BC1.
    Bc1 = 128,
    /// Blocks of BC2.
    Bc2 = 129,
    /// Blocks of BC3.
    Bc3 = 130,
    /// Blocks of BC4.
    Bc4 = 131,
    /// Blocks of BC5.
    Bc5 = 132,
    /// Blocks of BC6H.
    Bc6h = 133,
    /// Blocks of BC7.
    Bc7 = 134,
    /// Blocks of ETC1.
    Etc1 = 160,
    /// Blocks of ETC2.
    Etc2 = 161,
    /// Blocks of ASTC.
    Astc = 162,
    /// Blocks of ETC1S, which programs transcode.
    Etc1s = 163,
    /// Blocks of PVRTC.
    Pvrtc = 164,
    /// Blocks of UASTC, which programs transcode.
    Uastc = 166,
}

/// Colour primaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Primaries {
    /// Primaries that the description does not state.
    Unspecified = 0,
    /// Primaries of BT.709 and of sRGB.
    Bt709 = 1,
    /// Primaries of BT.601, with 625 lines.
    Bt601Ebu = 2,
    /// Primaries of BT.601, with 525 lines.
    Bt601Smpte = 3,
    /// Primaries of BT.2020.
    Bt2020 = 4,
    /// The CIE coordinates X, Y and Z.
    CieXyz = 5,
    /// Primaries of ACES.
    Aces = 6,
    /// Primaries of ACEScc, which have fewer colours.
    AcesCc = 7,
    /// Primaries of NTSC of 1953.
    Ntsc1953 = 8,
    /// Primaries of PAL with 525 lines.
    Pal525 = 9,
    /// Primaries of Display P3.
    DisplayP3 = 10,
    /// Primaries of Adobe RGB.
    AdobeRgb = 11,
}

/// Transfer functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Transfer {
    /// A function that the description does not state.
    Unspecified = 0,
    /// Numbers are proportional to the light.
    Linear = 1,
    /// Transfer function of sRGB.
    Srgb = 2,
    /// Transfer function of ITU for television.
    Itu = 3,
}

/// A component of texels.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(size = 16)]
pub struct Sample {
    /// First bit in the block.
    pub bit: u16,
    /// Number of bits, minus 1.
    pub length: u8,
    /// Component and type of the number.
    pub channel: Channel,
    /// Position of the sample in the block.
    pub position: [u8; 4],
    /// The stored number for the least value.
    pub lower: u32,
    /// The stored number for the greatest value.
    pub upper: u32,
}

/// The component and the type of a sample.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(bits = 8)]
pub struct Channel {
    /// Number of the component, which the model defines; for example, 0 to 2 for red, green and blue, and 15 for
    /// opacity.
    pub component: B4,
    /// Whether the component is linear, whatever the transfer function is.
    pub is_linear: B1,
    /// Whether the component is an exponent.
    pub is_exponent: B1,
    /// Whether the component has a sign.
    pub is_signed: B1,
    /// Whether the component is a float.
    pub is_float: B1,
}

/// Key/value data.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Pairs {
    /// Pairs, in the order of the keys.
    #[br(parse_with = until_eof)]
    pub list: Vec<Pair>,
}

/// A key and its value.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Pair {
    /// Size of key and value in bytes, which a writer sets.
    pub pair_size: u32,
    /// Both.
    #[schema(region(size = pair_size))]
    pub pair: KeyAndValue,
    /// Padding up to a multiple of 4 bytes.
    #[br(count = (4 - pair_size % 4) % 4)]
    #[schema(reserved)]
    pub padding: Vec<u8>,
}

/// A key and its value.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct KeyAndValue {
    /// The key, up to a NUL; the specification defines the keys that begin with `KTX`.
    pub key: CText,
    /// The value, which is usually a text with a NUL.
    #[br(parse_with = until_eof)]
    pub value: Vec<u8>,
}

/// The data that all levels share.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(compression: u32))]
pub enum Global {
    /// Global data of BasisLZ.
    #[br(pre_assert(compression == BASIS_LZ))]
    BasisLz(BasisLz),
    /// Global data of another compression.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// The data that all levels in BasisLZ share.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct BasisLz {
    /// Number of colours of blocks.
    pub endpoint_count: u16,
    /// Number of patterns of blocks.
    pub selector_count: u16,
    #[br(temp)]
    #[bw(calc = endpoints.len())]
    endpoints_size: u32,
    #[br(temp)]
    #[bw(calc = selectors.len())]
    selectors_size: u32,
    #[br(temp)]
    #[bw(calc = tables.len())]
    tables_size: u32,
    #[br(temp)]
    #[bw(calc = extended.len())]
    extended_size: u32,
    /// Offsets and sizes of the pictures of all levels, the largest level first.
    #[br(count = (remaining - endpoints_size - selectors_size - tables_size - extended_size) / 20)]
    pub images: Vec<ImageSlices>,
    /// The colours, compressed.
    #[br(count = endpoints_size)]
    pub endpoints: Vec<u8>,
    /// The patterns, compressed.
    #[br(count = selectors_size)]
    pub selectors: Vec<u8>,
    /// Tables of Huffman codes.
    #[br(count = tables_size)]
    pub tables: Vec<u8>,
    /// Bytes of extensions.
    #[br(count = extended_size)]
    pub extended: Vec<u8>,
}

/// The offsets and sizes of a picture in its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 20)]
pub struct ImageSlices {
    /// 2 for a picture that stores the difference from other pictures.
    pub flags: u32,
    /// Offset of the colours in the level, in bytes.
    pub color_offset: u32,
    /// Size of the colours in bytes.
    pub color_size: u32,
    /// Offset of the opacity in the level, in bytes; 0 without opacity.
    pub opacity_offset: u32,
    /// Size of the opacity in bytes.
    pub opacity_size: u32,
}

/// The bytes of a level, as Vulkan reads them.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// The bytes.
    #[br(parse_with = until_eof)]
    pub bytes: Vec<u8>,
}

/// Reads a level; level 0 is the largest.
pub fn read(file: &[u8], level: usize) -> Result<Vec<u8>> {
    let texture = Ktx2::from_slice(file)?;
    content(file, Ktx2::DATA, &texture.data, level)
}

/// Replaces a level; the new level is compressed like the other levels.
pub fn replace(file: &[u8], level: u64, data: &[u8]) -> Result<Vec<u8>> {
    let texture = Ktx2::from_slice(file)?;
    let mut writer = FileWriter::edit(&texture, [], file)?;
    writer.put(Ktx2::DATA, level, Content::new(data))?;
    writer.place()?.to_vec()
}
