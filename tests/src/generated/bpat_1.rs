//! Generated from `bpat-1` by `bpx spec generate`.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::Record;

/// species_id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Species id")]
pub enum BpatHeaderSpeciesId {
    /// A person.
    #[schema(name = "humanoid")]
    Humanoid = 0,
    /// A horse.
    #[schema(name = "horse")]
    Horse = 1,
    /// An elephant.
    #[schema(name = "elephant")]
    Elephant = 2,
}

/// BpatClipEntry.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatClipEntry", size = 32)]
pub struct BpatClipEntry {
    /// Where the name begins in the names.
    #[schema(name = "name_offset")]
    pub name_offset: u32,
    /// Bytes of the name, without its NUL.
    #[schema(name = "name_length")]
    pub name_length: u32,
    /// At least 1.
    #[schema(name = "frame_count", range(1..=4294967295))]
    pub frame_count: u32,
    /// Frames of all clips before this one.
    #[schema(name = "frame_offset")]
    pub frame_offset: u32,
    /// Frames a second.
    #[schema(name = "fps")]
    pub fps: f32,
    /// Between 0 and 1.
    #[schema(name = "loops", range(0..=1))]
    pub loops: u8,
    /// Always 0.
    #[schema(name = "_pad", reserved)]
    pub pad: [u8; 3],
    /// Always 0.
    #[schema(name = "reserved", reserved)]
    pub reserved: [u32; 2],
}

/// BpatHeader.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatHeader", size = 64)]
pub struct BpatHeader {
    /// Always "BPAT".
    #[schema(name = "magic", magic = b"BPAT")]
    pub magic: [u8; 4],
    /// Always 1.
    #[schema(name = "version", one_of(1))]
    pub version: u32,
    /// Which creature.
    #[schema(name = "species_id", codes = BpatHeaderSpeciesId, known)]
    pub species_id: u32,
    /// Between 1 and 64.
    #[schema(name = "bone_count", range(1..=64))]
    pub bone_count: u32,
    /// How many sockets there are.
    #[schema(name = "socket_count")]
    pub socket_count: u32,
    /// How many clips there are.
    #[schema(name = "clip_count")]
    pub clip_count: u32,
    /// Frames of all clips together.
    #[schema(name = "frame_total")]
    pub frame_total: u32,
    /// Bytes of all names, every NUL included.
    #[schema(name = "string_table_size")]
    pub string_table_size: u32,
    /// Where the clips begin in the file.
    #[schema(name = "clip_table_offset")]
    pub clip_table_offset: u64,
    /// Where the sockets begin in the file.
    #[schema(name = "socket_table_offset")]
    pub socket_table_offset: u64,
    /// Where the names begin in the file.
    #[schema(name = "string_table_offset")]
    pub string_table_offset: u64,
    /// Where the palettes begin in the file.
    #[schema(name = "palette_data_offset")]
    pub palette_data_offset: u64,
}

/// BpatSocketEntry.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatSocketEntry", size = 32)]
pub struct BpatSocketEntry {
    /// Where the name begins in the names.
    #[schema(name = "name_offset")]
    pub name_offset: u32,
    /// Bytes of the name, without its NUL.
    #[schema(name = "name_length")]
    pub name_length: u32,
    /// The bone that it follows.
    #[schema(name = "anchor_bone")]
    pub anchor_bone: u32,
    /// Where it is, in the space of the bone.
    #[schema(name = "local_offset")]
    pub local_offset: [f32; 3],
    /// Always 0.
    #[schema(name = "reserved", reserved)]
    pub reserved: [u32; 2],
}
