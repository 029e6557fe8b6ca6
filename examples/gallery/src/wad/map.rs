//! Lumps of a map of Doom. A list refers to the others by numbers from 0.

use bpx_schema::{Record, structure};

/// Something that is on a map (10 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 10)]
pub struct Thing {
    pub x: i16,
    pub y: i16,
    /// In degrees; 0 is the east.
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
    /// It does not hear.
    Ambush = 8,
    /// In games of several players only.
    Multiplayer = 16,
}

/// A wall between two corners (14 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 14)]
pub struct Line {
    /// Number of a corner.
    pub start: u16,
    /// Number of a corner.
    pub end: u16,
    #[schema(codes = LineFlag)]
    pub flags: u16,
    /// Number of the action.
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
    /// The upper texture hangs from the top.
    UpperUnpegged = 8,
    /// The lower texture rises from the bottom.
    LowerUnpegged = 16,
    /// It looks like a wall of one side on the map.
    Secret = 32,
    BlocksSound = 64,
    NeverOnMap = 128,
    AlwaysOnMap = 256,
}

/// One side of a wall (30 bytes). A texture of `-` is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 30)]
pub struct Side {
    /// Moves the textures.
    pub x: i16,
    /// Moves the textures.
    pub y: i16,
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub upper: [u8; 8],
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub lower: [u8; 8],
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub middle: [u8; 8],
    /// Number of the room.
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
    /// 0 is the east, 16384 the north.
    pub angle: i16,
    /// Number of the wall.
    pub line: u16,
    /// 1 for the left side of the wall.
    pub direction: u16,
    /// From the begin of the wall.
    pub offset: u16,
}

/// A convex area (4 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 4)]
pub struct Area {
    /// Number of its parts of walls.
    pub count: u16,
    /// The first one.
    pub first: u16,
}

/// A node of the tree that cuts the map in halves (28 bytes).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 28)]
pub struct Node {
    pub x: i16,
    pub y: i16,
    /// The line goes to `x + dx`.
    pub dx: i16,
    pub dy: i16,
    /// Box of the right half.
    pub right_box: Bounds,
    /// Box of the left half.
    pub left_box: Bounds,
    /// Number of a node, or of an area where the highest bit is set.
    pub right: u16,
    pub left: u16,
}

/// A box on the map (8 bytes).
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
    /// From 0 to 255.
    pub light: i16,
    /// Number of the effect of the room.
    pub special: u16,
    /// Tag by which walls refer to the room.
    pub tag: u16,
}

/// Walls by blocks of 128 by 128 units.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Blocks {
    pub x: i16,
    pub y: i16,
    pub columns: u16,
    pub rows: u16,
    /// Offset of the list of each block, in units of two bytes from the begin of the lump.
    #[br(count = columns * rows)]
    pub offsets: Vec<u16>,
    /// Lists: 0, numbers of walls, and 0xFFFF. Blocks may share a list.
    #[br(parse_with = until_eof)]
    pub lists: Vec<BlockList>,
}

/// Walls of a block.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct BlockList {
    /// 0, numbers of walls, and 0xFFFF.
    #[br(until = entry == 0xFFFF)]
    pub lines: Vec<u16>,
}
