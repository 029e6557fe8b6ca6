//! Offsets and sizes of the parts of a file, as the header states them.

use super::{Clip, ColumnMatrix, Contact, Extension, Header, Matrix, Socket, SocketMatrix};
use bpx_schema::schema::Offset;

/// Size of the header in bytes.
pub(super) const HEADER: u64 = Header::SIZE as u64;
/// Size of the extension in bytes, in a file that has an extension.
pub(super) const EXTENSION: u64 = Extension::SIZE as u64;
/// Size of header and extension in bytes.
pub(super) const HEAD: u64 = HEADER + EXTENSION;
/// Every section begins at a multiple of this number of bytes.
pub(super) const ALIGNMENT: u64 = 16;
/// Sockets and strings of version 2 begin at a multiple of this number of bytes.
const NARROW_ALIGNMENT: u64 = 4;

/// A part of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The first 64 bytes.
    Header,
    /// The extension after the header in version 3, 32 bytes.
    Extension,
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
    /// The contacts of the feet.
    Contacts,
    /// The bone poses in which the mesh was modelled.
    BindPalette,
    /// The parents of the bones.
    BoneParents,
}

impl Part {
    /// Returns the name of the part, for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Header => "the header",
            Self::Clips => "the clip table",
            Self::Sockets => "the socket table",
            Self::Strings => "the string table",
            Self::Palettes => "the palette data",
            Self::SocketData => "the socket data",
            Self::Extension => "the extension of the header",
            Self::Contacts => "the contact table",
            Self::BindPalette => "the bind palette",
            Self::BoneParents => "the table of bone parents",
        }
    }
}

/// The offset and size of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The part.
    pub part: Part,
    /// Offset from the beginning of the file, in bytes; 2^64 - 1 for a larger offset.
    pub offset: u64,
    /// Size in bytes; 2^64 - 1 when the size is larger.
    pub size: u64,
    /// Offset of the byte after the part.
    pub(super) end: u128,
}

impl Extent {
    /// Returns the offset of the byte after the part; `None` when the offset does not fit.
    #[must_use]
    pub fn end(&self) -> Option<u64> {
        u64::try_from(self.end).ok()
    }

    /// Returns the bytes of the part, or `None` if they do not lie in the file.
    pub(super) fn bytes_in<'f>(&self, file: &'f [u8]) -> Option<&'f [u8]> {
        Offset::from(self.offset).slice(self.size, file)
    }
}

/// The fields that state the offsets of all parts: the header, and the extension after the header in version 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Head {
    /// The first 64 bytes.
    pub header: Header,
    /// The extension of 32 bytes after the header, or zeros in a file without an extension.
    pub extension: Extension,
}

impl Head {
    /// Reads header and extension from the beginning of a file, or returns `None` when there are too few bytes.
    #[must_use]
    pub fn read(file: &[u8]) -> Option<Self> {
        let (header, rest) = file.split_first_chunk()?;
        let header = Header::from_bytes(header);
        let has_extension = header.version == 3;
        let extension = if has_extension { Extension::from_bytes(rest.first_chunk()?) } else { Extension::default() };
        Some(Self { header, extension })
    }

    /// Returns whether the palettes are skinning matrices, column by column, and not poses, row by row.
    #[must_use]
    pub fn is_skinned(&self) -> bool {
        self.extension.bind_palette_offset != 0
    }

    /// Returns all parts, including parts without bytes, in the order of the writer.
    #[must_use]
    #[allow(clippy::arithmetic_side_effects, reason = "128 bits hold sums and products of these numbers")]
    pub fn extents(&self) -> [Extent; 10] {
        let Self { header, extension } = self;
        let array = |counts: &[u32], size: usize| counts.iter().fold(size as u128, |size, one| size * u128::from(*one));
        let palettes = array(&[header.frame_total, header.bone_count], Matrix::SIZE);
        let after = u128::from(header.palette_data_offset) + palettes;
        // A table at offset 0 is none.
        let bones = |offset: u64| if offset == 0 { 0 } else { header.bone_count };
        let (bind, parents) = (extension.bind_palette_offset, extension.bone_parent_offset);
        let contacts = array(&[extension.contact_entry_count], Contact::SIZE);
        let parts = [
            (Part::Header, 0, HEADER.into()),
            (Part::Extension, HEADER.into(), if header.version == 3 { EXTENSION.into() } else { 0 }),
            (Part::Clips, header.clip_table_offset.into(), array(&[header.clip_count], Clip::size_in(header.version))),
            (Part::Sockets, header.socket_table_offset.into(), array(&[header.socket_count], Socket::SIZE)),
            (Part::Strings, header.string_table_offset.into(), header.string_table_size.into()),
            (Part::Palettes, header.palette_data_offset.into(), palettes),
            (Part::SocketData, after, array(&[header.frame_total, header.socket_count], SocketMatrix::SIZE)),
            (Part::Contacts, extension.contact_data_offset.into(), contacts),
            (Part::BindPalette, bind.into(), array(&[bones(bind)], ColumnMatrix::SIZE)),
            (Part::BoneParents, parents.into(), bones(parents).into()),
        ];
        // No file has bytes at a larger offset, or as many.
        let clip = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
        parts.map(|(part, offset, size)| Extent { part, offset: clip(offset), size: clip(size), end: offset + size })
    }

    /// Returns the offset and size of one part.
    #[must_use]
    pub fn extent(&self, part: Part) -> Extent {
        let found = self.extents().into_iter().find(|extent| extent.part == part);
        found.unwrap_or(Extent { part, offset: 0, size: 0, end: 0 })
    }

    /// Returns the alignment of the part at this offset; `None` when the offset is not aligned.
    pub(super) fn alignment_at(&self, offset: u64) -> Option<u64> {
        let header = &self.header;
        let is_narrow =
            header.version == 2 && [header.socket_table_offset, header.string_table_offset].contains(&offset);
        let alignment = if is_narrow { NARROW_ALIGNMENT } else { ALIGNMENT };
        offset.is_multiple_of(alignment).then_some(alignment)
    }

    /// Returns offset and size of the bytes that belong to no part, in a file of this size. The parts must lie in the
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
