//! Places of the parts of a file, as the header states them.

use super::{Clip, Header, Matrix, Socket, SocketMatrix};
use bpx_schema::codec::FieldRef;
use bpx_schema::fault;

/// Size of the header in bytes.
pub(super) const HEADER: u64 = Header::SIZE as u64;
/// Every section begins at a multiple of this number of bytes.
pub(super) const ALIGNMENT: u64 = 16;

/// A part of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The first 64 bytes.
    Header,
    /// The table of clips.
    Clips,
    /// The table of sockets.
    Sockets,
    /// The string table.
    Strings,
    /// The poses of the bones.
    Palettes,
    /// The poses of the sockets.
    SocketData,
}

impl Part {
    /// Returns the member of the header that states the place of the part.
    pub(super) fn member(self) -> FieldRef {
        match self {
            Self::Header => Header::MAGIC,
            Self::Clips => Header::CLIP_TABLE_OFFSET,
            Self::Sockets => Header::SOCKET_TABLE_OFFSET,
            Self::Strings => Header::STRING_TABLE_OFFSET,
            Self::Palettes | Self::SocketData => Header::PALETTE_DATA_OFFSET,
        }
    }

    /// Returns the name of the part, for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Header => "the header",
            Self::Clips => "the clip table",
            Self::Sockets => "the socket table",
            Self::Strings => "the string table",
            Self::Palettes => "the palette data",
            Self::SocketData => "the socket data",
        }
    }
}

/// Where a part lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Which part.
    pub part: Part,
    /// Offset from the beginning of the file, in bytes.
    pub offset: u64,
    /// Size in bytes; 2^64 - 1 when the size is larger.
    pub size: u64,
}

impl Extent {
    /// Returns the offset of the byte after the part; `None` when it does not fit.
    #[must_use]
    pub fn end(&self) -> Option<u64> {
        self.offset.checked_add(self.size)
    }
}

impl Header {
    /// Returns all parts in the order of the writer, also those without bytes.
    #[must_use]
    pub fn extents(&self) -> [Extent; 6] {
        let array = |counts: &[u32], size: usize| {
            counts.iter().fold(size as u64, |size, count| size.saturating_mul(u64::from(*count)))
        };
        let palettes = array(&[self.frame_total, self.bone_count], Matrix::SIZE);
        let socket = if fault!(BpatSocketsOfFourRows) { Matrix::SIZE } else { SocketMatrix::SIZE };
        let after = self.palette_data_offset.saturating_add(palettes);
        let parts = [
            (Part::Header, 0, HEADER),
            (Part::Clips, self.clip_table_offset, array(&[self.clip_count], Clip::SIZE)),
            (Part::Sockets, self.socket_table_offset, array(&[self.socket_count], Socket::SIZE)),
            (Part::Strings, self.string_table_offset, u64::from(self.string_table_size)),
            (Part::Palettes, self.palette_data_offset, palettes),
            (Part::SocketData, after, array(&[self.frame_total, self.socket_count], socket)),
        ];
        parts.map(|(part, offset, size)| Extent { part, offset, size })
    }

    /// Returns the place of one part.
    #[must_use]
    pub fn extent(&self, part: Part) -> Extent {
        let found = self.extents().into_iter().find(|extent| extent.part == part);
        found.unwrap_or(Extent { part, offset: 0, size: 0 })
    }

    /// Returns offset and size of the bytes of a file of this size that belong to no part. The parts must lie in the
    /// file.
    #[must_use]
    pub fn gaps(&self, file: u64) -> Vec<(u64, u64)> {
        let mut used: Vec<_> =
            self.extents().iter().filter(|one| one.size > 0).map(|one| (one.offset, one.end())).collect();
        used.sort_unstable();
        let (mut gaps, mut reached) = (Vec::new(), 0);
        for (start, end) in used.into_iter().chain([(file, Some(file))]) {
            if let Some(size) = start.checked_sub(reached).filter(|size| *size > 0) {
                gaps.push((reached, size));
            }
            reached = reached.max(end.unwrap_or(file));
        }
        gaps
    }
}
