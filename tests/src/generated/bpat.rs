//! Generated from the schema of `bpat`.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::codec::Regions;
use bpx_schema::{Record, structure};

/// Which creature the skeleton belongs to (`BpatHeader`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "BpatHeader")]
pub enum Species {
    /// A person.
    #[schema(name = "humanoid")]
    Humanoid = 0,
    /// A horse.
    #[schema(name = "horse")]
    Horse = 1,
    /// An elephant.
    #[schema(name = "elephant")]
    Elephant = 2,
    /// A person with a sword: occurs in files, but is not in the specification.
    #[schema(name = "humanoid_sword")]
    HumanoidSword = 3,
    /// A person with a spear: not in the specification.
    #[schema(name = "humanoid_spear")]
    HumanoidSpear = 4,
    /// A skeleton: not in the specification.
    #[schema(name = "humanoid_skeleton")]
    HumanoidSkeleton = 5,
}

/// One animation (`BpatClipEntry`): 32 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatClipEntry", size = 32)]
pub struct Clip {
    /// Offset of the name in the string table, in bytes.
    #[schema(spec = "Validation 9")]
    pub name_offset: u32,
    /// Size of the name in bytes, without its NUL.
    #[schema(spec = "Validation 9")]
    pub name_length: u32,
    /// Number of frames, at least 1.
    #[schema(spec = "BpatClipEntry", range(1..=4294967295), code = "bpat.frame-count")]
    pub frame_count: u32,
    /// Number of the first frame, counted over all clips.
    #[schema(spec = "Validation 7")]
    pub frame_offset: u32,
    /// Frames a second; any bits.
    pub fps: f32,
    /// 1 when the clip starts over at its end, 0 when not.
    #[schema(spec = "BpatClipEntry", range(0..=1), lenient = "I-73", code = "bpat.loops")]
    pub loops: u8,
    /// Always zero.
    #[schema(name = "_pad", spec = "Validation 11", reserved, code = "bpat.reserved")]
    pub pad: [u8; 3],
    /// Always zero.
    #[schema(spec = "Validation 11", reserved, code = "bpat.reserved")]
    pub reserved: [u32; 2],
}

/// The poses of the bones in one frame (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(bone_count: u64))]
#[schema(spec = "Layout")]
pub struct Frame {
    /// Bone by bone.
    #[br(count = bone_count)]
    pub bones: Vec<Matrix>,
}

/// What the file holds and where (`BpatHeader`): 64 bytes.
///
/// Offsets count bytes from the beginning of the file. The place of the socket data is not stated: it follows the
/// palettes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatHeader", size = 64)]
pub struct Header {
    /// Always `BPAT`.
    #[schema(spec = "Validation 1", magic = b"BPAT", code = "bpat.magic")]
    pub magic: [u8; 4],
    /// Always 1. The versions 2 and 3 exist, with other layouts.
    #[schema(spec = "Validation 2", supported(1), code = "bpat.version")]
    pub version: u32,
    /// Which creature.
    #[schema(spec = "Validation 3", codes = Species, known, code = "bpat.species")]
    pub species_id: u32,
    /// Number of bones, which is the number of matrices in a frame: 1 to 64.
    #[schema(spec = "Validation 4", range(1..=64), code = "bpat.bone-count")]
    pub bone_count: u32,
    /// Number of sockets; 0 for a file without sockets.
    pub socket_count: u32,
    /// Number of clips, at least 1.
    #[schema(spec = "Validation 5", range(1..=4294967295), code = "bpat.clip-count")]
    pub clip_count: u32,
    /// Number of frames of all clips together.
    #[schema(spec = "Validation 6")]
    pub frame_total: u32,
    /// Size of the string table in bytes, every NUL included.
    pub string_table_size: u32,
    /// Offset of the clips.
    #[schema(spec = "BpatHeader", multiple_of = 16, lenient = "I-72", code = "bpat.alignment")]
    pub clip_table_offset: u64,
    /// Offset of the sockets; 0 for a file without sockets.
    #[schema(spec = "BpatHeader", multiple_of = 16, lenient = "I-72", code = "bpat.alignment")]
    pub socket_table_offset: u64,
    /// Offset of the string table.
    #[schema(spec = "BpatHeader", multiple_of = 16, lenient = "I-72", code = "bpat.alignment")]
    pub string_table_offset: u64,
    /// Offset of the palettes.
    #[schema(spec = "BpatHeader", multiple_of = 16, lenient = "I-72", code = "bpat.alignment")]
    pub palette_data_offset: u64,
}

