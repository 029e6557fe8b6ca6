//! The table of sockets.

use bpx_schema::Record;

/// A point that follows a bone (`BpatSocketEntry`): 32 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Record)]
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
