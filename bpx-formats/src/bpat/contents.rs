//! The parts of a file that is written, and how they come to lie in it.

use super::{Clip, Header, Part, Socket};
use bpx_schema::codec::to_bytes;
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::schema::Endian;

/// All parts but the header.
pub(super) struct Contents {
    pub(super) clips: Vec<Clip>,
    pub(super) sockets: Vec<Socket>,
    pub(super) strings: Vec<u8>,
    /// Of bones, as bytes.
    pub(super) poses: Vec<u8>,
    /// Of sockets, as bytes.
    pub(super) socket_poses: Vec<u8>,
}

impl Contents {
    /// The header with the counts of these parts.
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

    /// The bytes of a file: every part where the header says, and other bytes between them.
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
        // At most the padding of the writer lies between parts, beside the bytes that are given.
        let sizes = parts.iter().map(|(_, content)| content.len().saturating_add(16));
        let sizes = sizes.chain(gaps.iter().map(|(_, bytes)| bytes.len()));
        let room = sizes.fold(0_usize, usize::saturating_add);
        let mut bytes = Vec::new();
        for (part, content) in parts {
            let extent = header.extent(part);
            if extent.size != content.len() as u64 {
                let message = format!("{} has {} bytes where {} belong", part.name(), content.len(), extent.size);
                return Err(fault(Class::CountMismatch, message));
            }
            if !content.is_empty() {
                put(&mut bytes, extent.offset, content, room)?;
            }
        }
        gaps.iter().try_for_each(|(offset, gap)| put(&mut bytes, *offset, gap, room))?;
        Ok(bytes)
    }
}

/// Writes bytes at an offset, in a file that has room for so many.
fn put(file: &mut Vec<u8>, offset: u64, bytes: &[u8], room: usize) -> Result<()> {
    let start = usize::try_from(offset).ok();
    let end = start.and_then(|start| start.checked_add(bytes.len())).filter(|end| *end <= room);
    let (Some(start), Some(end)) = (start, end) else {
        return Err(fault(Class::OutOfBounds, format!("nothing leads up to the bytes at offset {offset}")));
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

/// A fault of something that is in no file yet.
#[cold]
pub(super) fn fault(class: Class, message: impl Into<String>) -> Error {
    Error::fault(class, Location::default(), message)
}