/// A file of version 1 (`Layout`).
///
/// The header states where each section lies; any order is valid. The poses are regions that each clip describes:
/// they are read only when a listener is present, so decoding reads the tables only.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "Layout",
    each(clips, assert((entry.frame_offset + entry.frame_count) <= header.frame_total, class = OutOfBounds, text = "the clip has the frames {entry.frame_offset} to {entry.frame_offset + entry.frame_count}, but the file has {header.frame_total}", on = frame_offset, code = "bpat.frame-range", spec = "Validation 7")),
    each(clips, assert(entry.frame_offset == before.frame_count, text = "begins at frame {entry.frame_offset}, expected {before.frame_count}, the sum of the frames before it", on = frame_offset, code = "bpat.frame-order", spec = "BpatClipEntry")),
    each(clips, assert((entry.name_offset + entry.name_length) < strings.len(), class = OutOfBounds, text = "{entry.name_length} bytes at offset {entry.name_offset} and a NUL exceed the string table of {strings.len()} bytes", on = name_offset, code = "bpat.name-range", spec = "Validation 9")),
    each(sockets, assert(entry.anchor_bone < header.bone_count, class = BadReference, text = "follows bone {entry.anchor_bone}, but there are {header.bone_count} bones", on = anchor_bone, code = "bpat.anchor-bone", spec = "BpatSocketEntry")),
    each(sockets, assert((entry.name_offset + entry.name_length) < strings.len(), class = OutOfBounds, text = "{entry.name_length} bytes at offset {entry.name_offset} and a NUL exceed the string table of {strings.len()} bytes", on = name_offset, code = "bpat.name-range", spec = "Validation 9")),
    assert((header.species_id < 3) || (header.species_id > 5), class = UnknownCode, text = "species {header.species_id} is not in the specification but occurs in files", on = header.species_id, code = "bpat.species", spec = "Validation 3", lenient = "I-70"),
    assert((header.socket_count != 0) || (header.socket_table_offset == 0), severity = warning, text = "states offset {header.socket_table_offset}, but there are no sockets", on = header.socket_table_offset, code = "bpat.no-sockets", spec = "BpatHeader"),
    derive(header.clip_count = clips.len(), header.socket_count = sockets.len(), header.string_table_size = strings.len(), header.frame_total = sum(clips.frame_count), code = "bpat.frame-total", spec = "Validation 6")
)]
pub struct Layout {
    /// Number and places of the parts.
    pub header: Header,
    /// One entry for each animation.
    #[br(count = header.clip_count)]
    #[schema(region(at = header.clip_table_offset, place(align = 16)))]
    pub clips: Vec<Clip>,
    /// One entry for each socket. In a file without sockets, the offset has no meaning.
    #[br(count = header.socket_count)]
    #[schema(
        region(at = if header.socket_count == 0 { header.clip_table_offset } else { header.socket_table_offset }, place(align = 16), set(header.socket_table_offset = if header.socket_count == 0 { 0 } else { region.offset }))
    )]
    pub sockets: Vec<Socket>,
    /// Names, each with its NUL; usually UTF-8. Names may share bytes.
    #[br(count = header.string_table_size)]
    #[schema(region(at = header.string_table_offset, place(align = 16)))]
    pub strings: Vec<u8>,
    /// The poses of the bones, clip by clip.
    #[br(args(header.bone_count))]
    #[schema(
        region(each = clips, at = header.palette_data_offset + ((entry.frame_offset * header.bone_count) * 64), size = (entry.frame_count * header.bone_count) * 64, place(align = 16), set(header.palette_data_offset = regions.offset, entry.frame_offset = (region.offset - regions.offset) / (header.bone_count * 64)))
    )]
    pub palettes: Regions<Palette>,
    /// The poses of the sockets, clip by clip: after all palettes.
    #[br(args(header.socket_count))]
    #[schema(
        region(each = clips, at = (header.palette_data_offset + ((header.frame_total * header.bone_count) * 64)) + ((entry.frame_offset * header.socket_count) * 48), size = (entry.frame_count * header.socket_count) * 48, place(align = 16), set())
    )]
    pub socket_data: Regions<SocketPalette>,
}

/// Pose of a bone (`Layout`): 64 bytes, row by row.
///
/// The element in row r and column c is `rows[r][c]`. The translation is `rows[0][3]`, `rows[1][3]`, `rows[2][3]`:
/// the floats 3, 7 and 11. The last row is 0, 0, 0, 1. (The specification compares the bytes with those of a
/// `QMatrix4x4`, which are column by column; see I-76.)
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 64)]
pub struct Matrix {
    /// Four rows of four.
    pub rows: [f32; 16],
}

/// The poses of the bones in one clip (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(bone_count: u64))]
#[schema(spec = "Layout")]
pub struct Palette {
    /// Frame by frame.
    #[br(parse_with = until_eof, args(bone_count))]
    pub frames: Vec<Frame>,
}

/// A point that follows a bone (`BpatSocketEntry`): 32 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatSocketEntry", size = 32)]
pub struct Socket {
    /// Offset of the name in the string table, in bytes.
    #[schema(spec = "Validation 9")]
    pub name_offset: u32,
    /// Size of the name in bytes, without its NUL.
    #[schema(spec = "Validation 9")]
    pub name_length: u32,
    /// Number of the bone that it follows, from 0.
    #[schema(spec = "BpatSocketEntry")]
    pub anchor_bone: u32,
    /// Where it is, in the space of the bone: x, y, z.
    pub local_offset: [f32; 3],
    /// Always zero.
    #[schema(spec = "Validation 11", reserved, code = "bpat.reserved")]
    pub reserved: [u32; 2],
}

/// The poses of the sockets in one frame (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(socket_count: u64))]
#[schema(spec = "Layout")]
pub struct SocketFrame {
    /// Socket by socket.
    #[br(count = socket_count)]
    pub sockets: Vec<SocketMatrix>,
}

/// Pose of a socket (`Layout`): 48 bytes, the rows 0 to 2 of a [`Matrix`] whose last row is 0, 0, 0, 1.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 48)]
pub struct SocketMatrix {
    /// Three rows of four.
    pub rows: [f32; 12],
}

/// The poses of the sockets in one clip (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(socket_count: u64))]
#[schema(spec = "Layout")]
pub struct SocketPalette {
    /// Frame by frame.
    #[br(parse_with = until_eof, args(socket_count))]
    pub frames: Vec<SocketFrame>,
}
