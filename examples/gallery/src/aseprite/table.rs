//! Declares colours, tags, slices, masks, and references to other files.

use super::Text;
use bpx_schema::codec::FixedPoint;
use bpx_schema::{Record, structure};

/// Consecutive colours with eight bits for each component.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(spec = "Old palette chunk (0x0004)")]
pub struct OldPacket {
    /// Number of colours to skip after the previous packet.
    pub skip: u8,
    /// Number of colours; 0 means 256.
    pub color_count: u8,
    /// The colours.
    #[br(count = if color_count == 0 { 256 } else { color_count })]
    pub colors: Vec<Rgb>,
}

/// Consecutive colours with six bits for each component.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(spec = "Old palette chunk (0x0011)")]
pub struct OldPacket6 {
    /// Number of colours to skip after the previous packet.
    pub skip: u8,
    /// Number of colours; 0 means 256.
    pub color_count: u8,
    /// The colours.
    #[br(count = if color_count == 0 { 256 } else { color_count })]
    pub colors: Vec<Rgb6>,
}

/// A colour with eight bits for each component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(size = 3)]
pub struct Rgb {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

/// A colour with six bits for each component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(size = 3)]
pub struct Rgb6 {
    /// Red.
    #[schema(range(0..=63))]
    pub red: u8,
    /// Green.
    #[schema(range(0..=63))]
    pub green: u8,
    /// Blue.
    #[schema(range(0..=63))]
    pub blue: u8,
}

/// Colours.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "Palette Chunk (0x2019)",
    assert(
        last < color_count,
        code = "palette.last",
        text = "expected a number below the number of colours, {color_count}, found {last}",
        on = last
    )
)]
pub struct Palette {
    /// Number of colours of the sprite.
    pub color_count: u32,
    /// Number of the first colour of this chunk.
    pub first: u32,
    /// Number of the last colour of this chunk.
    pub last: u32,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 8],
    /// The colours.
    #[br(count = last - first + 1)]
    pub colors: Vec<PaletteColor>,
}

/// A colour of a palette.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "Palette Chunk (0x2019)")]
pub struct PaletteColor {
    /// Flags of the colour.
    #[schema(codes = ColorFlag, known)]
    pub flags: u16,
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// Opacity.
    pub alpha: u8,
    /// The name.
    #[br(if(flags & 1 != 0))]
    pub name: Option<Text>,
}

/// Flags of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
#[schema(flags)]
pub enum ColorFlag {
    /// A name.
    Name = 1,
}

/// A colour profile.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "Color Profile Chunk (0x2007)")]
pub struct Profile {
    /// Kind of the profile.
    #[schema(codes = ProfileKind, known)]
    pub kind: u16,
    /// Flags of the profile.
    #[schema(codes = ProfileFlag, known)]
    pub flags: u16,
    /// Exponent of the brightness (gamma); 1 changes nothing.
    pub gamma: FixedPoint<i32, 16>,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 8],
    /// A profile of the International Color Consortium.
    #[br(if(kind == 2))]
    pub icc: Option<IccProfile>,
}

/// Kinds of profiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum ProfileKind {
    /// None.
    None = 0,
    /// sRGB.
    Srgb = 1,
    /// A profile of the International Color Consortium, stored in the file.
    Icc = 2,
}

/// Flags of a colour profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
#[schema(flags)]
pub enum ProfileFlag {
    /// The profile has the stated exponent.
    FixedGamma = 1,
}

/// A profile of the International Color Consortium.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "Color Profile Chunk (0x2007)")]
pub struct IccProfile {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: u32,
    /// The profile.
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

/// Files that this file refers to.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "External Files Chunk (0x2008)")]
pub struct ExternalFiles {
    #[br(temp)]
    #[bw(calc = files.len())]
    file_count: u32,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 8],
    /// The files.
    #[br(count = file_count)]
    pub files: Vec<ExternalFile>,
}

