//! Upgrades files of versions 1 and 2 to version 3.

use super::builder::lost_frames;
use super::contents::{Contents, value_fault};
use super::{Bpat, Clip, Extension, Head, Header, Markers, Version};
use bpx_schema::codec::View;
use bpx_schema::report::{Class, Location, Mode, Result};
use bpx_schema::schema::Offset;
use bpx_schema::{Error, Limits};

/// Prefixes of the names of clips that do not supply contact with the ground.
const WITHOUT_CONTACT: [&[u8]; 2] = [b"riding_", b"showcase_"];

/// Returns a file of version 1 or 2 as a file of version 3 with poses (3a), without loss. Every clip, name, pose and
/// marker stays as it is.
///
/// The fields that version 3 adds have the values that the tool of version 3 writes for such clips: markers are not
/// set, contact with the ground follows from the name, and each clip is a family of its own. The result has no
/// contacts, which are optional.
///
/// The layout with skinning matrices (3c) needs the bind pose of each bone, which older files do not hold, so no file
/// can be upgraded to this layout. A reader that expects the layout 3c takes the poses of an upgraded file for skinning
/// matrices.
///
/// # Errors
/// Returns `UnsupportedVersion` for a file of version 3; the first broken rule of the file, because an upgrade would
/// have to guess the meaning of the file; `Inconsistent` for bytes between or after the sections, which would be lost;
/// `Overflow` for more than 65536 clips.
pub fn upgrade(file: &[u8], limits: Limits) -> Result<Vec<u8>> {
    let bpat = Bpat::open_valid(file, Mode::Lenient, limits)?;
    if Version::of(bpat.head()) >= Version::V3a {
        return Err(value_fault(Class::UnsupportedVersion, "expected version 1 or 2, found 3"));
    }
    check_gaps(&bpat)?;
    let mut contents =
        Contents { strings: bpat.strings().to_vec(), sockets: bpat.sockets().to_vec(), ..Contents::default() };
    for (index, clip) in bpat.clips().iter().enumerate() {
        let bytes = |poses: Option<&[u8]>| poses.map(<[u8]>::to_vec).ok_or_else(|| lost_frames(index));
        contents.poses.push(bytes(bpat.clip_poses(index).map(View::bytes))?);
        contents.socket_poses.push(bytes(bpat.clip_socket_poses(index).map(View::bytes))?);
        contents.clips.push(upgrade_clip(clip, index, bpat.name(&clip))?);
    }
    let header = Header { version: 3, ..*bpat.header() };
    contents.write(Head { header, extension: Extension::default() }, None)
}

/// Returns the entry of a clip in version 3.
fn upgrade_clip(clip: Clip, index: usize, name: &[u8]) -> Result<Clip> {
    let Ok(variant_family) = u16::try_from(index) else {
        return Err(value_fault(
            Class::Overflow,
            "expected at most 65536 clips, which version 3 numbers with 16 bits, found more",
        ));
    };
    let flags = u8::from(!WITHOUT_CONTACT.iter().any(|prefix| name.starts_with(prefix)));
    let markers = Some(clip.markers.unwrap_or(Markers::UNSET));
    Ok(Clip { pad: None, reserved: None, flags, variant_family, markers, ..clip })
}

/// Rejects bytes that belong to no part, unless they are padding, because the upgraded file would lose these bytes.
fn check_gaps(bpat: &Bpat<'_>) -> Result<()> {
    for (offset, size) in bpat.head().gaps(bpat.file().len() as u64) {
        let bytes = Offset::from(offset).slice(size, bpat.file());
        if bytes.is_none_or(|bytes| bytes.iter().any(|byte| *byte != 0)) {
            let message = format!("{size} bytes belong to no section, and the upgrade would lose them");
            return Err(Error::fault(Class::Inconsistent, Location { file: offset, content: None }, message));
        }
    }
    Ok(())
}
