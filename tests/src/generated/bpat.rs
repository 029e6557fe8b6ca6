//! Generated from the schema of `bpat`.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::codec::Regions;
use bpx_schema::{Record, structure};

/// The creature that the skeleton belongs to (`BpatHeader`).
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
    /// A humanoid with a sword, which occurs in files but is not in the specification.
    #[schema(name = "humanoid_sword")]
    HumanoidSword = 3,
    /// A humanoid with a spear, which is not in the specification.
    #[schema(name = "humanoid_spear")]
    HumanoidSpear = 4,
    /// A skeleton, which is not in the specification.
    #[schema(name = "humanoid_skeleton")]
    HumanoidSkeleton = 5,
    /// A humanoid that casts spells; since version 2.
    #[schema(name = "humanoid_caster")]
    HumanoidCaster = 6,
    /// A humanoid that casts spells with a staff; since version 2.
    #[schema(name = "humanoid_stave_caster")]
    HumanoidStaveCaster = 7,
    /// A sheep; since version 2.
    #[schema(name = "sheep")]
    Sheep = 8,
    /// A wolf; since version 2.
    #[schema(name = "wolf")]
    Wolf = 9,
}

/// The parent of a bone (`Layout`): one byte.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 1)]
pub struct BoneParent {
    /// Number of an earlier bone, or 255 for a bone without a parent.
    pub parent: u8,
}

/// The parents of all bones (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(bone_count: u64))]
#[schema(
    spec = "Layout",
    each(bones, assert((entry.parent == 255) || (entry.parent < index), class = BadReference, text = "expected a parent before bone {index} in the list, found bone {entry.parent} as the parent", on = parent, code = "bpat.bone-parent"))
)]
pub struct BoneParents {
    /// The parent of each bone.
    #[br(count = bone_count)]
    pub bones: Vec<BoneParent>,
}

/// One animation (`BpatClipEntry`): 32 bytes in version 1, 44 in version 2, 48 in version 3.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(version: u64))]
#[schema(spec = "BpatClipEntry")]
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
    /// Frames per second; every bit pattern is valid.
    pub fps: f32,
    /// 1 when the clip starts over at its end, 0 when not.
    #[schema(spec = "BpatClipEntry", range(0..=1), lenient = "I-73", code = "bpat.loops")]
    pub loops: u8,
    /// Always zero; only in versions 1 and 2.
    #[br(if(version != 3))]
    #[schema(name = "_pad", spec = "Validation 11", reserved, code = "bpat.reserved")]
    pub pad: Option<[u8; 3]>,
    /// Always zero; only in version 1.
    #[br(if(version == 1))]
    #[schema(spec = "Validation 11", reserved, code = "bpat.reserved")]
    pub reserved: Option<[u32; 2]>,
    /// 1 when the clip supplies contact with the ground, 0 when not; since version 3.
    #[br(if(version == 3, 0))]
    #[schema(spec = "BpatClipEntry", range(0..=1), lenient = "I-118", code = "bpat.flags")]
    pub flags: u8,
    /// Number of the clip in its family, from 0; since version 3.
    #[br(if(version == 3, 0))]
    #[schema(spec = "BpatClipEntry")]
    pub variant_ordinal: u8,
    /// Always zero; since version 3.
    #[br(if(version == 3, 0))]
    #[schema(spec = "BpatClipEntry", reserved, code = "bpat.reserved")]
    pub variant_pad: u8,
    /// Number of the first clip of the family, or of the clip itself if it has no family; since version 3.
    #[br(if(version == 3, 0))]
    #[schema(spec = "BpatClipEntry")]
    pub variant_family: u16,
    /// Always zero; since version 3.
    #[br(if(version == 3, 0))]
    #[schema(spec = "BpatClipEntry", reserved, code = "bpat.reserved")]
    pub variant_reserved: u16,
    /// Moments of the clip; since version 2.
    #[br(if(version >= 2))]
    #[schema(spec = "BpatClipEntry")]
    pub markers: Option<Markers>,
}

/// A matrix of a file with a bind palette (`Layout`): 64 bytes, column by column.
///
/// The element in row r and column c is `columns[c][r]`. The translation is `columns[3][0]`, `columns[3][1]`,
/// `columns[3][2]`, which are the floats 12, 13 and 14.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 64)]
pub struct ColumnMatrix {
    /// Four columns of four numbers.
    pub columns: [f32; 16],
}

/// The heights of a creature's feet in one frame (`Layout`): 8 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 8)]
pub struct Contact {
    /// The y coordinate of the lowest point of the soles, relative to the bind pose.
    pub sole_y: f32,
    /// The y coordinate of the lowest origin of a foot bone.
    pub foot_y: f32,
}

