//! Writes BPAT files.

use super::contents::{Contents, value_fault};
use super::names::Names;
use super::{
    BoneParent, Bpat, Clip, ColumnMatrix, Contact, Extension, Head, Header, Markers, Matrix, Socket, SocketMatrix,
    Species,
};
use crate::setters::setters;
use bpx_schema::codec::{View, to_bytes};
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Endian;
use std::num::NonZeroUsize;

/// Builds a file with the bytes that the original tool writes. The file has clips, sockets, strings, palettes and
/// socket data, in this order, and then the tables of version 3. Equal names are stored once; names of clips come
/// first.
///
/// The builder computes counts and offsets, so they cannot be wrong. A file has version 1 unless
/// [`version`](Self::version) sets another.
///
/// ```
/// use bpx_formats::bpat::{Bpat, BpatBuilder, Matrix, NewClip, Poses, Species};
///
/// let mut file = BpatBuilder::new(Species::Horse, 1);
/// let poses = Poses::Rows(vec![Matrix::IDENTITY; 2]);
/// file.clip(NewClip::new("idle", 30.0, poses).with_loops(true));
/// let bytes = file.write()?;
/// let read = Bpat::open(&bytes, Default::default())?;
/// assert_eq!(read.pose(0, 1).and_then(|bones| bones.get(0)), Some(Matrix::IDENTITY));
/// # Ok::<(), bpx_schema::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BpatBuilder {
    species: Species,
    bone_count: u32,
    version: Version,
    sockets: Vec<(Vec<u8>, u32, [f32; 3])>,
    clips: Vec<NewClip>,
    contacts: Vec<Contact>,
    bones: Vec<(ColumnMatrix, BoneParent)>,
}

/// A layout of files. The header states version 3 for two of the layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Version {
    /// Version 1.
    V1,
    /// Version 2, in which clips have markers.
    V2,
    /// Version 3 with poses, in which clips have flags and families, and frames may have contacts.
    V3a,
    /// Version 3 with skinning matrices, a bind palette and the parents of bones.
    V3c,
}

impl Version {
    /// Returns the version number that the header states.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
            Self::V3a | Self::V3c => 3,
        }
    }

    /// Returns the layout of a file.
    #[must_use]
    pub fn of(head: &Head) -> Self {
        match (head.header.version, head.is_skinned()) {
            (1, _) => Self::V1,
            (2, _) => Self::V2,
            (_, false) => Self::V3a,
            (_, true) => Self::V3c,
        }
    }
}

/// A clip to be written.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct NewClip {
    /// Name, usually UTF-8.
    pub name: Vec<u8>,
    /// Frames per second.
    pub fps: f32,
    /// Whether the clip starts again at its end.
    pub loops: bool,
    /// The palettes of all bones: frame by frame, bone by bone.
    pub poses: Poses,
    /// The poses of all sockets: frame by frame, socket by socket; empty for a file without sockets.
    pub socket_poses: Vec<SocketMatrix>,
    /// Moments of the clip; since version 2.
    pub markers: Markers,
    /// Whether the clip supplies contact with the ground; since version 3.
    pub supplies_ground_contact: bool,
    /// Number of the clip in its family, whose first clip comes as many clips before; since version 3.
    pub variant: u8,
}

impl NewClip {
    /// Creates a clip that does not loop, without socket poses, without markers, and without the data of version 3.
    #[must_use]
    pub fn new(name: impl Into<Vec<u8>>, fps: f32, poses: Poses) -> Self {
        Self { name: name.into(), fps, poses, ..Self::default() }
    }

    /// Sets the poses of all sockets: frame by frame, socket by socket.
    #[must_use]
    pub fn with_socket_poses(mut self, poses: Vec<SocketMatrix>) -> Self {
        self.socket_poses = poses;
        self
    }

    setters! {
        /// Sets whether the clip starts again at its end.
        fn with_loops(loops: bool) => loops = loops;

        /// Sets the moments of the clip.
        fn with_markers(markers: Markers) => markers = markers;

        /// Sets whether the clip supplies contact with the ground.
        fn with_supplies_ground_contact(supplies: bool) => supplies_ground_contact = supplies;

        /// Sets the number of the clip in its family.
        fn with_variant(variant: u8) => variant = variant;
    }
}

