//! The declaration of the whole file.

use super::{Clip, ColumnMatrix, Header, Matrix, Socket, SocketMatrix, Species};
use bpx_schema::codec::Regions;
use bpx_schema::{Record, structure};

/// A file (`Layout`) of version 1, 2 or 3.
///
/// The header states the offsets of the sections; any order is valid. Each clip describes the regions of its poses. The
/// decoder reads the tables, and reads the poses only if there is a listener.
///
/// Files of two layouts state version 3. In the first layout, the palettes are poses, and the last two numbers of the
/// extension are reserved. In the second layout, these two numbers state the offsets of a bind palette and of the
/// parents of the bones, and the palettes are skinning matrices. The offset of the bind palette is the only difference
/// between the layouts; 0 means the first layout.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
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
            text = "expected frames that end at {header.frame_total} or before, found {entry.frame_count} frames from \
                    {entry.frame_offset} on",
            on = frame_offset,
            code = "bpat.frame-range",
            spec = "Validation 7"
        ),
        assert(
            entry.frame_offset == before.frame_count,
            text = "expected {before.frame_count}, the number of frames in the clips before, found \
                {entry.frame_offset}",
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
        ),
        assert(
            entry.name_offset + entry.name_length >= strings.len()
                || strings[entry.name_offset + entry.name_length] == 0,
            class = Unterminated,
            text = "expected a NUL after the name, found {strings[entry.name_offset + entry.name_length]:#x}",
            on = name_offset,
            code = "bpat.name-end",
            spec = "Validation 10"
        ),
        assert(
            header.version != 3 || entry.variant_family + entry.variant_ordinal == index,
            text = "expected a family and a variant that add up to the number of the clip, found variant \
                {entry.variant_ordinal} of family {entry.variant_family} in clip {index}",
            on = variant_family,
            code = "bpat.variant",
            spec = "BpatClipEntry",
            lenient = "I-118"
        )
    ),
    each(
        sockets,
        assert(
            entry.anchor_bone < header.bone_count,
            class = BadReference,
            text = "expected a bone number below {header.bone_count}, found {entry.anchor_bone}",
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
        ),
        assert(
            entry.name_offset + entry.name_length >= strings.len()
                || strings[entry.name_offset + entry.name_length] == 0,
            class = Unterminated,
            text = "expected a NUL after the name, found {strings[entry.name_offset + entry.name_length]:#x}",
            on = name_offset,
            code = "bpat.name-end",
            spec = "Validation 10"
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
        header.version != 1 || header.species_id < Species::HumanoidCaster || header.species_id > Species::Wolf,
        class = UnknownCode,
        text = "expected a known Species, found {header.species_id}",
        on = header.species_id,
        code = "bpat.species",
        spec = "Validation 3"
    ),
    assert(
        header.version == 2 || header.socket_table_offset % 16 == 0,
        text = "expected a multiple of 16, found {header.socket_table_offset}",
        on = header.socket_table_offset,
        code = "bpat.alignment",
        spec = "BpatHeader",
        lenient = "I-72"
    ),
    assert(
        header.version == 2 || header.string_table_offset % 16 == 0,
        text = "expected a multiple of 16, found {header.string_table_offset}",
        on = header.string_table_offset,
        code = "bpat.alignment",
        spec = "BpatHeader",
        lenient = "I-72"
    ),
    assert(
        header.version != 2 || header.socket_table_offset % 4 == 0,
        text = "expected a multiple of 4, found {header.socket_table_offset}",
        on = header.socket_table_offset,
        code = "bpat.alignment",
        spec = "BpatHeader",
        lenient = "I-72"
    ),
    assert(
        header.version != 2 || header.string_table_offset % 4 == 0,
        text = "expected a multiple of 4, found {header.string_table_offset}",
        on = header.string_table_offset,
        code = "bpat.alignment",
        spec = "BpatHeader",
        lenient = "I-72"
    ),
    assert(
        header.socket_count != 0 || header.socket_table_offset == 0,
        severity = warning,
        text = "expected offset 0 without sockets, found {header.socket_table_offset}",
        on = header.socket_table_offset,
        code = "bpat.no-sockets",
        spec = "BpatHeader"
    ),
    assert(
        contact_entry_count == 0 || contact_entry_count == header.frame_total,
        class = CountMismatch,
        text = "expected a contact for each of {header.frame_total} frames or none, found {contact_entry_count}",
        on = contact_entry_count,
        code = "bpat.contact-count",
        spec = "BpatHeader"
    ),
    assert(
        contact_entry_count != 0 || contact_data_offset == 0,
        severity = warning,
        text = "expected offset 0 without contacts, found {contact_data_offset}",
        on = contact_data_offset,
        code = "bpat.no-contacts",
        spec = "BpatHeader"
    ),
    assert(
        reserved0 == 0,
        class = ReservedNotZero,
        text = "expected 0, found {reserved0}",
        on = reserved0,
        code = "bpat.reserved",
        spec = "BpatHeader"
    ),
    assert(
        bind_palette_offset == 0 || bone_parent_offset != 0,
        class = UnsupportedFeature,
        text = "expected parents of bones beside the bind palette, found none: the file has the layout 3b, which was \
            never released, or the layout 3c without parents, which has the same bytes",
        on = bone_parent_offset,
        code = "bpat.layout-3b",
        spec = "BpatHeader"
    ),
    assert(
        bind_palette_offset != 0 || bone_parent_offset == 0,
        class = ReservedNotZero,
        text = "expected 0 without a bind palette, found {bone_parent_offset}",
        on = bone_parent_offset,
        code = "bpat.reserved",
        spec = "BpatHeader"
    ),
    assert(
        contact_data_offset % 16 == 0,
        text = "expected a multiple of 16, found {contact_data_offset}",
        on = contact_data_offset,
        code = "bpat.alignment",
        spec = "BpatHeader",
        lenient = "I-72"
    ),
    assert(
        bind_palette_offset % 16 == 0,
        text = "expected a multiple of 16, found {bind_palette_offset}",
        on = bind_palette_offset,
        code = "bpat.alignment",
        spec = "BpatHeader",
        lenient = "I-72"
    ),
    assert(
        bone_parent_offset % 16 == 0,
        text = "expected a multiple of 16, found {bone_parent_offset}",
        on = bone_parent_offset,
        code = "bpat.alignment",
        spec = "BpatHeader",
        lenient = "I-72"
    )
)]
pub struct Layout {
    /// Counts and offsets of the parts.
    pub header: Header,
    /// Offset of the contacts, or 0 for a file without contacts. This field and the next four exist since version 3.
    #[br(if(header.version == 3, 0))]
    #[schema(spec = "BpatHeader")]
    pub contact_data_offset: u64,
    /// Number of contacts, which is the number of frames or 0.
    #[br(if(header.version == 3, 0))]
    #[schema(spec = "BpatHeader")]
    pub contact_entry_count: u32,
    /// Always zero.
    #[br(if(header.version == 3, 0))]
    #[schema(spec = "BpatHeader")]
    pub reserved0: u32,
    /// Offset of the bind palette, or 0 for a file without a bind palette, whose palettes are poses.
    #[br(if(header.version == 3, 0))]
    #[schema(spec = "BpatHeader")]
    pub bind_palette_offset: u64,
    /// Offset of the parents of the bones, or 0 for a file without parents.
    #[br(if(header.version == 3, 0))]
    #[schema(spec = "BpatHeader")]
    pub bone_parent_offset: u64,
    /// One entry for each animation.
    #[br(count = header.clip_count, args(header.version))]
    #[schema(region(at = header.clip_table_offset, place(align = 16)))]
    pub clips: Vec<Clip>,
    /// One entry for each socket. In a file without sockets, the offset has no meaning.
    #[br(count = header.socket_count)]
    #[schema(region(
        at = if header.socket_count == 0 { header.clip_table_offset } else { header.socket_table_offset },
        place(align = if header.version == 2 { 4 } else { 16 }),
        set(header.socket_table_offset = if header.socket_count == 0 { 0 } else { region.offset })
    ))]
    pub sockets: Vec<Socket>,
    /// Names, each with its NUL; usually UTF-8. Names may share bytes.
    #[br(count = header.string_table_size)]
    #[schema(region(at = header.string_table_offset, place(align = if header.version == 2 { 4 } else { 16 })))]
    pub strings: Vec<u8>,
    /// The poses of the bones, clip by clip.
    #[br(args(header.bone_count, bind_palette_offset))]
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
    /// The poses of the sockets, clip by clip, after all palettes.
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
    /// The contacts of the feet, frame by frame.
    #[br(if(contact_entry_count != 0), count = contact_entry_count)]
    #[schema(region(at = contact_data_offset, place(align = 16)))]
    pub contacts: Option<Vec<Contact>>,
    /// The bone poses in which the mesh was modelled.
    #[br(if(bind_palette_offset != 0), count = header.bone_count)]
    #[schema(region(at = bind_palette_offset, place(align = 16)))]
    pub bind_palette: Option<Vec<ColumnMatrix>>,
    /// The parents of the bones, which form the tree of the skeleton.
    #[br(if(bone_parent_offset != 0), args(header.bone_count))]
    #[schema(region(at = bone_parent_offset, place(align = 16)))]
    pub bone_parents: Option<BoneParents>,
}

