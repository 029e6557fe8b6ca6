//! The extension after the header in version 3.

use bpx_schema::Record;

/// The offsets of the tables of version 3 (`BpatHeaderExtension`): 32 bytes, which are all zero for a file of another
/// version.
///
/// [`Layout`](super::Layout) declares the same fields, so that expressions can name them in a file that lacks them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Record)]
#[brw(little)]
#[schema(spec = "BpatHeader", size = 32)]
pub struct Extension {
    /// Offset of the contacts, or 0 for a file without contacts.
    pub contact_data_offset: u64,
    /// Number of contacts, which is the number of frames or 0.
    pub contact_entry_count: u32,
    /// Always zero.
    pub reserved0: u32,
    /// Offset of the bind palette, or 0 for a file without a bind palette, whose palettes are poses instead of skinning
    /// matrices.
    pub bind_palette_offset: u64,
    /// Offset of the parents of the bones, or 0 for a file without parents.
    pub bone_parent_offset: u64,
}