/// The palettes of a clip.
#[derive(Debug, Clone, PartialEq)]
pub enum Poses {
    /// Poses with matrices in row order, for all layouts except [`Version::V3c`].
    Rows(Vec<Matrix>),
    /// Skinning matrices in column order, for [`Version::V3c`].
    Columns(Vec<ColumnMatrix>),
}

impl Default for Poses {
    fn default() -> Self {
        Self::Rows(Vec::new())
    }
}

impl Poses {
    fn len(&self) -> usize {
        match self {
            Self::Rows(list) => list.len(),
            Self::Columns(list) => list.len(),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Rows(list) => to_bytes(list, Endian::Little),
            Self::Columns(list) => to_bytes(list, Endian::Little),
        }
    }
}

impl BpatBuilder {
    /// Creates a file without clips, for a creature with 1 to 64 bones.
    #[must_use]
    pub fn new(species: Species, bone_count: u32) -> Self {
        let (sockets, clips, contacts, bones) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { species, bone_count, version: Version::V1, sockets, clips, contacts, bones }
    }

    /// Copies the whole content of a file into a builder, which can change the content and write it again.
    ///
    /// # Errors
    /// Returns `UnknownCode` when the species is unknown, and `OutOfBounds` when frames of a clip are outside of the
    /// file.
    pub fn of(file: &Bpat<'_>) -> Result<Self> {
        let (header, version) = (file.header(), Version::of(file.head()));
        let species = header
            .species_id_code()
            .map_err(|raw| value_fault(Class::UnknownCode, format!("unknown species {raw}")).in_field("species"))?;
        let mut built = Self::new(species, header.bone_count);
        built.version(version);
        for socket in file.sockets() {
            built.socket(file.name(&socket), socket.anchor_bone, socket.local_offset);
        }
        for (index, clip) in file.clips().iter().enumerate() {
            let poses = match version {
                Version::V3c => file.clip_skins(index).map(|all| Poses::Columns(all.to_vec())),
                _ => file.clip_poses(index).map(|all| Poses::Rows(all.to_vec())),
            };
            built.clip(NewClip {
                name: file.name(&clip).to_vec(),
                fps: clip.fps,
                loops: clip.loops != 0,
                poses: poses.ok_or_else(|| lost_frames(index))?,
                socket_poses: file.clip_socket_poses(index).map(View::to_vec).ok_or_else(|| lost_frames(index))?,
                markers: clip.markers.unwrap_or(Markers::UNSET),
                supplies_ground_contact: clip.supplies_ground_contact(),
                variant: clip.variant_ordinal,
            });
        }
        built.contacts(file.contacts().to_vec());
        built.bones(file.bind_palette().iter().zip(file.bone_parents().iter()).collect());
        Ok(built)
    }

    /// Sets the layout.
    pub fn version(&mut self, version: Version) {
        self.version = version;
    }

    /// Sets the contacts of the feet, for all frames of all clips; since version 3.
    pub fn contacts(&mut self, contacts: Vec<Contact>) {
        self.contacts = contacts;
    }

    /// Sets the bind pose and the parent of each bone, which only [`Version::V3c`] stores.
    pub fn bones(&mut self, bones: Vec<(ColumnMatrix, BoneParent)>) {
        self.bones = bones;
    }

    /// Adds a socket that follows a bone, at an offset in the space of the bone.
    pub fn socket(&mut self, name: &[u8], anchor_bone: u32, local_offset: [f32; 3]) {
        self.sockets.push((name.to_vec(), anchor_bone, local_offset));
    }

