//! Opens files without copying their tables and poses.

use super::examine::examine_file;
use super::names::{self, Named};
use super::{BoneParent, Clips, ColumnMatrix, Contact, Extension, Head, Header, Matrix, Part, Socket, SocketMatrix};
use bpx_schema::Limits;
use bpx_schema::codec::View;
use bpx_schema::report::{Mode, Report, Result, Severity, Validator, Verdict};

/// A file in memory or in a memory map. Tables and poses are views, decoded on access.
#[derive(Debug, Clone, Copy)]
pub struct Bpat<'a> {
    file: &'a [u8],
    head: Head,
    clips: Clips<'a>,
    sockets: View<'a, Socket>,
    strings: &'a [u8],
    palettes: View<'a, Matrix>,
    skins: View<'a, ColumnMatrix>,
    socket_data: View<'a, SocketMatrix>,
    contacts: View<'a, Contact>,
    bind_palette: View<'a, ColumnMatrix>,
    bone_parents: View<'a, BoneParent>,
}

impl<'a> Bpat<'a> {
    /// Opens a file that can be read, even if the file breaks rules; see [`open_valid`](Self::open_valid).
    ///
    /// # Errors
    /// Returns the first fault that makes a file unreadable: another signature or version, sections or names outside of
    /// the file, or clips whose frames do not exist.
    pub fn open(file: &'a [u8], limits: Limits) -> Result<Self> {
        let (opened, report) = Self::open_with(file, Mode::Lenient, limits)?;
        let unreadable = |class: bpx_schema::report::Class| class.verdict() >= Verdict::Malformed;
        let fault = report.findings().iter().find(|one| one.severity == Severity::Error && unreadable(one.class));
        fault.map_or(Ok(opened), |fault| Err(fault.clone().into()))
    }

    /// Opens a file that breaks no rule. The function reads only header and tables, so the size of the poses does not
    /// matter.
    ///
    /// # Errors
    /// Returns the first broken rule that is an error in this mode.
    pub fn open_valid(file: &'a [u8], mode: Mode, limits: Limits) -> Result<Self> {
        let (opened, report) = Self::open_with(file, mode, limits)?;
        let fault = report.findings().iter().find(|finding| finding.severity == Severity::Error);
        fault.map_or(Ok(opened), |fault| Err(fault.clone().into()))
    }

    fn open_with(file: &'a [u8], mode: Mode, limits: Limits) -> Result<(Self, Report)> {
        let mut validator = Validator::new(mode);
        examine_file(&file, limits, &mut validator)?;
        let report = validator.finish(Ok(()))?;
        let none = || Head { header: Header::from_bytes(&[0; Header::SIZE]), extension: Extension::default() };
        let head = Head::read(file).unwrap_or_else(none);
        // A file that lacks bytes of a part is rejected because of the report.
        let bytes = |part| head.extent(part).bytes_in(file).unwrap_or(&[]);
        // One of the two is empty, so that columns are not read as rows.
        let (rows, columns) = match head.is_skinned() {
            false => (bytes(Part::Palettes), &[][..]),
            true => (&[][..], bytes(Part::Palettes)),
        };
        let opened = Self {
            file,
            head,
            clips: Clips::new(bytes(Part::Clips), head.header.version),
            sockets: View::new(bytes(Part::Sockets)).0,
            strings: bytes(Part::Strings),
            palettes: View::new(rows).0,
            skins: View::new(columns).0,
            socket_data: View::new(bytes(Part::SocketData)).0,
            contacts: View::new(bytes(Part::Contacts)).0,
            bind_palette: View::new(bytes(Part::BindPalette)).0,
            bone_parents: View::new(bytes(Part::BoneParents)).0,
        };
        Ok((opened, report))
    }

