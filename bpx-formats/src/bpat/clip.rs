//! The table of clips.

use bpx_schema::Record;

/// One animation (`BpatClipEntry`): 32 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Record)]
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
    #[schema(spec = "BpatClipEntry", range(1..=0xFFFF_FFFF), code = "bpat.frame-count")]
    pub frame_count: u32,
    /// Number of the first frame, counted over all clips.
    #[schema(spec = "Validation 7")]
    pub frame_offset: u32,
    /// Frames a second; any bits.
    pub fps: f32,
    /// 1 when the clip starts over at its end, 0 when not.
    #[schema(spec = "BpatClipEntry", range(0..=1), code = "bpat.loops", lenient = "I-73")]
    pub loops: u8,
    /// Always zero.
    #[schema(name = "_pad", spec = "Validation 11", reserved, code = "bpat.reserved")]
    pub pad: [u8; 3],
    /// Always zero.
    #[schema(spec = "Validation 11", reserved, code = "bpat.reserved")]
    pub reserved: [u32; 2],
}