    /// Adds a clip.
    pub fn clip(&mut self, clip: NewClip) {
        self.clips.push(clip);
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// Returns an error when there is no clip or a clip has no frames; when the number of bones is not from 1 to 64;
    /// when the poses of a clip do not form whole frames, or its sockets have another number of frames than its bones;
    /// when a socket follows a bone that does not exist; when a number does not fit into its field; when the layout
    /// cannot store a part, or a part that the layout needs is missing.
    pub fn write(&self) -> Result<Vec<u8>> {
        if !(1..=64).contains(&self.bone_count) {
            return Err(value_fault(Class::OutOfRange, format!("expected 1 to 64 bones, found {}", self.bone_count))
                .in_field("bone_count"));
        }
        if self.clips.is_empty() {
            return Err(value_fault(Class::Missing, "expected at least one clip, found none").in_field("clips"));
        }
        let mut names = Names::default();
        let mut clips = Vec::new();
        let mut frame_offset = 0_u32;
        for (index, new) in (0_u64..).zip(&self.clips) {
            let entry = self.clip_entry(new, (index, frame_offset), &mut names);
            let clip = entry.map_err(|error| error_at("clips", index, error))?;
            let next = frame_offset.checked_add(clip.frame_count);
            frame_offset = next.ok_or_else(|| {
                value_fault(Class::Overflow, "expected at most 2^32 - 1 frames, found more").in_field("clips")
            })?;
            clips.push(clip);
        }
        let mut sockets = Vec::new();
        for (index, (name, anchor_bone, local_offset)) in (0_u64..).zip(&self.sockets) {
            let (anchor_bone, local_offset) = (*anchor_bone, *local_offset);
            if anchor_bone >= self.bone_count {
                let message = format!("expected a bone number below {}, found {anchor_bone}", self.bone_count);
                return Err(error_at("sockets", index, value_fault(Class::BadReference, message)));
            }
            let (name_offset, name_length) = names.add_name(name).ok_or_else(too_many_names_error)?;
            sockets.push(Socket { name_offset, name_length, anchor_bone, local_offset, reserved: [0; 2] });
        }
        self.check_tables(frame_offset)?;
        self.assemble_file(clips, sockets, names.table)
    }

    /// Rejects tables that the layout cannot store, tables of a wrong size, and missing tables that the layout needs.
    fn check_tables(&self, frames: u32) -> Result<()> {
        let refuse = |field, message| Err(value_fault(Class::CountMismatch, message).in_field(field));
        let (contacts, bones, version) = (self.contacts.len(), self.bones.len(), self.version);
        if contacts != 0 && (version < Version::V3a || contacts as u64 != u64::from(frames)) {
            let wanted = if version < Version::V3a { 0 } else { frames };
            return refuse("contacts", format!("expected {wanted} contacts, found {contacts}"));
        }
        let wanted = if version == Version::V3c { self.bone_count } else { 0 };
        if bones as u64 != u64::from(wanted) {
            return refuse("bones", format!("expected {wanted} bones with bind pose and parent, found {bones}"));
        }
        for (index, (_, bone)) in (0_u64..).zip(&self.bones) {
            if bone.parent != BoneParent::ROOT && u64::from(bone.parent) >= index {
                let message =
                    format!("expected a parent before the bone in the list, found bone {} as the parent", bone.parent);
                return Err(error_at("bones", index, value_fault(Class::BadReference, message)));
            }
        }
        Ok(())
    }

    /// Returns the data of version 3 for a clip by its number: flags, number in the family, and the family.
    fn variant_data(&self, new: &NewClip, index: u64) -> Result<(u8, u8, u16)> {
        if self.version < Version::V3a {
            let message = "expected version 3 for a clip with contact or variants, found an earlier version";
            let is_plain = new.variant == 0 && !new.supplies_ground_contact;
            return if is_plain { Ok((0, 0, 0)) } else { Err(value_fault(Class::UnsupportedVersion, message)) };
        }
        let family = index.checked_sub(new.variant.into());
        let Some(family) = family else {
            let message = format!("expected at least {0} clips before variant {0}, found {index}", new.variant);
            return Err(value_fault(Class::BadReference, message));
        };
        let family = u16::try_from(family).map_err(|_| {
            value_fault(
                Class::Overflow,
                "expected the first clip of a family among clips 0 to 65535, found a later one",
            )
        })?;
        Ok((new.supplies_ground_contact.into(), new.variant, family))
    }

    /// Returns the table entry of a clip from the number of the clip and the number of its first frame.
    fn clip_entry(&self, new: &NewClip, (index, frame_offset): (u64, u32), names: &mut Names) -> Result<Clip> {
        if matches!(new.poses, Poses::Columns(_)) != (self.version == Version::V3c) {
            let (wanted, found) = match self.version {
                Version::V3c => ("skinning matrices", "poses"),
                _ => ("poses", "skinning matrices"),
            };
            return Err(value_fault(Class::Inconsistent, format!("expected {wanted}, found {found}")));
        }
        if self.version == Version::V1 && new.markers != Markers::UNSET {
            return Err(value_fault(
                Class::UnsupportedVersion,
                "expected version 2 or 3 for a clip with markers, found version 1",
            ));
        }
        let (poses, bones) = (new.poses.len(), NonZeroUsize::new(self.bone_count as usize));
        let frame_count = bones.filter(|bones| poses % *bones == 0).map(|bones| u32::try_from(poses / bones));
        let Some(Ok(frame_count @ 1..)) = frame_count else {
            let bones = self.bone_count;
            let message = format!("expected one or more frames of {bones} poses (one for each bone), found {poses}");
            return Err(value_fault(Class::CountMismatch, message));
        };
        let sockets = u64::from(frame_count).checked_mul(self.sockets.len() as u64);
        if sockets != Some(new.socket_poses.len() as u64) {
            let (poses, sockets) = (new.socket_poses.len(), self.sockets.len());
            let message = format!("expected {frame_count} frames of {sockets} sockets, found {poses} socket poses");
            return Err(value_fault(Class::CountMismatch, message));
        }
        let (name_offset, name_length) = names.add_name(&new.name).ok_or_else(too_many_names_error)?;
        let (flags, variant_ordinal, variant_family) = self.variant_data(new, index)?;
        Ok(Clip {
            name_offset,
            name_length,
            frame_count,
            frame_offset,
            fps: new.fps,
            loops: new.loops.into(),
            pad: (self.version < Version::V3a).then_some([0; 3]),
            reserved: (self.version == Version::V1).then_some([0; 2]),
            flags,
            variant_ordinal,
            variant_pad: 0,
            variant_family,
            variant_reserved: 0,
            markers: (self.version > Version::V1).then_some(new.markers),
        })
    }

    fn assemble_file(&self, clips: Vec<Clip>, sockets: Vec<Socket>, strings: Vec<u8>) -> Result<Vec<u8>> {
        let poses = self.clips.iter().map(|clip| clip.poses.to_bytes()).collect();
        let socket_poses = self.clips.iter().map(|clip| to_bytes(&clip.socket_poses, Endian::Little)).collect();
        let is_skinned = self.version == Version::V3c;
        let contents = Contents {
            clips,
            sockets,
            strings,
            poses,
            socket_poses,
            contacts: (!self.contacts.is_empty()).then(|| self.contacts.clone()),
            bind_palette: is_skinned.then(|| self.bones.iter().map(|(bind, _)| *bind).collect()),
            bone_parents: is_skinned.then(|| self.bones.iter().map(|(_, parent)| *parent).collect()),
        };
        let header = Header {
            magic: *b"BPAT",
            version: self.version.number(),
            species_id: self.species as u32,
            bone_count: self.bone_count,
            socket_count: 0,
            clip_count: 0,
            frame_total: 0,
            string_table_size: 0,
            clip_table_offset: 0,
            socket_table_offset: 0,
            string_table_offset: 0,
            palette_data_offset: 0,
        };
        contents.write(Head { header, extension: Extension::default() }, None)
    }
}

/// Returns the fault of a clip whose frames are outside of the file.
#[cold]
pub(super) fn lost_frames(clip: usize) -> Error {
    error_at(
        "clips",
        clip as u64,
        value_fault(Class::OutOfBounds, "expected frames inside of the file, found frames outside of it"),
    )
}

fn too_many_names_error() -> Error {
    value_fault(Class::Overflow, "expected less than 4 GiB of names, found more")
}

fn error_at(field: &'static str, index: u64, error: Error) -> Error {
    error.in_element(index).in_field(field)
}
