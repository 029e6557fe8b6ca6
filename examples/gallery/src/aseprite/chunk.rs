//! Declares the chunks of a frame, their kinds and their contents.

use super::{
    Cel, CelExtra, ExternalFiles, Layer, Mask, OldPacket, OldPacket6, Palette, Profile, Slice, Tags, Tileset, UserData,
};
use bpx_schema::{Record, structure};

/// A chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(depth: u16, file_flags: u32))]
#[schema(spec = "Frames")]
pub struct Chunk {
    /// Size of the chunk in bytes, which a writer sets.
    length: u32,
    /// Kind of the chunk, which decides its content.
    #[schema(codes = ChunkKind)]
    pub kind: u16,
    /// Content, which depends on the kind.
    #[br(args(kind, depth, file_flags))]
    #[schema(region(size = length - 6))]
    pub body: Body,
}

impl Chunk {
    /// Creates a chunk.
    pub fn new(kind: ChunkKind, body: Body) -> Self {
        Self { length: 0, kind: kind as u16, body }
    }
}

/// Kinds of chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum ChunkKind {
    /// Old palette, with eight bits for each component of a colour.
    OldPalette = 0x0004,
    /// Old palette, with six bits for each component of a colour.
    OldPalette6 = 0x0011,
    /// A layer.
    Layer = 0x2004,
    /// Content of a layer in a frame.
    Cel = 0x2005,
    /// Additional data of the previous cel.
    CelExtra = 0x2006,
    /// Colour profile of the sprite.
    Profile = 0x2007,
    /// Files that this file refers to.
    ExternalFiles = 0x2008,
    /// A selection.
    Mask = 0x2016,
    /// A path; no program uses this chunk.
    Path = 0x2017,
    /// Ranges of frames.
    Tags = 0x2018,
    /// Colours.
    Palette = 0x2019,
    /// Text, colour and properties of the previous part.
    UserData = 0x2020,
    /// An area with a name.
    Slice = 0x2022,
    /// Tiles.
    Tileset = 0x2023,
}

/// The content of a chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u16, depth: u16, file_flags: u32))]
#[schema(spec = "Chunk Types")]
pub enum Body {
    /// Old palette, with eight bits for each component of a colour.
    #[br(pre_assert(kind == 0x0004))]
    OldPalette {
        #[br(temp)]
        #[bw(calc = packets.len())]
        packet_count: u16,
        /// Packets of consecutive colours.
        #[br(count = packet_count)]
        packets: Vec<OldPacket>,
    },
    /// Old palette, with six bits for each component of a colour.
    #[br(pre_assert(kind == 0x0011))]
    OldPalette6 {
        #[br(temp)]
        #[bw(calc = packets.len())]
        packet_count: u16,
        /// Packets of consecutive colours.
        #[br(count = packet_count)]
        packets: Vec<OldPacket6>,
    },
    /// A layer.
    #[br(pre_assert(kind == 0x2004))]
    Layer(#[br(args(file_flags))] Layer),
    /// Content of a layer in a frame.
    #[br(pre_assert(kind == 0x2005))]
    Cel(#[br(args(depth))] Cel),
    /// Additional data of the previous cel.
    #[br(pre_assert(kind == 0x2006))]
    CelExtra(CelExtra),
    /// Colour profile of the sprite.
    #[br(pre_assert(kind == 0x2007))]
    Profile(Profile),
    /// Files that this file refers to.
    #[br(pre_assert(kind == 0x2008))]
    ExternalFiles(ExternalFiles),
    /// A selection.
    #[br(pre_assert(kind == 0x2016))]
    Mask(Mask),
    /// Ranges of frames.
    #[br(pre_assert(kind == 0x2018))]
    Tags(Tags),
    /// Colours.
    #[br(pre_assert(kind == 0x2019))]
    Palette(Palette),
    /// Text, colour and properties of the previous part.
    #[br(pre_assert(kind == 0x2020))]
    UserData(UserData),
    /// An area with a name.
    #[br(pre_assert(kind == 0x2022))]
    Slice(Slice),
    /// Tiles.
    #[br(pre_assert(kind == 0x2023))]
    Tileset(#[br(args(depth))] Tileset),
    /// Bytes of a chunk of another kind.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A text, after its size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "References")]
pub struct Text {
    #[br(temp)]
    #[bw(calc = text.len())]
    length: u16,
    /// The text.
    #[br(count = length)]
    #[schema(utf8)]
    pub text: Vec<u8>,
}

impl Text {
    /// Creates a text.
    pub fn new(text: &str) -> Self {
        Self { text: text.into() }
    }
}
