//! The file as a whole.

use super::{Clip, Header, Matrix, Socket, SocketMatrix, Species};
use bpx_schema::codec::Regions;
use bpx_schema::structure;

/// A file of version 1 (`Layout`).
///
/// The header states where each section lies; any order is valid. The poses are regions that each clip describes:
/// they are read only when a listener is present, so decoding reads the tables only.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(
    spec = "Layout",
    derive(
        header.clip_count = clips.len(),
        header.socket_count = sockets.len(),
        header.string_table_size = strings.len(),
        header.frame_total = sum(clips.frame_count),
        code = "bpat.frame-total",
        spec = "Validation 6"
    ),
    each(
        clips,
        assert(
            entry.frame_offset + entry.frame_count <= header.frame_total,
            class = OutOfBounds,
            text = "the clip has the frames {entry.frame_offset} to {entry.frame_offset + entry.frame_count}, but the file \
                    has {header.frame_total}",
            on = frame_offset,
            code = "bpat.frame-range",
            spec = "Validation 7"
        ),
        assert(
            entry.frame_offset == before.frame_count,
            text = "begins at frame {entry.frame_offset}, expected {before.frame_count}, the sum of the frames before it",
            on = frame_offset,
            code = "bpat.frame-order",
            spec = "BpatClipEntry"
        ),
        assert(
            entry.name_offset + entry.name_length < strings.len(),
            class = OutOfBounds,
            text = "{entry.name_length} bytes at offset {entry.name_offset} and a NUL exceed the string table of \
                    {strings.len()} bytes",
            on = name_offset,
            code = "bpat.name-range",
            spec = "Validation 9"
        )
    ),
    each(
        sockets,
        assert(
            entry.anchor_bone < header.bone_count,
            class = BadReference,
            text = "follows bone {entry.anchor_bone}, but there are {header.bone_count} bones",
            on = anchor_bone,
            code = "bpat.anchor-bone",
            spec = "BpatSocketEntry"
        ),
        assert(
            entry.name_offset + entry.name_length < strings.len(),
            class = OutOfBounds,
            text = "{entry.name_length} bytes at offset {entry.name_offset} and a NUL exceed the string table of \
                    {strings.len()} bytes",
            on = name_offset,
            code = "bpat.name-range",
            spec = "Validation 9"
        )
    ),
    assert(
        header.species_id < Species::HumanoidSword || header.species_id > Species::HumanoidSkeleton,
        class = UnknownCode,
        text = "species {header.species_id} is not in the specification but occurs in files",
        on = header.species_id,
        code = "bpat.species",
        spec = "Validation 3",
        lenient = "I-70"
    ),
    assert(
        header.socket_count != 0 || header.socket_table_offset == 0,
        severity = warning,
        text = "states offset {header.socket_table_offset}, but there are no sockets",
        on = header.socket_table_offset,
        code = "bpat.no-sockets",
        spec = "BpatHeader"
    )
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
    #[schema(region(
        at = if header.socket_count == 0 { header.clip_table_offset } else { header.socket_table_offset },
        place(align = 16),
        set(header.socket_table_offset = if header.socket_count == 0 { 0 } else { region.offset })
    ))]
    pub sockets: Vec<Socket>,
    /// Names, each with its NUL; usually UTF-8. Names may share bytes.
    #[br(count = header.string_table_size)]
    #[schema(region(at = header.string_table_offset, place(align = 16)))]
    pub strings: Vec<u8>,
    /// The poses of the bones, clip by clip.
    #[br(args(header.bone_count))]
    #[schema(region(
        each = clips,
        at = header.palette_data_offset + entry.frame_offset * header.bone_count * 64,
        size = entry.frame_count * header.bone_count * 64,
        place(align = 16),
        set(
            header.palette_data_offset = regions.offset,
            entry.frame_offset = (region.offset - regions.offset) / (header.bone_count * 64)
        )
    ))]
    pub palettes: Regions<Palette>,
    /// The poses of the sockets, clip by clip: after all palettes.
    #[br(args(header.socket_count))]
    #[schema(region(
        each = clips,
        at = header.palette_data_offset
            + header.frame_total * header.bone_count * 64
            + entry.frame_offset * header.socket_count * 48,
        size = entry.frame_count * header.socket_count * 48,
        place(align = 16),
        set()
    ))]
    pub socket_data: Regions<SocketPalette>,
}

/// The poses of the bones in one clip (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(bone_count: u32))]
#[schema(spec = "Layout")]
pub struct Palette {
    /// Frame by frame.
    #[br(parse_with = until_eof, args(bone_count))]
    pub frames: Vec<Frame>,
}

/// The poses of the bones in one frame (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(bone_count: u32))]
#[schema(spec = "Layout")]
pub struct Frame {
    /// Bone by bone.
    #[br(count = bone_count)]
    pub bones: Vec<Matrix>,
}

/// The poses of the sockets in one clip (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(socket_count: u32))]
#[schema(spec = "Layout")]
pub struct SocketPalette {
    /// Frame by frame.
    #[br(parse_with = until_eof, args(socket_count))]
    pub frames: Vec<SocketFrame>,
}

/// The poses of the sockets in one frame (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(socket_count: u32))]
#[schema(spec = "Layout")]
pub struct SocketFrame {
    /// Socket by socket.
    #[br(count = socket_count)]
    pub sockets: Vec<SocketMatrix>,
}