/// The poses of the bones in one frame (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(bone_count: u64, bind_palette: u64))]
#[schema(spec = "Layout")]
pub struct Frame {
    /// The pose of each bone, row by row, in a file without a bind palette.
    #[br(if(bind_palette == 0), count = bone_count)]
    pub bones: Option<Vec<Matrix>>,
    /// The pose of each bone times the inverse of its bind pose, column by column, in a file with a bind palette.
    #[br(if(bind_palette != 0), count = bone_count)]
    pub skins: Option<Vec<ColumnMatrix>>,
}

/// The header with counts and offsets of the parts (`BpatHeader`): 64 bytes.
///
/// Offsets count bytes from the beginning of the file. The header does not state the offset of the socket data, because
/// the socket data follows the palettes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatHeader", size = 64)]
pub struct Header {
    /// Always `BPAT`.
    #[schema(spec = "Validation 1", magic = b"BPAT", code = "bpat.magic")]
    pub magic: [u8; 4],
    /// 1, 2 or 3. The number decides the size of a clip, and whether an extension follows the header.
    #[schema(spec = "Validation 2", supported(1, 2, 3), code = "bpat.version")]
    pub version: u32,
    /// The code of the creature.
    #[schema(spec = "Validation 3", codes = Species, known, code = "bpat.species")]
    pub species_id: u32,
    /// Number of bones, from 1 to 64, which is the number of matrices in a frame.
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
    #[schema(spec = "BpatHeader")]
    pub socket_table_offset: u64,
    /// Offset of the string table.
    #[schema(spec = "BpatHeader")]
    pub string_table_offset: u64,
    /// Offset of the palettes.
    #[schema(spec = "BpatHeader", multiple_of = 16, lenient = "I-72", code = "bpat.alignment")]
    pub palette_data_offset: u64,
}

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
    each(clips, assert((entry.frame_offset + entry.frame_count) <= header.frame_total, class = OutOfBounds, text = "expected frames that end at {header.frame_total} or before, found {entry.frame_count} frames from {entry.frame_offset} on", on = frame_offset, code = "bpat.frame-range", spec = "Validation 7")),
    each(clips, assert(entry.frame_offset == before.frame_count, text = "expected {before.frame_count}, the number of frames in the clips before, found {entry.frame_offset}", on = frame_offset, code = "bpat.frame-order", spec = "BpatClipEntry")),
    each(clips, assert((entry.name_offset + entry.name_length) < strings.len(), class = OutOfBounds, text = "{entry.name_length} bytes at offset {entry.name_offset} and a NUL exceed the string table of {strings.len()} bytes", on = name_offset, code = "bpat.name-range", spec = "Validation 9")),
    each(clips, assert(((entry.name_offset + entry.name_length) >= strings.len()) || (strings[entry.name_offset + entry.name_length] == 0), class = Unterminated, text = "expected a NUL after the name, found {strings[entry.name_offset + entry.name_length]:#x}", on = name_offset, code = "bpat.name-end", spec = "Validation 10")),
    each(clips, assert((header.version != 3) || ((entry.variant_family + entry.variant_ordinal) == index), text = "expected a family and a variant that add up to the number of the clip, found variant {entry.variant_ordinal} of family {entry.variant_family} in clip {index}", on = variant_family, code = "bpat.variant", spec = "BpatClipEntry", lenient = "I-118")),
    each(sockets, assert(entry.anchor_bone < header.bone_count, class = BadReference, text = "expected a bone number below {header.bone_count}, found {entry.anchor_bone}", on = anchor_bone, code = "bpat.anchor-bone", spec = "BpatSocketEntry")),
    each(sockets, assert((entry.name_offset + entry.name_length) < strings.len(), class = OutOfBounds, text = "{entry.name_length} bytes at offset {entry.name_offset} and a NUL exceed the string table of {strings.len()} bytes", on = name_offset, code = "bpat.name-range", spec = "Validation 9")),
    each(sockets, assert(((entry.name_offset + entry.name_length) >= strings.len()) || (strings[entry.name_offset + entry.name_length] == 0), class = Unterminated, text = "expected a NUL after the name, found {strings[entry.name_offset + entry.name_length]:#x}", on = name_offset, code = "bpat.name-end", spec = "Validation 10")),
    assert((header.species_id < 3) || (header.species_id > 5), class = UnknownCode, text = "species {header.species_id} is not in the specification but occurs in files", on = header.species_id, code = "bpat.species", spec = "Validation 3", lenient = "I-70"),
    assert(((header.version != 1) || (header.species_id < 6)) || (header.species_id > 9), class = UnknownCode, text = "expected a known Species, found {header.species_id}", on = header.species_id, code = "bpat.species", spec = "Validation 3"),
    assert((header.version == 2) || ((header.socket_table_offset % 16) == 0), text = "expected a multiple of 16, found {header.socket_table_offset}", on = header.socket_table_offset, code = "bpat.alignment", spec = "BpatHeader", lenient = "I-72"),
    assert((header.version == 2) || ((header.string_table_offset % 16) == 0), text = "expected a multiple of 16, found {header.string_table_offset}", on = header.string_table_offset, code = "bpat.alignment", spec = "BpatHeader", lenient = "I-72"),
    assert((header.version != 2) || ((header.socket_table_offset % 4) == 0), text = "expected a multiple of 4, found {header.socket_table_offset}", on = header.socket_table_offset, code = "bpat.alignment", spec = "BpatHeader", lenient = "I-72"),
    assert((header.version != 2) || ((header.string_table_offset % 4) == 0), text = "expected a multiple of 4, found {header.string_table_offset}", on = header.string_table_offset, code = "bpat.alignment", spec = "BpatHeader", lenient = "I-72"),
    assert((header.socket_count != 0) || (header.socket_table_offset == 0), severity = warning, text = "expected offset 0 without sockets, found {header.socket_table_offset}", on = header.socket_table_offset, code = "bpat.no-sockets", spec = "BpatHeader"),
    assert((contact_entry_count == 0) || (contact_entry_count == header.frame_total), class = CountMismatch, text = "expected a contact for each of {header.frame_total} frames or none, found {contact_entry_count}", on = contact_entry_count, code = "bpat.contact-count", spec = "BpatHeader"),
    assert((contact_entry_count != 0) || (contact_data_offset == 0), severity = warning, text = "expected offset 0 without contacts, found {contact_data_offset}", on = contact_data_offset, code = "bpat.no-contacts", spec = "BpatHeader"),
    assert(reserved0 == 0, class = ReservedNotZero, text = "expected 0, found {reserved0}", on = reserved0, code = "bpat.reserved", spec = "BpatHeader"),
    assert((bind_palette_offset == 0) || (bone_parent_offset != 0), class = UnsupportedFeature, text = "expected parents of bones beside the bind palette, found none: the file has the layout 3b, which was never released, or the layout 3c without parents, which has the same bytes", on = bone_parent_offset, code = "bpat.layout-3b", spec = "BpatHeader"),
    assert((bind_palette_offset != 0) || (bone_parent_offset == 0), class = ReservedNotZero, text = "expected 0 without a bind palette, found {bone_parent_offset}", on = bone_parent_offset, code = "bpat.reserved", spec = "BpatHeader"),
    assert((contact_data_offset % 16) == 0, text = "expected a multiple of 16, found {contact_data_offset}", on = contact_data_offset, code = "bpat.alignment", spec = "BpatHeader", lenient = "I-72"),
    assert((bind_palette_offset % 16) == 0, text = "expected a multiple of 16, found {bind_palette_offset}", on = bind_palette_offset, code = "bpat.alignment", spec = "BpatHeader", lenient = "I-72"),
    assert((bone_parent_offset % 16) == 0, text = "expected a multiple of 16, found {bone_parent_offset}", on = bone_parent_offset, code = "bpat.alignment", spec = "BpatHeader", lenient = "I-72"),
    derive(header.clip_count = clips.len(), header.socket_count = sockets.len(), header.string_table_size = strings.len(), header.frame_total = sum(clips.frame_count), code = "bpat.frame-total", spec = "Validation 6")
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
    #[schema(
        region(at = if header.socket_count == 0 { header.clip_table_offset } else { header.socket_table_offset }, place(align = if header.version == 2 { 4 } else { 16 }), set(header.socket_table_offset = if header.socket_count == 0 { 0 } else { region.offset }))
    )]
    pub sockets: Vec<Socket>,
    /// Names, each with its NUL; usually UTF-8. Names may share bytes.
    #[br(count = header.string_table_size)]
    #[schema(region(at = header.string_table_offset, place(align = if header.version == 2 { 4 } else { 16 })))]
    pub strings: Vec<u8>,
    /// The poses of the bones, clip by clip.
    #[br(args(header.bone_count, bind_palette_offset))]
    #[schema(
        region(each = clips, at = header.palette_data_offset + ((entry.frame_offset * header.bone_count) * 64), size = (entry.frame_count * header.bone_count) * 64, place(align = 16), set(header.palette_data_offset = regions.offset, entry.frame_offset = (region.offset - regions.offset) / (header.bone_count * 64)))
    )]
    pub palettes: Regions<Palette>,
    /// The poses of the sockets, clip by clip, after all palettes.
    #[br(args(header.socket_count))]
    #[schema(
        region(each = clips, at = (header.palette_data_offset + ((header.frame_total * header.bone_count) * 64)) + ((entry.frame_offset * header.socket_count) * 48), size = (entry.frame_count * header.socket_count) * 48, place(align = 16), set())
    )]
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

