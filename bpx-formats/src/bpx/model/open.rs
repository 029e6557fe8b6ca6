use super::registry;
use super::{ANIMATION_ARRAY, BONE_ARRAY, FRAME_ARRAY, INDEX_ARRAY, KIND, STRINGS, VERTEX_ARRAY};
use super::{Bone, Frames, Mesh, ModelExt, Records, SECTIONS};
use crate::bpx::container::{Container, Section, header_member, other_kind};
use crate::bpx::strings::StringsView;
use crate::bpx::{MainHeader, TypeExt};
use bpx_schema::Limits;
use bpx_schema::report::{Error, Result};
use bpx_schema::source::ReadAt;
use std::borrow::Cow;
use std::sync::Arc;

/// A model (section 12): header and names are in memory, arrays are read when asked for.
///
/// Arrays are borrowed when they are stored as they are and the file lies in memory; then their checksums are not looked
/// at, which [`Section::check`] does. Reading takes `&self` and may happen on any number of threads at once.
#[derive(Debug)]
pub struct Model {
    container: Container,
    ext: ModelExt,
    strings: Option<Vec<u8>>,
}

impl Model {
    /// Opens a model: reads header, section table and names.
    ///
    /// # Errors
    /// As [`Container::open`] and [`of`](Self::of).
    pub fn open(source: Arc<dyn ReadAt>, limits: Limits) -> Result<Self> {
        Self::of(Container::open(source, limits)?)
    }

    /// Opens the model in a container.
    ///
    /// What is wrong with single arrays is no error here: they tell it when asked.
    ///
    /// # Errors
    /// `BadMagic` when the file is of another type, `UnsupportedVersion` when it is not of version 2, `Missing` when there
    /// are no vertices, and those of unpacking the names.
    pub fn of(container: Container) -> Result<Self> {
        let header = container.header();
        if header.kind != KIND {
            return Err(other_kind(&registry::KIND, header.kind, KIND));
        }
        let TypeExt::Model(ext) = header.type_ext else {
            let message = format!("models of version {} are not supported; 2 is", header.version);
            let (path, at) = header_member(MainHeader::VERSION);
            return Err(registry::VERSION.finding(at, message).at(path).into());
        };
        if container.find(VERTEX_ARRAY).is_none() {
            return Err(SECTIONS.missing(&registry::VERTEX_ARRAY, VERTEX_ARRAY).into());
        }
        let strings = container.find(STRINGS).map(|section| section.content().map(Cow::into_owned)).transpose()?;
        Ok(Self { container, ext, strings })
    }

    /// The file.
    #[must_use]
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// The file, for other uses.
    #[must_use]
    pub fn into_container(self) -> Container {
        self.container
    }

    /// All that the header says of the model.
    #[must_use]
    pub fn ext(&self) -> ModelExt {
        self.ext
    }

    /// Hash of the virtual path of the shader package that declares the format of the vertices.
    #[must_use]
    pub fn shader_hash(&self) -> u64 {
        self.ext.shader_hash
    }

    /// Name of the symbol of that format in the shader package; none when the header names neither (I-67).
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn symbol_name(&self) -> Result<Option<&str>> {
        self.ext.names_format().then(|| self.text(self.ext.symbol_name)).transpose()
    }

    /// The vertex arrays with their indices, in the order of the table. Errors are those of reading the header of one.
    pub fn meshes(&self) -> impl DoubleEndedIterator<Item = Result<Mesh<'_>>> {
        self.sections(VERTEX_ARRAY).map(|section| Mesh::new(&self.container, section))
    }

    /// The indices in each section of them, used by a mesh or not. Errors as in [`Mesh::indices`].
    pub fn index_arrays(&self) -> impl DoubleEndedIterator<Item = (Section<'_>, Result<Records<'_, u32>>)> {
        self.sections(INDEX_ARRAY).map(|section| (section, Records::counted::<u32>(&section, "index_array")))
    }

    /// The bones; none in a model without skeleton.
    ///
    /// # Errors
    /// `Truncated` when there are fewer than stated; those of reading and unpacking the section.
    pub fn bones(&self) -> Result<Records<'_, Bone>> {
        let section = self.container.find(BONE_ARRAY);
        section.map_or_else(|| Ok(Records::none()), |section| Records::counted::<u16>(&section, "bone_array"))
    }

    /// Name of a bone.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn bone_name(&self, bone: &Bone) -> Result<&str> {
        self.text(bone.name)
    }

    /// The frames of all animations; none in a model without.
    ///
    /// # Errors
    /// As [`bones`](Self::bones), and those of reading and unpacking the section.
    pub fn frames(&self) -> Result<Frames<'_>> {
        let bones = self.bones()?.len();
        let transforms = match self.container.find(FRAME_ARRAY) {
            Some(section) => Records::all(section.bytes()?, 0),
            None => Records::none(),
        };
        Ok(Frames::new(transforms, bones))
    }

    /// The animations as bytes, whose meaning is written nowhere.
    ///
    /// # Errors
    /// Those of reading and unpacking the section.
    pub fn animations(&self) -> Result<Option<Cow<'_, [u8]>>> {
        self.container.find(ANIMATION_ARRAY).map(|section| section.bytes()).transpose()
    }

    /// The text at an offset in bytes in the section of names.
    ///
    /// # Errors
    /// `Missing` when there is no such section, else as [`StringsView::get`].
    pub fn text(&self, offset: u32) -> Result<&str> {
        match (&self.strings, self.container.find(STRINGS)) {
            (Some(strings), Some(section)) => StringsView::in_space(strings, section.space())
                .get(offset)
                .map_err(|error| error.in_element(section.index() as u64).in_field("sections")),
            _ => Err(Error::from(super::rules::no_names())),
        }
    }

    fn sections(&self, kind: u8) -> impl DoubleEndedIterator<Item = Section<'_>> {
        self.container.sections().filter(move |section| section.header().kind == kind)
    }
}

impl ModelExt {
    /// Whether it names a format of vertices: zero in both fields says nothing.
    #[must_use]
    pub fn names_format(&self) -> bool {
        self.shader_hash != 0 || self.symbol_name != 0
    }
}