    /// Returns all bytes of the file.
    #[must_use]
    pub fn file(&self) -> &'a [u8] {
        self.file
    }

    /// Returns the header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.head.header
    }

    /// Returns header and extension, which state the offsets of all parts.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Returns the clips.
    #[must_use]
    pub fn clips(&self) -> Clips<'a> {
        self.clips
    }

    /// Returns the sockets.
    #[must_use]
    pub fn sockets(&self) -> View<'a, Socket> {
        self.sockets
    }

    /// Returns the string table.
    #[must_use]
    pub fn strings(&self) -> &'a [u8] {
        self.strings
    }

    /// Returns the name of a clip or a socket, without its NUL; usually UTF-8.
    #[must_use]
    pub fn name(&self, of: &impl Named) -> &'a [u8] {
        names::find_name(self.strings, of.name_span()).unwrap_or(&[])
    }

    /// Returns the number of the first clip with this name.
    #[must_use]
    pub fn clip_named(&self, name: &[u8]) -> Option<usize> {
        self.clips.iter().position(|clip| self.name(&clip) == name)
    }

    /// Returns the poses of all bones in all frames: frame by frame, bone by bone. The list is empty for a file with a
    /// bind palette, which has [`skins`](Self::skins) instead.
    #[must_use]
    pub fn palettes(&self) -> View<'a, Matrix> {
        self.palettes
    }

    /// Returns the skinning matrices of all bones in all frames: frame by frame, bone by bone. The list is empty for a
    /// file without a bind palette. The pose of a bone is its skinning matrix times its matrix in the bind palette.
    #[must_use]
    pub fn skins(&self) -> View<'a, ColumnMatrix> {
        self.skins
    }

    /// Returns the contacts of the feet, frame by frame; empty for a file without contacts.
    #[must_use]
    pub fn contacts(&self) -> View<'a, Contact> {
        self.contacts
    }

    /// Returns the bind palette, bone by bone; empty for a file without a bind palette.
    #[must_use]
    pub fn bind_palette(&self) -> View<'a, ColumnMatrix> {
        self.bind_palette
    }

    /// Returns the parents of the bones, bone by bone; empty for a file without parents.
    #[must_use]
    pub fn bone_parents(&self) -> View<'a, BoneParent> {
        self.bone_parents
    }

    /// Returns the poses of all sockets in all frames: frame by frame, socket by socket.
    #[must_use]
    pub fn socket_data(&self) -> View<'a, SocketMatrix> {
        self.socket_data
    }

    /// Returns the poses of all bones in one frame of a clip.
    #[must_use]
    pub fn pose(&self, clip: usize, frame: u32) -> Option<View<'a, Matrix>> {
        self.palettes.groups(self.head.header.bone_count.into(), self.frame(clip, frame)?.into(), 1)
    }

    /// Returns the skinning matrices of all bones in one frame of a clip.
    #[must_use]
    pub fn skin(&self, clip: usize, frame: u32) -> Option<View<'a, ColumnMatrix>> {
        self.skins.groups(self.head.header.bone_count.into(), self.frame(clip, frame)?.into(), 1)
    }

    /// Returns the poses of all sockets in one frame of a clip.
    #[must_use]
    pub fn socket_pose(&self, clip: usize, frame: u32) -> Option<View<'a, SocketMatrix>> {
        self.socket_data.groups(self.head.header.socket_count.into(), self.frame(clip, frame)?.into(), 1)
    }

    /// Returns the poses of all bones in all frames of a clip.
    #[must_use]
    pub fn clip_poses(&self, clip: usize) -> Option<View<'a, Matrix>> {
        let clip = self.clips.get(clip)?;
        self.palettes.groups(self.head.header.bone_count.into(), clip.frame_offset.into(), clip.frame_count.into())
    }

    /// Returns the skinning matrices of all bones in all frames of a clip.
    #[must_use]
    pub fn clip_skins(&self, clip: usize) -> Option<View<'a, ColumnMatrix>> {
        let clip = self.clips.get(clip)?;
        self.skins.groups(self.head.header.bone_count.into(), clip.frame_offset.into(), clip.frame_count.into())
    }

    /// Returns the poses of all sockets in all frames of a clip.
    #[must_use]
    pub fn clip_socket_poses(&self, clip: usize) -> Option<View<'a, SocketMatrix>> {
        let clip = self.clips.get(clip)?;
        self.socket_data.groups(self.head.header.socket_count.into(), clip.frame_offset.into(), clip.frame_count.into())
    }

    /// Returns the number of a frame of a clip, counted over all clips.
    fn frame(&self, clip: usize, frame: u32) -> Option<u32> {
        let clip = self.clips.get(clip).filter(|clip| frame < clip.frame_count)?;
        clip.frame_offset.checked_add(frame)
    }
}
