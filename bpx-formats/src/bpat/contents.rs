//! The parts of a file that is being written.

use super::{BoneParent, BoneParents, Clip, ColumnMatrix, Contact, Extension, Head, Layout, Socket};
use crate::narrow::as_u32;
use bpx_schema::codec::Regions;
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::report::{Class, Error, Result};

/// All parts of a file except header and extension.
#[derive(Default)]
pub(super) struct Contents {
    pub(super) clips: Vec<Clip>,
    pub(super) sockets: Vec<Socket>,
    pub(super) strings: Vec<u8>,
    /// Poses of bones, clip by clip, as bytes.
    pub(super) poses: Vec<Vec<u8>>,
    /// Poses of sockets, clip by clip, as bytes.
    pub(super) socket_poses: Vec<Vec<u8>>,
    /// The contacts, or `None` for a file without contacts.
    pub(super) contacts: Option<Vec<Contact>>,
    /// The bind palette, or `None` for a file without a bind palette.
    pub(super) bind_palette: Option<Vec<ColumnMatrix>>,
    /// The parents of the bones, or `None` for a file without parents.
    pub(super) bone_parents: Option<Vec<BoneParent>>,
}

impl Contents {
    /// Returns whether the counts in a head are the counts of these parts.
    pub(super) fn are_counted_by(&self, head: &Head) -> bool {
        let frames: u64 = self.clips.iter().map(|clip| u64::from(clip.frame_count)).sum();
        let counts = [self.clips.len() as u64, self.sockets.len() as u64, self.strings.len() as u64, frames];
        let header = &head.header;
        let stated = [header.clip_count, header.socket_count, header.string_table_size, header.frame_total];
        counts == stated.map(u64::from)
    }

    /// Returns the bytes of a file. If `gaps` holds the bytes between the parts of an old file, every part keeps its
    /// offset.
    pub(super) fn write(self, head: Head, gaps: Option<Vec<(u64, Vec<u8>)>>) -> Result<Vec<u8>> {
        let Head { header, extension } = head;
        let Extension { contact_data_offset, reserved0, bind_palette_offset, bone_parent_offset, .. } = extension;
        let contacts = self.contacts.as_ref().map_or(0, Vec::len);
        let contact_entry_count = as_u32(contacts, "contacts")?;
        let mut writer = FileWriter::new(
            &Layout {
                header,
                contact_data_offset,
                contact_entry_count,
                reserved0,
                // A number that is 0 says that there is no table; the writer sets the others.
                bind_palette_offset: placeholder_offset(bind_palette_offset, self.bind_palette.is_some()),
                bone_parent_offset: placeholder_offset(bone_parent_offset, self.bone_parents.is_some()),
                clips: self.clips,
                sockets: self.sockets,
                strings: self.strings,
                palettes: Regions::default(),
                socket_data: Regions::default(),
                contacts: self.contacts,
                bind_palette: self.bind_palette,
                bone_parents: self.bone_parents.map(|bones| BoneParents { bones }),
            },
            [],
        )?;
        for (field, contents) in [(Layout::PALETTES, self.poses), (Layout::SOCKET_DATA, self.socket_poses)] {
            for (index, content) in (0_u64..).zip(contents) {
                writer.put(field, index, Content::new(content))?;
            }
        }
        if let Some(gaps) = gaps {
            writer = writer.keeping_places();
            gaps.into_iter().for_each(|(offset, bytes)| writer.keep_gap(offset, bytes));
        }
        writer.place()?.to_vec()
    }
}

/// Returns a preliminary offset for a table, which is not 0 if the table exists.
fn placeholder_offset(offset: u64, is_there: bool) -> u64 {
    if is_there { offset.max(1) } else { offset }
}

/// Returns the fault of a value that no file holds yet.
#[cold]
pub(super) fn value_fault(class: Class, message: impl Into<String>) -> Error {
    Error::unlocated_fault(class, message)
}
