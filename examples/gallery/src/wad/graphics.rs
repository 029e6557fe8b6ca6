//! Lumps of pictures, textures and sound of Doom.

use bpx_schema::{Record, structure};

/// 256 colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(size = 768)]
pub struct Palette {
    pub colors: [Color; 256],
}

/// A colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[schema(size = 3)]
pub struct Color {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

/// For each colour, the number of the one that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(size = 256)]
pub struct Shade {
    pub colors: [u8; 256],
}

/// Names of patches.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct PatchNames {
    #[br(temp)]
    #[bw(calc = names.len())]
    count: u32,
    /// Names of lumps.
    #[br(count = count)]
    pub names: Vec<Name>,
}

/// Name of a lump.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[schema(size = 8)]
pub struct Name {
    /// Filled up with zeros.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub name: [u8; 8],
}

/// Textures of walls.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Textures {
    #[br(temp)]
    #[bw(calc = textures.len())]
    count: u32,
    /// Textures with their offsets.
    #[br(count = count)]
    pub textures: Vec<TextureEntry>,
}

/// The offset of a texture.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct TextureEntry {
    /// From the begin of the lump.
    pub offset: u32,
    /// The texture.
    #[schema(region(at = offset))]
    pub texture: Texture,
}

/// A texture, made of patches.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Texture {
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub name: [u8; 8],
    /// Of no use.
    pub masked: u32,
    pub width: u16,
    pub height: u16,
    /// Of no use.
    pub column_directory: u32,
    #[br(temp)]
    #[bw(calc = patches.len())]
    patch_count: u16,
    /// Painted one over the other.
    #[br(count = patch_count)]
    pub patches: Vec<Patch>,
}

/// A patch of a texture (10 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 10)]
pub struct Patch {
    pub x: i16,
    pub y: i16,
    /// Number of its name.
    pub name: u16,
    /// Of no use.
    pub step: u16,
    /// Of no use.
    pub shade: u16,
}

/// A picture in columns.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Picture {
    #[br(temp)]
    #[bw(calc = columns.len())]
    width: u16,
    pub height: u16,
    /// Pixels of the picture to the left of the place where it is painted.
    pub left: i16,
    /// Pixels above it.
    pub top: i16,
    /// From left to right.
    #[br(count = width)]
    pub columns: Vec<ColumnEntry>,
}

/// The offset of a column; several columns may share one.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct ColumnEntry {
    /// From the begin of the lump.
    pub offset: u32,
    /// The column.
    #[schema(region(at = offset, place(share)))]
    pub column: Column,
}

/// Pixels from top to bottom, with gaps between them.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The last one has the row 255, and no pixels.
    #[br(until = entry.row == 255)]
    pub posts: Vec<Post>,
}

/// Pixels without a gap.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Post {
    /// Row of the first one.
    pub row: u8,
    /// The pixels.
    #[br(if(row != 255))]
    pub pixels: Option<Pixels>,
}

/// Numbers of colours, between two bytes that nobody shows.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Pixels {
    #[br(temp)]
    #[bw(calc = colors.len())]
    count: u8,
    /// Of no use.
    pub before: u8,
    #[br(count = count)]
    pub colors: Vec<u8>,
    /// Of no use.
    pub after: u8,
}

/// A character on a screen of text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[schema(size = 2)]
pub struct Cell {
    /// In code page 437.
    pub character: u8,
    /// Colours: four bits of the character, three of the ground, and one that blinks.
    pub color: u8,
}

/// A sound of one channel.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Sound {
    #[schema(supported(3))]
    pub format: u16,
    /// Samples of a second.
    pub rate: u16,
    #[br(temp)]
    #[bw(calc = samples.len())]
    count: u32,
    /// Samples of 8 bits without a sign; the first and the last 16 are padding.
    #[br(count = count)]
    pub samples: Vec<u8>,
    /// Bytes that some programs write after them.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// Music.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub enum Music {
    /// Of the DMX library.
    #[br(magic = b"MUS\x1A")]
    Mus {
        /// Bytes of the notes.
        score_size: u16,
        /// Offset of the score.
        score_at: u16,
        channels: u16,
        second_channels: u16,
        #[br(temp)]
        #[bw(calc = instruments.len())]
        instrument_count: u16,
        #[schema(reserved)]
        reserved: u16,
        #[br(count = instrument_count)]
        instruments: Vec<u16>,
        /// Notes, and what is between them and the instruments.
        #[br(parse_with = until_eof)]
        score: Vec<u8>,
    },
    /// MIDI, and others.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}
