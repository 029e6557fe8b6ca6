//! Generated from `bpat-3` by `bpx spec generate`.
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
    /// A person with a sword.
    #[schema(name = "humanoid_sword")]
    HumanoidSword = 3,
    /// A person with a spear.
    #[schema(name = "humanoid_spear")]
    HumanoidSpear = 4,
    /// A skeleton.
    #[schema(name = "humanoid_skeleton")]
    HumanoidSkeleton = 5,
    /// A person who casts.
    #[schema(name = "humanoid_caster")]
    HumanoidCaster = 6,
    /// A person who casts with a staff.
    #[schema(name = "humanoid_stave_caster")]
    HumanoidStaveCaster = 7,
    /// A sheep.
    #[schema(name = "sheep")]
    Sheep = 8,
    /// A wolf.
    #[schema(name = "wolf")]
    Wolf = 9,
}

/// BpatClipEntry.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatClipEntry", size = 48)]
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
    /// Between 0 and 1; 1 when the clip supplies contact with the ground.
    #[schema(name = "flags")]
    pub flags: u8,
    /// The number of the clip in its family.
    #[schema(name = "variant_ordinal")]
    pub variant_ordinal: u8,
    /// Always 0.
    #[schema(name = "variant_pad", reserved)]
    pub variant_pad: u8,
    /// The number of the first clip of the family.
    #[schema(name = "variant_family")]
    pub variant_family: u16,
    /// Always 0.
    #[schema(name = "variant_reserved", reserved)]
    pub variant_reserved: u16,
    /// The creature begins to prepare.
    #[schema(name = "marker_anticipation_start")]
    pub marker_anticipation_start: f32,
    /// The weapon leaves the hand.
    #[schema(name = "marker_weapon_release")]
    pub marker_weapon_release: f32,
    /// The blow meets its target.
    #[schema(name = "marker_contact")]
    pub marker_contact: f32,
    /// The creature may recover from here on.
    #[schema(name = "marker_recover_unlocked")]
    pub marker_recover_unlocked: f32,
    /// The clip may end from here on.
    #[schema(name = "marker_exit_safe")]
    pub marker_exit_safe: f32,
}

/// BpatContact.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatContact", size = 8)]
pub struct BpatContact {
    /// The lowest point of the soles.
    #[schema(name = "sole_y")]
    pub sole_y: f32,
    /// The lowest origin of a bone of a foot.
    #[schema(name = "foot_y")]
    pub foot_y: f32,
}

/// BpatHeader.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatHeader", size = 64)]
pub struct BpatHeader {
    /// Always "BPAT".
    #[schema(name = "magic", magic = b"BPAT")]
    pub magic: [u8; 4],
    /// Always 3.
    #[schema(name = "version", one_of(3))]
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

/// BpatHeaderExtension.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "BpatHeaderExtension", size = 32)]
pub struct BpatHeaderExtension {
    /// Where the contacts begin in the file; 0 without contacts.
    #[schema(name = "contact_data_offset")]
    pub contact_data_offset: u64,
    /// How many contacts there are: one for each frame, or none.
    #[schema(name = "contact_entry_count")]
    pub contact_entry_count: u32,
    /// Always 0.
    #[schema(name = "reserved0", reserved)]
    pub reserved0: u32,
    /// Where the bind palette begins in the file; 0 without one.
    #[schema(name = "bind_palette_offset")]
    pub bind_palette_offset: u64,
    /// Where the parents of the bones begin in the file; 0 without them.
    #[schema(name = "bone_parent_offset")]
    pub bone_parent_offset: u64,
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
