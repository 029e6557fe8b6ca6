//! The extension after the header in version 3.

use bpx_schema::Record;

/// Where the tables of version 3 lie (`BpatHeaderExtension`): 32 bytes. All zero for a file of another version.
///
/// [`Layout`](super::Layout) declares the same fields, so that expressions can name them in a file that lacks them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Record)]
#[brw(little)]
#[schema(spec = "BpatHeader", size = 32)]
pub struct Extension {
    /// Offset of the contacts; 0 for a file without them.
    pub contact_data_offset: u64,
    /// Number of contacts: as many as frames, or 0.
    pub contact_entry_count: u32,
    /// Always zero.
    pub reserved0: u32,
    /// Offset of the bind palette; 0 for a file without it, whose palettes are poses and no skinning matrices.
    pub bind_palette_offset: u64,
    /// Offset of the parents of the bones; 0 for a file without them.
    pub bone_parent_offset: u64,
}
