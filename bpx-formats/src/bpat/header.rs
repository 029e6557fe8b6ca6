//! The header, which is the first 64 bytes.

use bpx_schema::Record;

/// The creature that the skeleton belongs to (`BpatHeader`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u32)]
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

/// The header with counts and offsets of the parts (`BpatHeader`): 64 bytes.
///
/// Offsets count bytes from the beginning of the file. The header does not state the offset of the socket data, because
/// the socket data follows the palettes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
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
    #[schema(spec = "Validation 5", range(1..=0xFFFF_FFFF), code = "bpat.clip-count")]
    pub clip_count: u32,
    /// Number of frames of all clips together.
    #[schema(spec = "Validation 6")]
    pub frame_total: u32,
    /// Size of the string table in bytes, every NUL included.
    pub string_table_size: u32,
    /// Offset of the clips.
    #[schema(spec = "BpatHeader", multiple_of = 16, code = "bpat.alignment", lenient = "I-72")]
    pub clip_table_offset: u64,
    /// Offset of the sockets; 0 for a file without sockets.
    #[schema(spec = "BpatHeader")]
    pub socket_table_offset: u64,
    /// Offset of the string table.
    #[schema(spec = "BpatHeader")]
    pub string_table_offset: u64,
    /// Offset of the palettes.
    #[schema(spec = "BpatHeader", multiple_of = 16, code = "bpat.alignment", lenient = "I-72")]
    pub palette_data_offset: u64,
}
