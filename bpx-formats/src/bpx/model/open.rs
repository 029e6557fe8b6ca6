use super::registry;
use super::{ANIMATION_ARRAY, BONE_ARRAY, FRAME_ARRAY, INDEX_ARRAY, STRINGS, VERTEX_ARRAY};
use super::{Bone, Frames, Mesh, ModelExt, Records, SECTIONS};
use crate::bpx::TypeExt;
use crate::bpx::container::{Container, Section, refused_type};
use crate::bpx::layout::in_section;
use crate::bpx::layout::opened::OpenedModel;
use crate::bpx::strings::StringsView;
use bpx_schema::Limits;
use bpx_schema::report::{Error, Result};
use bpx_schema::source::ReadAt;
use std::borrow::Cow;
use std::sync::Arc;

/// A model (section 12), with header and names in memory, and arrays that are read on access.
///
/// Arrays are borrowed when they are stored uncompressed and the file lies in memory. The checksums of borrowed arrays
/// are not compared; [`Section::check`] compares them. Reading takes `&self` and may happen on several threads at once.
#[derive(Debug)]
pub struct Model {
    container: Container,
    ext: ModelExt,
    strings: Option<Vec<u8>>,
}

impl Model {
    /// Opens a model, and reads header, section table and names.
    ///
    /// # Errors
    /// Returns the errors of [`Container::open`] and [`of`](Self::of).
    pub fn open(source: Arc<dyn ReadAt>, limits: Limits) -> Result<Self> {
        Self::of(Container::open(source, limits)?)
    }

    /// Opens the model in a container.
    ///
    /// Errors in single arrays are reported on access, not here.
    ///
    /// # Errors
    /// Returns `BadMagic` when the file is of another type, `UnsupportedVersion` when the file does not have version 2,
    /// `Missing` when there are no vertices, and errors of decompressing the names.
    pub fn of(container: Container) -> Result<Self> {
        let header = container.header();
        let TypeExt::Model(ext) = header.type_ext else {
            return Err(refused_type::<OpenedModel>("a model", header.kind, header.version));
        };
        if container.find(VERTEX_ARRAY).is_none() {
            return Err(SECTIONS
                .missing_section(|at, message| registry::VERTEX_ARRAY.finding(at, message), VERTEX_ARRAY)
                .into());
        }
        let strings = container.find(STRINGS).map(|section| section.content().map(Cow::into_owned)).transpose()?;
        Ok(Self { container, ext, strings })
    }

    /// Returns the container.
    #[must_use]
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// Returns the container, for other uses.
    #[must_use]
    pub fn into_container(self) -> Container {
        self.container
    }

    /// Returns the type-specific extension of the header.
    #[must_use]
    pub fn ext(&self) -> ModelExt {
        self.ext
    }

    /// Returns the hash of the virtual path of the shader package that declares the format of the vertices.
    #[must_use]
    pub fn shader_hash(&self) -> u64 {
        self.ext.shader_hash
    }

    /// Returns the name of the symbol that declares the format in the shader package; `None` when the header names
    /// neither package nor symbol (I-67).
    ///
    /// # Errors
    /// Returns the errors of [`text`](Self::text).
    pub fn symbol_name(&self) -> Result<Option<&str>> {
        self.ext.names_format().then(|| self.text(self.ext.symbol_name)).transpose()
    }

    /// Returns the vertex arrays with their indices, in the order of the table. Each error is an error of reading the
    /// header of an array.
    pub fn meshes(&self) -> impl DoubleEndedIterator<Item = Result<Mesh<'_>>> {
        self.sections_of(VERTEX_ARRAY).map(|section| Mesh::new(&self.container, section))
    }

    /// Returns the indices of each index section, whether a mesh uses the section or not. The errors are those of
    /// [`Mesh::indices`].
    pub fn index_arrays(&self) -> impl DoubleEndedIterator<Item = (Section<'_>, Result<Records<'_, u32>>)> {
        self.sections_of(INDEX_ARRAY).map(|section| (section, Records::counted::<u32>(&section, "index_array")))
    }

    /// Returns the bones; empty for a model without a skeleton.
    ///
    /// # Errors
    /// Returns `Truncated` when there are fewer bones than stated, and errors of reading and decompressing the section.
    pub fn bones(&self) -> Result<Records<'_, Bone>> {
        let section = self.container.find(BONE_ARRAY);
        section.map_or_else(|| Ok(Records::none()), |section| Records::counted::<u16>(&section, "bone_array"))
    }

    /// Returns the name of a bone.
    ///
    /// # Errors
    /// Returns the errors of [`text`](Self::text).
    pub fn bone_name(&self, bone: &Bone) -> Result<&str> {
        self.text(bone.name)
    }

    /// Returns the frames of all animations; empty for a model without animations.
    ///
    /// # Errors
    /// Returns the errors of [`bones`](Self::bones), and errors of reading and decompressing the section.
    pub fn frames(&self) -> Result<Frames<'_>> {
        let bones = self.bones()?.len();
        let transforms = match self.container.find(FRAME_ARRAY) {
            Some(section) => Records::all(section.bytes()?, 0),
            None => Records::none(),
        };
        Ok(Frames::new(transforms, bones))
    }

    /// Returns the animations as bytes; their form is not specified.
    ///
    /// # Errors
    /// Returns errors of reading and decompressing the section.
    pub fn animations(&self) -> Result<Option<Cow<'_, [u8]>>> {
        self.container.find(ANIMATION_ARRAY).map(|section| section.bytes()).transpose()
    }

    /// Returns the text at an offset in bytes in the section of names.
    ///
    /// # Errors
    /// Returns `Missing` when there is no such section, and the errors of [`StringsView::get`].
    pub fn text(&self, offset: u32) -> Result<&str> {
        match (&self.strings, self.container.find(STRINGS)) {
            (Some(strings), Some(section)) => StringsView::in_space(strings, section.space())
                .get(offset)
                .map_err(|error| in_section(error, section.index())),
            _ => Err(Error::from(
                SECTIONS.missing_section(|at, message| Bone::RULE_MODEL_STRINGS.rule().finding(at, message), STRINGS),
            )),
        }
    }

    fn sections_of(&self, kind: u8) -> impl DoubleEndedIterator<Item = Section<'_>> {
        self.container.sections().filter(move |section| section.header().kind == kind)
    }
}

impl ModelExt {
    /// Returns whether the header names a vertex format. Zero in both fields means that there is no format.
    #[must_use]
    pub fn names_format(&self) -> bool {
        self.shader_hash != 0 || self.symbol_name != 0
    }
}