/// The heights of a creature's feet in one frame (`Layout`): 8 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 8)]
pub struct Contact {
    /// The y coordinate of the lowest point of the soles, relative to the bind pose.
    pub sole_y: f32,
    /// The y coordinate of the lowest origin of a foot bone.
    pub foot_y: f32,
}

/// The parents of all bones (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(bone_count: u32))]
#[schema(
    spec = "Layout",
    each(
        bones,
        assert(
            entry.parent == BoneParent::ROOT || entry.parent < index,
            class = BadReference,
            text = "expected a parent before bone {index} in the list, found bone {entry.parent} as the parent",
            on = parent,
            code = "bpat.bone-parent",
            spec = "Layout"
        )
    )
)]
pub struct BoneParents {
    /// The parent of each bone.
    #[br(count = bone_count)]
    pub bones: Vec<BoneParent>,
}

/// The parent of a bone (`Layout`): one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(spec = "Layout", size = 1)]
pub struct BoneParent {
    /// Number of an earlier bone, or 255 for a bone without a parent.
    pub parent: u8,
}

impl BoneParent {
    /// A bone without a parent.
    pub const ROOT: u8 = 0xFF;
}

/// The poses of the bones in one clip (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(bone_count: u32, bind_palette: u64))]
#[schema(spec = "Layout")]
pub struct Palette {
    /// The frames of the clip, in order.
    #[br(parse_with = until_eof, args(bone_count, bind_palette))]
    pub frames: Vec<Frame>,
}

/// The poses of the bones in one frame (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(bone_count: u32, bind_palette: u64))]
#[schema(spec = "Layout")]
pub struct Frame {
    /// The pose of each bone, row by row, in a file without a bind palette.
    #[br(if(bind_palette == 0), count = bone_count)]
    pub bones: Option<Vec<Matrix>>,
    /// The pose of each bone times the inverse of its bind pose, column by column, in a file with a bind palette.
    #[br(if(bind_palette != 0), count = bone_count)]
    pub skins: Option<Vec<ColumnMatrix>>,
}

/// The poses of the sockets in one clip (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(socket_count: u32))]
#[schema(spec = "Layout")]
pub struct SocketPalette {
    /// The frames of the clip, in order.
    #[br(parse_with = until_eof, args(socket_count))]
    pub frames: Vec<SocketFrame>,
}

/// The poses of the sockets in one frame (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(socket_count: u32))]
#[schema(spec = "Layout")]
pub struct SocketFrame {
    /// The pose of each socket.
    #[br(count = socket_count)]
    pub sockets: Vec<SocketMatrix>,
}
