//! The parts of a file that is being written.

use super::{Clip, Header, Layout, Socket};
use bpx_schema::codec::Regions;
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::report::{Class, Error, Location, Result};

/// All parts but the header.
pub(super) struct Contents {
    pub(super) clips: Vec<Clip>,
    pub(super) sockets: Vec<Socket>,
    pub(super) strings: Vec<u8>,
    /// Poses of bones, clip by clip, as bytes.
    pub(super) poses: Vec<Vec<u8>>,
    /// Poses of sockets, clip by clip, as bytes.
    pub(super) socket_poses: Vec<Vec<u8>>,
}

impl Contents {
    /// Returns whether a header states the counts of these parts.
    pub(super) fn are_counted_by(&self, header: &Header) -> bool {
        let frames: u64 = self.clips.iter().map(|clip| u64::from(clip.frame_count)).sum();
        let counts = [self.clips.len() as u64, self.sockets.len() as u64, self.strings.len() as u64, frames];
        let stated = [header.clip_count, header.socket_count, header.string_table_size, header.frame_total];
        counts == stated.map(u64::from)
    }

    /// Returns the bytes of a file. With the bytes between the parts of an old file, every part keeps its place.
    pub(super) fn write(self, header: Header, gaps: Option<Vec<(u64, Vec<u8>)>>) -> Result<Vec<u8>> {
        let Self { clips, sockets, strings, poses, socket_poses } = self;
        let (palettes, socket_data) = (Regions::default(), Regions::default());
        let mut writer = FileWriter::new(&Layout { header, clips, sockets, strings, palettes, socket_data }, [])?;
        for (field, contents) in [(Layout::PALETTES, poses), (Layout::SOCKET_DATA, socket_poses)] {
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

/// Returns a fault of a value that is not in a file yet.
#[cold]
pub(super) fn fault(class: Class, message: impl Into<String>) -> Error {
    Error::fault(class, Location::default(), message)
}
