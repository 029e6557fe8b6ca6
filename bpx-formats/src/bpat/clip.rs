//! The table of clips.

use bpx_schema::codec::Decoder;
use bpx_schema::{Budget, Codec, Record, structure};
use std::slice::ChunksExact;

/// One animation (`BpatClipEntry`): 32 bytes in version 1, 44 in version 2, 48 in version 3.
#[structure]
#[derive(Debug, Clone, Copy, PartialEq)]
#[brw(little)]
#[br(import(version: u32))]
#[schema(spec = "BpatClipEntry")]
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
    /// Frames per second; every bit pattern is valid.
    pub fps: f32,
    /// 1 when the clip starts over at its end, 0 when not.
    #[schema(spec = "BpatClipEntry", range(0..=1), code = "bpat.loops", lenient = "I-73")]
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
    #[schema(spec = "BpatClipEntry", range(0..=1), code = "bpat.flags", lenient = "I-118")]
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

/// Moments of a clip, as fractions of the clip from 0 to 1, or -1 for a moment that is not set (`BpatClipEntry`): 20
/// bytes.
#[derive(Debug, Clone, Copy, PartialEq, Record)]
#[brw(little)]
#[schema(
    spec = "BpatClipEntry",
    size = 20,
    assert(
        anticipation_start == -1.0 || anticipation_start >= 0.0 && anticipation_start <= 1.0,
        class = OutOfRange,
        text = "expected -1 or a number from 0 to 1, found {anticipation_start}",
        on = anticipation_start,
        code = "bpat.marker",
        spec = "BpatClipEntry",
        lenient = "I-118"
    ),
    assert(
        weapon_release == -1.0 || weapon_release >= 0.0 && weapon_release <= 1.0,
        class = OutOfRange,
        text = "expected -1 or a number from 0 to 1, found {weapon_release}",
        on = weapon_release,
        code = "bpat.marker",
        spec = "BpatClipEntry",
        lenient = "I-118"
    ),
    assert(
        contact == -1.0 || contact >= 0.0 && contact <= 1.0,
        class = OutOfRange,
        text = "expected -1 or a number from 0 to 1, found {contact}",
        on = contact,
        code = "bpat.marker",
        spec = "BpatClipEntry",
        lenient = "I-118"
    ),
    assert(
        recover_unlocked == -1.0 || recover_unlocked >= 0.0 && recover_unlocked <= 1.0,
        class = OutOfRange,
        text = "expected -1 or a number from 0 to 1, found {recover_unlocked}",
        on = recover_unlocked,
        code = "bpat.marker",
        spec = "BpatClipEntry",
        lenient = "I-118"
    ),
    assert(
        exit_safe == -1.0 || exit_safe >= 0.0 && exit_safe <= 1.0,
        class = OutOfRange,
        text = "expected -1 or a number from 0 to 1, found {exit_safe}",
        on = exit_safe,
        code = "bpat.marker",
        spec = "BpatClipEntry",
        lenient = "I-118"
    )
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

impl Markers {
    /// Markers without any moment.
    pub const UNSET: Self =
        Self { anticipation_start: -1.0, weapon_release: -1.0, contact: -1.0, recover_unlocked: -1.0, exit_safe: -1.0 };
}

impl Default for Markers {
    fn default() -> Self {
        Self::UNSET
    }
}

impl Clip {
    /// Returns the size of an entry in a file of this version, in bytes.
    #[must_use]
    pub fn size_in(version: u32) -> usize {
        match version {
            1 => 32,
            2 => 44,
            _ => 48,
        }
    }

    /// Returns whether the clip supplies contact with the ground; false for versions that do not state it.
    #[must_use]
    pub fn supplies_ground_contact(&self) -> bool {
        self.flags & 1 != 0
    }
}

/// A view of the clips of a file, which decodes each clip on access.
#[derive(Debug, Clone, Copy)]
pub struct Clips<'a> {
    bytes: &'a [u8],
    version: u32,
}

impl<'a> Clips<'a> {
    /// Creates a view of the whole entries in the bytes.
    pub(super) fn new(bytes: &'a [u8], version: u32) -> Self {
        Self { bytes, version }
    }

    /// Returns the number of clips.
    #[must_use]
    pub fn len(self) -> usize {
        self.iter().entries.len()
    }

    /// Returns whether the file has no clips.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the clip with this number.
    #[must_use]
    pub fn get(self, index: usize) -> Option<Clip> {
        self.iter().nth(index)
    }

    /// Returns the clips in their order.
    #[must_use]
    pub fn iter(self) -> ClipIter<'a> {
        ClipIter { entries: self.bytes.chunks_exact(Clip::size_in(self.version)), version: self.version }
    }
}

impl<'a> IntoIterator for Clips<'a> {
    type Item = Clip;
    type IntoIter = ClipIter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The clips of a file, one after the other.
#[derive(Debug, Clone)]
pub struct ClipIter<'a> {
    entries: ChunksExact<'a, u8>,
    version: u32,
}

impl Iterator for ClipIter<'_> {
    type Item = Clip;

    fn next(&mut self) -> Option<Clip> {
        self.nth(0)
    }

    fn nth(&mut self, index: usize) -> Option<Clip> {
        let entry = self.entries.nth(index)?;
        // An entry has the size of its version, so that decoding it cannot fail.
        Clip::decode(&mut Decoder::new(entry, &Budget::default()), ClipArgs { version: self.version }.into()).ok()
    }
}
