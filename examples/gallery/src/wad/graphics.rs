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

/// For each colour, the number of the colour that the game shows.
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
    /// Names of the lumps that hold the patches.
    #[br(count = count)]
    pub names: Vec<Name>,
}

/// The name of a lump.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[schema(size = 8)]
pub struct Name {
    /// The name, padded with zeros.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub name: [u8; 8],
}

/// The textures of walls.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Textures {
    #[br(temp)]
    #[bw(calc = textures.len())]
    count: u32,
    /// Offsets of textures, and the textures.
    #[br(count = count)]
    pub textures: Vec<TextureEntry>,
}

/// The offset of a texture, and the texture.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct TextureEntry {
    /// Offset from the beginning of the lump, in bytes.
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
    /// Unused.
    pub masked: u32,
    pub width: u16,
    pub height: u16,
    /// Unused.
    pub column_directory: u32,
    #[br(temp)]
    #[bw(calc = patches.len())]
    patch_count: u16,
    /// Patches; each covers the earlier ones.
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
    /// Number of the name in the list of patch names.
    pub name: u16,
    /// Unused.
    pub step: u16,
    /// Unused.
    pub shade: u16,
}

/// A picture as a list of columns.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Picture {
    #[br(temp)]
    #[bw(calc = columns.len())]
    width: u16,
    pub height: u16,
    /// Distance from the left edge of the picture to the point that the game places, in pixels.
    pub left: i16,
    /// Distance from the top edge of the picture to the point that the game places, in pixels.
    pub top: i16,
    /// Columns from left to right.
    #[br(count = width)]
    pub columns: Vec<ColumnEntry>,
}

/// The offset of a column, and the column; several columns may have the same offset.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct ColumnEntry {
    /// Offset from the beginning of the lump, in bytes.
    pub offset: u32,
    /// The column.
    #[schema(region(at = offset, place(share)))]
    pub column: Column,
}

/// The pixels of a column from top to bottom, with gaps between them.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Posts; the last one has the row 255 and no pixels.
    #[br(until = entry.row == 255)]
    pub posts: Vec<Post>,
}

/// Consecutive pixels of a column.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Post {
    /// Row of the first pixel; 255 ends the column.
    pub row: u8,
    /// The pixels, unless the row is 255.
    #[br(if(row != 255))]
    pub pixels: Option<Pixels>,
}

/// Numbers of colours, between two unused bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Pixels {
    #[br(temp)]
    #[bw(calc = colors.len())]
    count: u8,
    /// Unused.
    pub before: u8,
    #[br(count = count)]
    pub colors: Vec<u8>,
    /// Unused.
    pub after: u8,
}

/// A character of a text screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[schema(size = 2)]
pub struct Cell {
    /// Character in code page 437.
    pub character: u8,
    /// Colours: four bits for the character, three bits for the background, and a bit that makes the character blink.
    pub color: u8,
}

/// A sound of one channel.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Sound {
    #[schema(supported(3))]
    pub format: u16,
    /// Samples per second.
    pub rate: u16,
    #[br(temp)]
    #[bw(calc = samples.len())]
    count: u32,
    /// Unsigned samples of 8 bits; the first 16 and the last 16 samples are padding.
    #[br(count = count)]
    pub samples: Vec<u8>,
    /// Bytes that some programs write after the samples.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// Music.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub enum Music {
    /// Music in the format of the DMX library.
    #[br(magic = b"MUS\x1A")]
    Mus {
        /// Size of the notes in bytes.
        score_size: u16,
        /// Offset of the notes from the beginning of the lump, in bytes.
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
        /// Notes, and the bytes between the instruments and the notes.
        #[br(parse_with = until_eof)]
        score: Vec<u8>,
    },
    /// Music in another format, such as MIDI.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}
