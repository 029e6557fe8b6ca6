//! The parts of a file that is being written, and how they are placed.

use super::{Clip, Header, Part, Socket};
use bpx_schema::codec::to_bytes;
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::schema::Endian;

/// All parts but the header.
pub(super) struct Contents {
    pub(super) clips: Vec<Clip>,
    pub(super) sockets: Vec<Socket>,
    pub(super) strings: Vec<u8>,
    /// Poses of bones, as bytes.
    pub(super) poses: Vec<u8>,
    /// Poses of sockets, as bytes.
    pub(super) socket_poses: Vec<u8>,
}

impl Contents {
    /// Returns the header with the counts of these parts.
    pub(super) fn count(&self, header: Header) -> Result<Header> {
        let frames = self.clips.iter().fold(0_u64, |sum, clip| sum.saturating_add(u64::from(clip.frame_count)));
        Ok(Header {
            clip_count: count(self.clips.len() as u64, "clip_count")?,
            socket_count: count(self.sockets.len() as u64, "socket_count")?,
            string_table_size: count(self.strings.len() as u64, "string_table_size")?,
            frame_total: count(frames, "frame_total")?,
            ..header
        })
    }

    /// Returns the bytes of a file: every part at the place that the header states, and other bytes between the
    /// parts.
    pub(super) fn write(&self, header: &Header, gaps: &[(u64, Vec<u8>)]) -> Result<Vec<u8>> {
        let (clips, sockets) = (to_bytes(&self.clips, Endian::Little), to_bytes(&self.sockets, Endian::Little));
        let parts = [
            (Part::Header, &*header.to_bytes().to_vec()),
            (Part::Clips, &*clips),
            (Part::Sockets, &*sockets),
            (Part::Strings, &*self.strings),
            (Part::Palettes, &*self.poses),
            (Part::SocketData, &*self.socket_poses),
        ];
        // Only the padding of the writer lies between parts, besides the given bytes.
        let sizes = parts.iter().map(|(_, content)| content.len().saturating_add(16));
        let sizes = sizes.chain(gaps.iter().map(|(_, bytes)| bytes.len()));
        let room = sizes.fold(0_usize, usize::saturating_add);
        let mut bytes = Vec::new();
        for (part, content) in parts {
            let extent = header.extent(part);
            if extent.size != content.len() as u64 {
                let message = format!("{} has {} bytes, expected {}", part.name(), content.len(), extent.size);
                return Err(fault(Class::CountMismatch, message));
            }
            if !content.is_empty() {
                write_at(&mut bytes, extent.offset, content, room)?;
            }
        }
        gaps.iter().try_for_each(|(offset, gap)| write_at(&mut bytes, *offset, gap, room))?;
        Ok(bytes)
    }
}

/// Writes bytes at an offset of a file that has room for a stated number of bytes.
fn write_at(file: &mut Vec<u8>, offset: u64, bytes: &[u8], room: usize) -> Result<()> {
    let start = usize::try_from(offset).ok();
    let end = start.and_then(|start| start.checked_add(bytes.len())).filter(|end| *end <= room);
    let (Some(start), Some(end)) = (start, end) else {
        return Err(fault(Class::OutOfBounds, format!("no part of the file reaches the bytes at offset {offset}")));
    };
    if file.len() < end {
        file.resize(end, 0);
    }
    if let Some(place) = file.get_mut(start..end) {
        place.copy_from_slice(bytes);
    }
    Ok(())
}

fn count(number: u64, name: &'static str) -> Result<u32> {
    let too_many = |_| fault(Class::Overflow, format!("{number} does not fit into 32 bits")).in_field(name);
    u32::try_from(number).map_err(too_many)
}

/// Returns a fault of a value that is not in a file yet.
#[cold]
pub(super) fn fault(class: Class, message: impl Into<String>) -> Error {
    Error::fault(class, Location::default(), message)
}
