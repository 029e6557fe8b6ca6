use super::{ANIMATION_ARRAY, BONE_ARRAY, FRAME_ARRAY, INDEX_ARRAY, KIND, STRINGS, VERTEX_ARRAY};
use super::{Bone, BoneArray, BoneTransform, IndexArray, ModelExt, SECTIONS, VertexArrayHeader};
use crate::bpx::container::{Compression, ContainerBuilder, SectionOptions};
use crate::bpx::shared::whole_parts;
use crate::bpx::strings::StringsBuilder;
use bpx_schema::codec::{Codec, to_bytes};
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Endian;
use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

/// Largest number of bones of a model (section 12.5.1).
const MAX_BONES: u32 = 1024;

/// Builds a model from vertices, indices, bones and frames. The builder computes counts, references and bone numbers,
/// and rejects inconsistent parts.
///
/// Coordinates are as in [the whole model](super#coordinates).
///
/// ```
/// use bpx_formats::bpx::model::ModelBuilder;
///
/// let mut model = ModelBuilder::new().format(bpx_formats::bpx::hash(b"/shaders/flat.bpx"), "Position")?;
/// let indices = model.add_indices(&[0, 1, 2][..]);
/// // Three vertices of twelve bytes.
/// model.add_mesh(0, 12, &[0; 36][..], Some(indices))?;
/// assert_eq!(&model.build()?[..4], b"BPXM");
/// # Ok::<(), bpx_schema::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct ModelBuilder<'a> {
    ext: ModelExt,
    meshes: Vec<Vertices<'a>>,
    indices: Vec<Cow<'a, [u32]>>,
    bones: Vec<Bone>,
    frames: Vec<BoneTransform>,
    animations: Option<Cow<'a, [u8]>>,
    strings: StringsBuilder,
    options: SectionOptions,
    frame_options: SectionOptions,
}

/// Indices that were added to a [`ModelBuilder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndicesId(usize);

/// Position of a bone in a frame; the numbers are as in [`BoneTransform`].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pose {
    /// Rotation as a quaternion.
    pub rotation: [f32; 4],
    /// Position.
    pub position: [f32; 3],
    /// Scale.
    pub scale: [f32; 3],
}

#[derive(Debug, Clone)]
struct Vertices<'a> {
    material_hash: u64,
    count: u32,
    bytes: Cow<'a, [u8]>,
    indices: Option<IndicesId>,
}

