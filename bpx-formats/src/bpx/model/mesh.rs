use super::{INDEX_ARRAY, Records, VertexArrayHeader};
use crate::bpx::SectionHeader;
use crate::bpx::container::{Container, Section};
use bpx_schema::codec::Fixed;
use bpx_schema::fault;
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Endian;

/// Size of what stands before vertices, in bytes.
pub(super) const HEADER: u64 = VertexArrayHeader::SIZE as u64;

/// A vertex array, and the indices that go with it (sections 12.3 and 12.4): its header is in memory.
///
/// What a vertex is made of, a shader package declares; here it is bytes. Coordinates in them are as in
/// [the whole model](super#coordinates).
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

    /// The section of the vertices.
    #[must_use]
    pub fn section(&self) -> Section<'m> {
        self.section
    }

    /// What stands before the vertices.
    #[must_use]
    pub fn header(&self) -> VertexArrayHeader {
        self.header
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> u32 {
        self.header.vertex_count
    }

    /// Size of a vertex in bytes, as it follows from the size of the section; none when there are no vertices, or when
    /// they do not divide it evenly (I-45).
    #[must_use]
    pub fn vertex_size(&self) -> Option<u64> {
        vertex_size(self.header.vertex_count, self.section.content_size())
    }

    /// The vertices, of the size that follows from that of the section.
    ///
    /// # Errors
    /// `SizeMismatch` when the section cannot be divided evenly; those of reading and unpacking it.
    pub fn vertices(&self) -> Result<Vertices<'m>> {
        match self.vertex_size() {
            Some(size) => self.vertices_of(size),
            None if self.header.vertex_count == 0 => self.vertices_of(0),
            None => Err(self.odd(&format!("do not divide into {} vertices", self.header.vertex_count))),
        }
    }

    /// The vertices, of the size that the format in a shader package says, in bytes.
    ///
    /// # Errors
    /// `SizeMismatch` when the section has not as many bytes; those of reading and unpacking it.
    pub fn vertices_of(&self, size: u64) -> Result<Vertices<'m>> {
        let count = self.header.vertex_count;
        let wanted = u64::from(count).checked_mul(size);
        if wanted != Some(self.section.content_size().saturating_sub(HEADER)) {
            return Err(self.odd(&format!("are not {count} vertices of {size} bytes")));
        }
        Ok(Vertices { bytes: Records::all(self.section.bytes()?, VertexArrayHeader::SIZE), size })
    }

    /// The section of the indices; none when every vertex is used in its order.
    ///
    /// # Errors
    /// `BadReference` when the header names a section that is none of indices.
    pub fn index_section(&self) -> Result<Option<Section<'m>>> {
        let index = resolve(self.container.table(), self.header.index_array).map_err(|message| {
            let at = self.section.space().location(HEADER.saturating_sub(8));
            self.here(Error::fault(Class::BadReference, at, message).in_field("index_array").in_field("header"))
        })?;
        Ok(index.and_then(|index| self.container.section(index)))
    }

    /// The indices of vertices, counted from 0; none when every vertex is used in its order.
    ///
    /// They may exceed the number of vertices: use [`Vertices::get`].
    ///
    /// # Errors
    /// As [`index_section`](Self::index_section); `Truncated` when there are fewer than stated, and those of reading and
    /// unpacking the section.
    pub fn indices(&self) -> Result<Option<Records<'m, u32>>> {
        let section = self.index_section()?;
        section.map(|section| Records::counted::<u32>(&section, "index_array")).transpose()
    }

    #[cold]
    fn odd(&self, what: &str) -> Error {
        let left = self.section.content_size().saturating_sub(HEADER);
        let at = self.section.space().location(HEADER);
        self.here(Error::fault(Class::SizeMismatch, at, format!("{left} bytes {what}")).in_field("vertices"))
    }

    fn here(&self, error: Error) -> Error {
        error.in_field("vertex_array").in_element(self.section.index() as u64).in_field("sections")
    }
}

/// Vertices, one after the other, as bytes.
#[derive(Debug, Clone)]
pub struct Vertices<'m> {
    bytes: Records<'m, u8>,
    size: u64,
}

impl Vertices<'_> {
    /// All their bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    /// Size of a vertex in bytes; 0 when there is none.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes().is_empty()
    }

    /// The bytes of one vertex, counted from 0.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<&[u8]> {
        self.iter().nth(usize::try_from(index).ok()?)
    }

    /// The bytes of each vertex.
    pub fn iter(&self) -> std::slice::ChunksExact<'_, u8> {
        self.bytes().chunks_exact(usize::try_from(self.size).unwrap_or(usize::MAX).max(1))
    }

    /// Whether they are borrowed from the file, so that nothing was copied.
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

/// Size in bytes of each of so many vertices in a section of this size; none when there is no such size.
pub(super) fn vertex_size(count: u32, section: u64) -> Option<u64> {
    let (count, all) = (u64::from(count), section.checked_sub(HEADER)?);
    (count > 0 && all >= count && all.checked_rem(count) == Some(0)).then(|| all.checked_div(count)).flatten()
}

/// The section that the header of vertices names as that of its indices: counted from 1, 0 for none (section 12.3.3).
pub(super) fn resolve(table: &[SectionHeader], stored: u32) -> Result<Option<usize>, String> {
    let Some(index) = stored.checked_sub(1).and_then(|index| usize::try_from(index).ok()) else {
        return Ok(None);
    };
    let index = index.saturating_add(usize::from(fault!(IndicesFromZero)));
    match table.get(index) {
        Some(entry) if entry.kind == INDEX_ARRAY => Ok(Some(index)),
        Some(entry) => Err(format!("section {stored}, counted from 1, is of type {}, not IndexArray", entry.kind)),
        None => Err(format!("there is no section {stored}, counted from 1; there are {}", table.len())),
    }
}
