use super::{INDEX_ARRAY, Records, VertexArrayHeader};
use crate::bpx::SectionHeader;
use crate::bpx::container::{Container, Section};
use crate::bpx::layout::in_section;
use crate::bpx::shared::whole_parts;
use crate::bpx::span::Span;
use bpx_schema::codec::Fixed;
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::{Endian, Offset, element_step};

/// Size of the header of vertices, in bytes.
pub(super) const HEADER: u64 = VertexArrayHeader::SIZE as u64;

/// A vertex array and its indices (sections 12.3 and 12.4), with the header of the array in memory.
///
/// A shader package declares the format of a vertex, so that a vertex here is a run of bytes. Coordinates in these
/// bytes are as in [the whole model](super#coordinates).
#[derive(Debug, Clone, Copy)]
pub struct Mesh<'m> {
    container: &'m Container,
    section: Section<'m>,
    header: VertexArrayHeader,
}

impl<'m> Mesh<'m> {
    pub(super) fn new(container: &'m Container, section: Section<'m>) -> Result<Self> {
        let bytes = section.part(0, HEADER)?;
        Ok(Self { container, section, header: VertexArrayHeader::get(&bytes, Endian::Little) })
    }

    /// Returns the section of the vertices.
    #[must_use]
    pub fn section(&self) -> Section<'m> {
        self.section
    }

    /// Returns the header of the vertices.
    #[must_use]
    pub fn header(&self) -> VertexArrayHeader {
        self.header
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> u32 {
        self.header.vertex_count
    }

    /// Returns the size of a vertex in bytes, computed from the size of the section; `None` when there are no vertices,
    /// or when the section does not divide evenly into vertices (I-45).
    #[must_use]
    pub fn vertex_size(&self) -> Option<u64> {
        vertex_size(self.header.vertex_count, self.section.content_size())
    }

    /// Returns the vertices, whose size follows from the size of the section.
    ///
    /// # Errors
    /// Returns `SizeMismatch` when the section does not divide evenly into vertices, and errors of reading and
    /// decompressing the section.
    pub fn vertices(&self) -> Result<Vertices<'m>> {
        match self.vertex_size() {
            Some(size) => self.vertices_of(size),
            None if self.header.vertex_count == 0 => self.vertices_of(0),
            None => Err(self.size_error(&format!("do not divide into {} vertices", self.header.vertex_count))),
        }
    }

    /// Returns the vertices, where `size` is the size in bytes that the format in a shader package states for each
    /// vertex.
    ///
    /// # Errors
    /// Returns `SizeMismatch` when the section has another size, and errors of reading and decompressing the section.
    pub fn vertices_of(&self, size: u64) -> Result<Vertices<'m>> {
        let count = self.header.vertex_count;
        let wanted = Offset::from(u64::from(count)) * size;
        if wanted.get() != Some(vertices_size(self.section.content_size())) {
            return Err(self.size_error(&format!("are not {count} vertices of {size} bytes")));
        }
        Ok(Vertices { bytes: Records::all(self.section.bytes()?, VertexArrayHeader::SIZE), size })
    }

    /// Returns the section of the indices; `None` when the vertices are used in their order.
    ///
    /// # Errors
    /// Returns `BadReference` when the header names a section that does not hold indices.
    pub fn index_section(&self) -> Result<Option<Section<'m>>> {
        let index = resolve_indices(self.container.table(), self.header.index_array).map_err(|message| {
            let at = self.section.space().location(VertexArrayHeader::INDEX_ARRAY.offset());
            self.located_in_section(
                Error::fault(Class::BadReference, at, message).in_field("index_array").in_field("header"),
            )
        })?;
        Ok(index.and_then(|index| self.container.section(index)))
    }

    /// Returns the indices of vertices, counted from 0; `None` when the vertices are used in their order.
    ///
    /// Indices may exceed the number of vertices, so use [`Vertices::get`].
    ///
    /// Returns the errors of [`index_section`](Self::index_section), `Truncated` when there are fewer indices than
    /// stated, and errors of reading and decompressing the section.
    pub fn indices(&self) -> Result<Option<Records<'m, u32>>> {
        let section = self.index_section()?;
        section.map(|section| Records::counted::<u32>(&section, "index_array")).transpose()
    }

    #[cold]
    fn size_error(&self, what: &str) -> Error {
        let left = vertices_size(self.section.content_size());
        let at = self.section.space().location(HEADER);
        self.located_in_section(
            Error::fault(Class::SizeMismatch, at, format!("{left} bytes {what}")).in_field("vertices"),
        )
    }

    fn located_in_section(&self, error: Error) -> Error {
        in_section(error.in_field("vertex_array"), self.section.index())
    }
}

/// Vertices, one after the other, as bytes.
#[derive(Debug, Clone)]
pub struct Vertices<'m> {
    bytes: Records<'m, u8>,
    size: u64,
}

impl Vertices<'_> {
    /// Returns the bytes of all vertices.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    /// Returns the size of a vertex in bytes; 0 if the size is unknown because there are no vertices.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().len()
    }

    /// Returns whether there are no vertices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes().is_empty()
    }

    /// Returns the bytes of one vertex, counted from 0.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<&[u8]> {
        self.iter().nth(usize::try_from(index).ok()?)
    }

    /// Returns the bytes of each vertex.
    pub fn iter(&self) -> std::slice::ChunksExact<'_, u8> {
        self.bytes().chunks_exact(element_step(self.size))
    }

    /// Returns whether the vertices are borrowed from the file, without a copy.
    #[must_use]
    pub fn is_borrowed(&self) -> bool {
        self.bytes.is_borrowed()
    }
}

impl<'v> IntoIterator for &'v Vertices<'_> {
    type Item = &'v [u8];
    type IntoIter = std::slice::ChunksExact<'v, u8>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Returns the size in bytes of each of `count` vertices in a section of this size, or `None` when no size fits.
pub(super) fn vertex_size(count: u32, section: u64) -> Option<u64> {
    whole_parts(vertices_size(section), count.into()).filter(|size| *size > 0)
}

/// Returns the size in bytes of all vertices in a section of this size.
fn vertices_size(section: u64) -> u64 {
    Span::of(section).without_first(HEADER).size()
}

/// Returns the index section that the header of vertices names. The header counts sections from 1; 0 means that there
/// is not an index section (section 12.3.3).
pub(super) fn resolve_indices(table: &[SectionHeader], stored: u32) -> Result<Option<usize>, String> {
    let Some(index) = stored.checked_sub(1).and_then(|index| usize::try_from(index).ok()) else {
        return Ok(None);
    };
    match table.get(index) {
        Some(entry) if entry.kind == INDEX_ARRAY => Ok(Some(index)),
        Some(entry) => {
            Err(format!("expected an IndexArray in section {stored}, counted from 1, found type {} there", entry.kind))
        }
        None => Err(format!("section {stored}, counted from 1, does not exist; number of sections: {}", table.len())),
    }
}