/// Moments of a clip, as fractions of the clip from 0 to 1, or -1 for a moment that is not set (`BpatClipEntry`): 20
/// bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(
    spec = "BpatClipEntry",
    assert((anticipation_start == -1.0) || ((anticipation_start >= 0.0) && (anticipation_start <= 1.0)), class = OutOfRange, text = "expected -1 or a number from 0 to 1, found {anticipation_start}", on = anticipation_start, code = "bpat.marker", lenient = "I-118"),
    assert((weapon_release == -1.0) || ((weapon_release >= 0.0) && (weapon_release <= 1.0)), class = OutOfRange, text = "expected -1 or a number from 0 to 1, found {weapon_release}", on = weapon_release, code = "bpat.marker", lenient = "I-118"),
    assert((contact == -1.0) || ((contact >= 0.0) && (contact <= 1.0)), class = OutOfRange, text = "expected -1 or a number from 0 to 1, found {contact}", on = contact, code = "bpat.marker", lenient = "I-118"),
    assert((recover_unlocked == -1.0) || ((recover_unlocked >= 0.0) && (recover_unlocked <= 1.0)), class = OutOfRange, text = "expected -1 or a number from 0 to 1, found {recover_unlocked}", on = recover_unlocked, code = "bpat.marker", lenient = "I-118"),
    assert((exit_safe == -1.0) || ((exit_safe >= 0.0) && (exit_safe <= 1.0)), class = OutOfRange, text = "expected -1 or a number from 0 to 1, found {exit_safe}", on = exit_safe, code = "bpat.marker", lenient = "I-118"),
    size = 20
)]
pub struct Markers {
    /// The moment when the creature begins to prepare.
    #[schema(name = "marker_anticipation_start")]
    pub anticipation_start: f32,
    /// The moment when the weapon leaves the hand.
    #[schema(name = "marker_weapon_release")]
    pub weapon_release: f32,
    /// The moment when the blow meets its target.
    #[schema(name = "marker_contact")]
    pub contact: f32,
    /// The moment from which the creature may recover.
    #[schema(name = "marker_recover_unlocked")]
    pub recover_unlocked: f32,
    /// The moment from which the clip may end.
    #[schema(name = "marker_exit_safe")]
    pub exit_safe: f32,
}

