//! Lumps of a map of Doom. A list refers to elements of other lists by number, from 0.

use bpx_schema::{Record, structure};

/// A thing on a map, such as a monster or a lamp (10 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 10)]
pub struct Thing {
    pub x: i16,
    pub y: i16,
    /// Direction in degrees; 0 is east.
    pub angle: i16,
    /// Number of the type of the thing.
    pub kind: u16,
    /// Flags.
    #[schema(codes = ThingFlag)]
    pub flags: u16,
}

/// Flags of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
#[schema(flags)]
pub enum ThingFlag {
    Easy = 1,
    Medium = 2,
    Hard = 4,
    /// The thing does not react to noise.
    Ambush = 8,
    /// The thing exists in games of several players only.
    Multiplayer = 16,
}

/// A wall between two corners (14 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 14)]
pub struct Line {
    /// Number of the first corner.
    pub start: u16,
    /// Number of the second corner.
    pub end: u16,
    #[schema(codes = LineFlag)]
    pub flags: u16,
    /// Number of the action that the wall triggers.
    pub special: u16,
    /// Tag of the rooms that the action changes.
    pub tag: u16,
    /// Number of the right side.
    pub right: u16,
    /// Number of the left side; 0xFFFF for none.
    pub left: u16,
}

/// Flags of a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
#[schema(flags)]
pub enum LineFlag {
    Blocking = 1,
    BlocksMonsters = 2,
    TwoSided = 4,
    /// The upper texture is aligned to the top.
    UpperUnpegged = 8,
    /// The lower texture is aligned to the bottom.
    LowerUnpegged = 16,
    /// The automap shows the wall as a wall with one side.
    Secret = 32,
    BlocksSound = 64,
    NeverOnMap = 128,
    AlwaysOnMap = 256,
}

/// One side of a wall (30 bytes). The name `-` means that there is no texture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 30)]
pub struct Side {
    /// Horizontal offset of the textures.
    pub x: i16,
    /// Vertical offset of the textures.
    pub y: i16,
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub upper: [u8; 8],
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub lower: [u8; 8],
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub middle: [u8; 8],
    /// Number of the room on this side of the wall.
    pub sector: u16,
}

/// A corner (4 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 4)]
pub struct Vertex {
    pub x: i16,
    pub y: i16,
}

/// A part of a wall (12 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 12)]
pub struct Segment {
    pub start: u16,
    pub end: u16,
    /// Direction; 0 is east, 16384 is north.
    pub angle: i16,
    /// Number of the wall.
    pub line: u16,
    /// 1 for the left side of the wall.
    pub direction: u16,
    /// Distance from the beginning of the wall.
    pub offset: u16,
}

/// A convex area (4 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 4)]
pub struct Area {
    /// Number of wall parts around the area.
    pub count: u16,
    /// Number of the first wall part.
    pub first: u16,
}

/// A node of the tree that divides the map by lines (28 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 28)]
pub struct Node {
    pub x: i16,
    pub y: i16,
    /// The dividing line goes from `x` to `x + dx`.
    pub dx: i16,
    pub dy: i16,
    /// Bounds of the part to the right of the line.
    pub right_box: Bounds,
    /// Bounds of the part to the left of the line.
    pub left_box: Bounds,
    /// Number of a node, or of an area if the highest bit is set.
    pub right: u16,
    pub left: u16,
}

/// A rectangle on the map (8 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(name = "WadBounds", size = 8)]
pub struct Bounds {
    pub top: i16,
    pub bottom: i16,
    pub left: i16,
    pub right: i16,
}

/// A room (26 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 26)]
pub struct Sector {
    /// Height.
    pub floor: i16,
    /// Height.
    pub ceiling: i16,
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub floor_flat: [u8; 8],
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub ceiling_flat: [u8; 8],
    /// Brightness, from 0 to 255.
    pub light: i16,
    /// Number of the effect of the room.
    pub special: u16,
    /// Tag by which walls refer to the room.
    pub tag: u16,
}

/// The walls in each block of 128 by 128 units.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Blocks {
    pub x: i16,
    pub y: i16,
    pub columns: u16,
    pub rows: u16,
    /// Offset of the list of each block from the beginning of the lump, in units of two bytes.
    #[br(count = columns * rows)]
    pub offsets: Vec<u16>,
    /// Lists of walls. Blocks may share a list.
    #[br(parse_with = until_eof)]
    pub lists: Vec<BlockList>,
}

/// The walls in a block.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct BlockList {
    /// 0, then the numbers of the walls, then 0xFFFF.
    #[br(until = entry == 0xFFFF)]
    pub lines: Vec<u16>,
}