/// A file that this file refers to.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "External Files Chunk (0x2008)")]
pub struct ExternalFile {
    /// Number by which other parts refer to the file.
    #[schema(unique(code = "external-file.id"))]
    pub id: u32,
    /// Kind of the file.
    #[schema(codes = ExternalKind, known)]
    pub kind: u8,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 7],
    /// Name of the file or of the extension.
    pub name: Text,
}

/// Kinds of external files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum ExternalKind {
    /// A palette.
    Palette = 0,
    /// A tileset.
    Tileset = 1,
    /// An extension that has properties.
    Properties = 2,
    /// An extension that manages tiles.
    Tiles = 3,
}

/// A selection.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "Mask Chunk (0x2016)")]
pub struct Mask {
    /// X, in pixels.
    pub x: i16,
    /// Y, in pixels.
    pub y: i16,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 8],
    /// The name.
    pub name: Text,
    /// One bit for each pixel; the most significant bit of a byte is the leftmost pixel, and a row fills whole bytes.
    #[br(count = height * ((width + 7) / 8))]
    pub bits: Vec<u8>,
}

/// Ranges of frames.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "Tags Chunk (0x2018)")]
pub struct Tags {
    #[br(temp)]
    #[bw(calc = tags.len())]
    tag_count: u16,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 8],
    /// The ranges.
    #[br(count = tag_count)]
    pub tags: Vec<Tag>,
}

/// A range of frames.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "Tags Chunk (0x2018)",
    assert(
        first <= last,
        code = "tag.range",
        text = "expected a first frame of at most {last}, found {first}",
        on = first
    )
)]
pub struct Tag {
    /// The first frame.
    pub first: u16,
    /// The last frame.
    #[schema(index_in("frames", code = "tag.last-frame"))]
    pub last: u16,
    /// Order of the frames.
    #[schema(codes = Direction, known)]
    pub direction: u8,
    /// Number of repetitions; 0 for no limit.
    pub repeat: u16,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 6],
    /// Colour for old programs; other programs take the colour of the user data.
    pub color: Rgb,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub end: u8,
    /// The name.
    pub name: Text,
}

/// Order of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Direction {
    /// From the first frame to the last.
    Forward = 0,
    /// From the last frame to the first.
    Reverse = 1,
    /// Forward and back.
    PingPong = 2,
    /// Back and forward.
    PingPongReverse = 3,
}

/// An area with a name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "Slice Chunk (0x2022)")]
pub struct Slice {
    #[br(temp)]
    #[bw(calc = keys.len())]
    key_count: u32,
    /// Flags of the slice, which state the members of each key.
    #[schema(codes = SliceFlag, known)]
    pub flags: u32,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: u32,
    /// The name.
    pub name: Text,
    /// The areas.
    #[br(count = key_count, args(flags))]
    pub keys: Vec<SliceKey>,
}

/// Flags of a slice, which state the members of its keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum SliceFlag {
    /// A slice has nine parts, and its middle is stretched.
    NinePatches = 1,
    /// A slice has a pivot point.
    Pivot = 2,
}

/// The area of a slice from a frame on.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(slice_flags: u32))]
#[schema(spec = "Slice Chunk (0x2022)")]
pub struct SliceKey {
    /// Number of the first frame in which the slice has this area.
    #[schema(index_in("frames", code = "slice-key.frame"))]
    pub frame: u32,
    /// The area in the sprite; a width of 0 hides the slice.
    pub area: Area,
    /// The middle, with a position in the area.
    #[br(if(slice_flags & 1 != 0))]
    pub center: Option<Area>,
    /// The pivot point, with a position in the area.
    #[br(if(slice_flags & 2 != 0))]
    pub pivot: Option<Point>,
}

/// An area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 16)]
pub struct Area {
    /// X of the left edge, in pixels.
    pub x: i32,
    /// Y of the upper edge, in pixels.
    pub y: i32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// A place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 8)]
pub struct Point {
    /// Distance from the left, in pixels.
    pub x: i32,
    /// Distance from the top, in pixels.
    pub y: i32,
}