impl Default for ModelBuilder<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> ModelBuilder<'a> {
    /// Creates a model without parts. Sections are stored uncompressed with the weak check, except frames, which the
    /// specification requires to be compressed; the builder stores frames with xz at level 2.
    pub fn new() -> Self {
        let options = SectionOptions::default();
        Self {
            ext: ModelExt::default(),
            meshes: Vec::new(),
            indices: Vec::new(),
            bones: Vec::new(),
            frames: Vec::new(),
            animations: None,
            strings: StringsBuilder::new(),
            options,
            frame_options: options.with_compression(Compression::Xz(2)),
        }
    }

    /// Sets where the format of the vertices is declared, by the hash of the virtual path of a shader package and the
    /// name of a symbol in the package.
    ///
    /// # Errors
    /// Returns `BadText` when the name holds a NUL.
    pub fn format(mut self, shader_hash: u64, symbol: &str) -> Result<Self> {
        self.ext = ModelExt { shader_hash, symbol_name: self.strings.intern(symbol)?, ..self.ext };
        Ok(self)
    }

    /// Sets the animations, whose form the specification does not define.
    pub fn animations(mut self, bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        self.animations = Some(bytes.into());
        self
    }

    /// Sets how all sections except frames are stored.
    pub fn options(mut self, options: SectionOptions) -> Self {
        self.options = options;
        self
    }

    /// Sets how frames are stored. Plain frames can be read from a memory map without a copy.
    pub fn frame_options(mut self, options: SectionOptions) -> Self {
        self.frame_options = options;
        self
    }

    /// Adds indices of vertices, counted from 0, for any number of meshes.
    pub fn add_indices(&mut self, indices: impl Into<Cow<'a, [u32]>>) -> IndicesId {
        let id = IndicesId(self.indices.len());
        self.indices.push(indices.into());
        id
    }

    /// Adds vertices of `size` bytes each, with the hash of the virtual path of their material.
    ///
    /// # Errors
    /// Returns `SizeMismatch` when the bytes are not a whole number of vertices, and `Overflow` when there are more
    /// than 2^32 - 1 vertices.
    pub fn add_mesh(
        &mut self,
        material_hash: u64,
        size: u32,
        vertices: impl Into<Cow<'a, [u8]>>,
        indices: Option<IndicesId>,
    ) -> Result<()> {
        let bytes = vertices.into();
        let len = bytes.len() as u64;
        let wrong = |class, message| {
            let error = Error::unlocated_fault(class, message);
            error.in_element(self.meshes.len() as u64).in_field("meshes")
        };
        let cut = || wrong(Class::SizeMismatch, format!("expected whole vertices of {size} bytes, found {len} bytes"));
        let count = u32::try_from(whole_parts(len, size.into()).ok_or_else(cut)?).map_err(|_| {
            wrong(
                Class::Overflow,
                format!("expected at most 2^32 - 1 vertices, found {len} bytes of vertices of {size} bytes"),
            )
        })?;
        self.meshes.push(Vertices { material_hash, count, bytes, indices });
        Ok(())
    }

    /// Adds a bone, from its head to its tail before any animation, and returns the number of the bone.
    ///
    /// # Errors
    /// Returns `OutOfRange` when there are 1,024 bones already, `Inconsistent` when there are frames, which would not
    /// have the bone, and `BadText` when the name contains a NUL.
    pub fn add_bone(&mut self, name: &str, head: [f32; 3], tail: [f32; 3]) -> Result<u32> {
        let number = u32::try_from(self.bones.len()).ok().filter(|number| *number < MAX_BONES);
        let wrong = |class, message| Err(Error::unlocated_fault(class, message).in_field("bones"));
        let Some(number) = number else {
            return wrong(Class::OutOfRange, format!("expected at most {MAX_BONES} bones, found more"));
        };
        if !self.frames.is_empty() {
            return wrong(
                Class::Inconsistent,
                "expected all bones before the first frame, found a bone after a frame".to_owned(),
            );
        }
        self.bones.push(Bone { head, tail, name: self.strings.intern(name)? });
        Ok(number)
    }

    /// Adds a frame with a pose for each bone, in the order of the bones.
    ///
    /// # Errors
    /// Returns `CountMismatch` when there is not exactly one pose for each bone, or when there are no bones.
    pub fn add_frame(&mut self, poses: &[Pose]) -> Result<()> {
        if poses.len() != self.bones.len() || poses.is_empty() {
            let message =
                format!("expected one pose for each bone, found {} poses for {} bones", poses.len(), self.bones.len());
            return Err(Error::unlocated_fault(Class::CountMismatch, message).in_field("frames"));
        }
        let transform = |(bone, pose): (u32, &Pose)| {
            let Pose { rotation, position, scale } = *pose;
            BoneTransform { rotation, position, scale, bone }
        };
        self.frames.extend((0..).zip(poses).map(transform));
        Ok(())
    }

    /// Returns the bytes of the model.
    ///
    /// # Errors
    /// Returns `Missing` when there are no vertices; `BadReference` when a mesh uses indices of another builder, or
    /// indices that exceed its vertices; `Overflow` when a section has more than 2^32 - 1 bytes; `OutOfRange` for
    /// compression levels that do not exist.
    pub fn build(&self) -> Result<Vec<u8>> {
        self.build_container()?.build()
    }

    /// Writes the model from front to back, and returns its size in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`build`](Self::build) before anything is written, and afterwards the errors of the
    /// writer.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<u64> {
        self.build_container()?.write_to(out)
    }

    /// Saves the whole model or nothing ([`replace`](crate::source::replace())), and returns the size of the model in
    /// bytes.
    ///
    /// # Errors
    /// Returns the errors of [`build`](Self::build), and those of the file system.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<u64> {
        self.build_container()?.save(path)
    }

    /// Builds the container, with vertices first, then indices, bones, frames, animations and names.
    fn build_container(&self) -> Result<ContainerBuilder<'_>> {
        if self.meshes.is_empty() {
            return Err(SECTIONS
                .missing_section(|at, message| super::registry::VERTEX_ARRAY.finding(at, message), VERTEX_ARRAY)
                .into());
        }
        let bytes = ModelExt::to_vec(&self.ext)?;
        let ext = *bytes.first_chunk().unwrap_or(&[0; 16]);
        let mut container = ContainerBuilder::new(KIND, 2).type_ext(ext);
        let largest: Vec<_> = self.indices.iter().map(|list| list.iter().copied().max()).collect();
        for (index, mesh) in (0_u64..).zip(&self.meshes) {
            let section = self.index_section(mesh, &largest);
            let section = section.map_err(|error| error.in_element(index).in_field("meshes"))?;
            let header = VertexArrayHeader {
                material_hash: mesh.material_hash,
                vertex_count: mesh.count,
                index_array: section,
                reserved: [0; 4],
            };
            let mut content = header.to_vec()?;
            content.extend_from_slice(&mesh.bytes);
            container = container.section(VERTEX_ARRAY, content, self.options);
        }
        for indices in &self.indices {
            let content = IndexArray { indices: indices.to_vec() }.to_vec()?;
            container = container.section(INDEX_ARRAY, content, self.options);
        }
        if !self.bones.is_empty() {
            let content = BoneArray { bones: self.bones.clone() }.to_vec()?;
            container = container.section(BONE_ARRAY, content, self.options);
        }
        if !self.frames.is_empty() {
            container = container.section(FRAME_ARRAY, to_bytes(&self.frames, Endian::Little), self.frame_options);
        }
        if let Some(animations) = &self.animations {
            container = container.section(ANIMATION_ARRAY, &**animations, self.options);
        }
        let strings = self.strings.view().bytes();
        if !strings.is_empty() {
            container = container.section(STRINGS, strings, self.options);
        }
        Ok(container)
    }

    /// Returns the number of the index section of a mesh, counted from 1, or 0 if the mesh has no indices. `largest`
    /// has the largest index of each array.
    fn index_section(&self, mesh: &Vertices<'_>, largest: &[Option<u32>]) -> Result<u32> {
        let Some(IndicesId(number)) = mesh.indices else { return Ok(0) };
        let wrong = |message| Err(Error::unlocated_fault(Class::BadReference, message));
        match largest.get(number) {
            None => return wrong("expected indices of this builder, found indices of another builder".to_owned()),
            Some(Some(index)) if *index >= mesh.count => {
                return wrong(format!("expected an index below {}, the number of vertices, found {index}", mesh.count));
            }
            Some(_) => {}
        }
        // Sections count from 1, and those of vertices come first.
        let section: usize = [1, self.meshes.len(), number].iter().sum();
        u32::try_from(section).or_else(|_| wrong("expected at most 2^32 - 1 sections, found more".to_owned()))
    }
}