/// Pose of a bone (`Layout`): 64 bytes, row by row.
///
/// The element in row r and column c is `rows[r][c]`. The translation is `rows[0][3]`, `rows[1][3]`, `rows[2][3]`,
/// which are the floats 3, 7 and 11. The last row is 0, 0, 0, 1. (The specification compares the bytes with those of a
/// `QMatrix4x4`, which are column by column; see I-76.)
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 64)]
pub struct Matrix {
    /// Four rows of four numbers.
    pub rows: [f32; 16],
}

/// The poses of the bones in one clip (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(bone_count: u64, bind_palette: u64))]
#[schema(spec = "Layout")]
pub struct Palette {
    /// The frames of the clip, in order.
    #[br(parse_with = until_eof, args(bone_count, bind_palette))]
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
    /// Number of the bone that the socket follows, from 0.
    #[schema(spec = "BpatSocketEntry")]
    pub anchor_bone: u32,
    /// Position of the socket in the space of the bone: x, y, z.
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
    /// The pose of each socket.
    #[br(count = socket_count)]
    pub sockets: Vec<SocketMatrix>,
}

/// Pose of a socket (`Layout`): 48 bytes, the rows 0 to 2 of a [`Matrix`] whose last row is 0, 0, 0, 1.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 48)]
pub struct SocketMatrix {
    /// Three rows of four numbers.
    pub rows: [f32; 12],
}

/// The poses of the sockets in one clip (`Layout`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(socket_count: u64))]
#[schema(spec = "Layout")]
pub struct SocketPalette {
    /// The frames of the clip, in order.
    #[br(parse_with = until_eof, args(socket_count))]
    pub frames: Vec<SocketFrame>,
}
