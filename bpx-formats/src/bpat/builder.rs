//! Writing files.

use super::contents::{Contents, fault};
use super::names::Names;
use super::{Bpat, Clip, Header, Matrix, Socket, SocketMatrix, Species};
use bpx_schema::codec::{View, to_bytes};
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Endian;

/// Builds a file with the bytes that the original tool writes: clips, sockets, strings, palettes and socket data, in
/// this order, each at a multiple of 16. Equal names are stored once; names of clips come first.
///
/// Counts and offsets are computed, so they cannot be wrong.
///
/// ```
/// use bpx_formats::bpat::{Bpat, BpatBuilder, Matrix, NewClip, Species};
///
/// let mut file = BpatBuilder::new(Species::Horse, 1);
/// file.clip(NewClip { name: b"idle".to_vec(), fps: 30.0, loops: true, poses: vec![Matrix::IDENTITY; 2],
/// socket_poses: vec![] }); let bytes = file.write()?; let read = Bpat::open(&bytes, Default::default())?;
/// assert_eq!(read.pose(0, 1).and_then(|bones| bones.get(0)), Some(Matrix::IDENTITY));
/// # Ok::<(), bpx_schema::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BpatBuilder {
    species: Species,
    bone_count: u32,
    sockets: Vec<(Vec<u8>, u32, [f32; 3])>,
    clips: Vec<NewClip>,
}

/// A clip to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct NewClip {
    /// Name, usually UTF-8.
    pub name: Vec<u8>,
    /// Frames a second.
    pub fps: f32,
    /// Whether the clip starts again at its end.
    pub loops: bool,
    /// The poses of all bones: frame by frame, bone by bone.
    pub poses: Vec<Matrix>,
    /// The poses of all sockets: frame by frame, socket by socket; empty for a file without sockets.
    pub socket_poses: Vec<SocketMatrix>,
}

impl BpatBuilder {
    /// Creates a file without clips, for a creature with 1 to 64 bones.
    #[must_use]
    pub fn new(species: Species, bone_count: u32) -> Self {
        Self { species, bone_count, sockets: Vec::new(), clips: Vec::new() }
    }

    /// Copies all that a file holds, so that it can be changed and written again.
    ///
    /// # Errors
    /// `UnknownCode` when the species has no name.
    pub fn of(file: &Bpat<'_>) -> Result<Self> {
        let header = file.header();
        let species = header
            .species_id_code()
            .map_err(|raw| fault(Class::UnknownCode, format!("unknown species {raw}")).in_field("species"))?;
        let mut built = Self::new(species, header.bone_count);
        for socket in file.sockets() {
            built.socket(file.name(&socket), socket.anchor_bone, socket.local_offset);
        }
        for (index, clip) in file.clips().iter().enumerate() {
            built.clip(NewClip {
                name: file.name(&clip).to_vec(),
                fps: clip.fps,
                loops: clip.loops != 0,
                poses: file.clip_poses(index).map(View::to_vec).unwrap_or_default(),
                socket_poses: file.clip_socket_poses(index).map(View::to_vec).unwrap_or_default(),
            });
        }
        Ok(built)
    }

    /// Adds a socket that follows a bone, at an offset in its space.
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
    /// Returns an error when there is no clip or a clip has no frames; when the number of bones is not 1 to 64; when
    /// poses are not whole frames, or sockets have another number of frames than bones; when a socket follows a bone
    /// that does not exist; when a number does not fit.
    pub fn write(&self) -> Result<Vec<u8>> {
        if !(1..=64).contains(&self.bone_count) {
            return Err(fault(Class::OutOfRange, format!("expected 1 to 64 bones, found {}", self.bone_count))
                .in_field("bone_count"));
        }
        if self.clips.is_empty() {
            return Err(fault(Class::Missing, "expected at least one clip, found none").in_field("clips"));
        }
        let mut names = Names::default();
        let mut clips = Vec::new();
        let mut frame_offset = 0_u32;
        for (index, new) in (0_u64..).zip(&self.clips) {
            let clip = self.entry(new, frame_offset, &mut names).map_err(|error| at("clips", index, error))?;
            let next = frame_offset.checked_add(clip.frame_count);
            frame_offset = next.ok_or_else(|| fault(Class::Overflow, "more than 2^32 - 1 frames").in_field("clips"))?;
            clips.push(clip);
        }
        let mut sockets = Vec::new();
        for (index, (name, anchor_bone, local_offset)) in (0_u64..).zip(&self.sockets) {
            let (anchor_bone, local_offset) = (*anchor_bone, *local_offset);
            if anchor_bone >= self.bone_count {
                let message = format!("follows bone {anchor_bone}, but there are {} bones", self.bone_count);
                return Err(at("sockets", index, fault(Class::BadReference, message)));
            }
            let (name_offset, name_length) = names.add(name).ok_or_else(too_many_names)?;
            sockets.push(Socket { name_offset, name_length, anchor_bone, local_offset, reserved: [0; 2] });
        }
        self.assemble(clips, sockets, names.table)
    }

    /// Returns the table entry of a clip.
    fn entry(&self, new: &NewClip, frame_offset: u32, names: &mut Names) -> Result<Clip> {
        let whole = |poses: usize, each: usize| {
            let frames = poses.checked_div(each).filter(|frames| frames.checked_mul(each) == Some(poses));
            frames.and_then(|frames| u32::try_from(frames).ok())
        };
        let frame_count = whole(new.poses.len(), usize::try_from(self.bone_count).unwrap_or_default());
        let Some(frame_count) = frame_count.filter(|count| *count > 0) else {
            let message = format!(
                "expected whole frames of poses, found {} poses for {} bones",
                new.poses.len(),
                self.bone_count
            );
            return Err(fault(Class::CountMismatch, message));
        };
        let sockets = u64::from(frame_count).checked_mul(self.sockets.len() as u64);
        if sockets != Some(new.socket_poses.len() as u64) {
            let (poses, sockets) = (new.socket_poses.len(), self.sockets.len());
            let message = format!("expected {frame_count} frames of {sockets} sockets, found {poses} socket poses");
            return Err(fault(Class::CountMismatch, message));
        }
        let (name_offset, name_length) = names.add(&new.name).ok_or_else(too_many_names)?;
        let (fps, loops) = (new.fps, u8::from(new.loops));
        Ok(Clip { name_offset, name_length, frame_count, frame_offset, fps, loops, pad: [0; 3], reserved: [0; 2] })
    }

    fn assemble(&self, clips: Vec<Clip>, sockets: Vec<Socket>, strings: Vec<u8>) -> Result<Vec<u8>> {
        let poses = self.clips.iter().map(|clip| to_bytes(&clip.poses, Endian::Little)).collect();
        let socket_poses = self.clips.iter().map(|clip| to_bytes(&clip.socket_poses, Endian::Little)).collect();
        let contents = Contents { clips, sockets, strings, poses, socket_poses };
        let header = Header {
            magic: *b"BPAT",
            version: 1,
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
        contents.write(header, None)
    }
}

fn too_many_names() -> Error {
    fault(Class::Overflow, "the names take 4 GiB or more")
}

fn at(field: &'static str, index: u64, error: Error) -> Error {
    error.in_element(index).in_field(field)
}
