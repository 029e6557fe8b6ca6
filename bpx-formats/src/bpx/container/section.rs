use super::{Container, SectionReader};
use crate::bpx::SectionHeader;
use crate::bpx::layout::in_section;
use crate::bpx::shared::zero_bytes;
use crate::bpx::span::Span;
use bpx_schema::checksum::ChecksumType;
use bpx_schema::codec::{DecodeOwned, Decoder, Fetch, HeldBytes, Space, StoredRegion};
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Offset;
use std::borrow::Cow;

/// One section of a container (section 9), whose content is read on access.
#[derive(Clone, Copy)]
pub struct Section<'c> {
    container: &'c Container,
    index: usize,
    header: &'c SectionHeader,
    stored: StoredRegion,
}

/// Result of checking a content (section 9.1.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckOutcome {
    /// The section states no checksum.
    Unchecked,
    /// The content has the stated checksum under this algorithm. Files often state
    /// [`Crc32`](bpx_schema::checksum::Crc32) where [`Crc32Legacy`](crate::bpx::Crc32Legacy) matches.
    Matched(ChecksumType),
}

impl<'c> Section<'c> {
    pub(super) fn new(container: &'c Container, index: usize, header: &'c SectionHeader, stored: StoredRegion) -> Self {
        Self { container, index, header, stored }
    }

    /// Returns the number of the section in the table, counted from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the table entry of the section (section 9.1).
    #[must_use]
    pub fn header(&self) -> &'c SectionHeader {
        self.header
    }

    /// Returns offset, size, compression and check of the stored content, as the entry states them. The entry may be
    /// wrong.
    #[must_use]
    pub fn stored(&self) -> StoredRegion {
        self.stored
    }

    /// Returns the size of the content in bytes, as the entry states it (section 9.1.3).
    #[must_use]
    pub fn content_size(&self) -> u64 {
        u64::from(self.header.content_size)
    }

    /// Returns the stored bytes, borrowed if the file is in memory.
    ///
    /// # Errors
    /// Returns `OutOfBounds` when the stated bytes are not in the file, `LimitExceeded` when more than
    /// [`max_memory`](bpx_schema::Limits::max_memory) bytes would have to be copied, and errors of the source.
    pub fn raw(&self) -> Result<Cow<'c, [u8]>> {
        self.fetch().stored_bytes().map(HeldBytes::into_bytes)
    }

    /// Returns the whole content, with the stated size and, unless the container was opened without checks, the stated
    /// checksum. The content is borrowed when it is stored uncompressed and the file is in memory.
    ///
    /// # Errors
    /// Returns the errors of [`raw`](Self::raw); `BadStream` or `UnsupportedFeature` when the content cannot be
    /// decompressed; `SizeMismatch` or `ChecksumMismatch` when the content differs from the stated size or checksum;
    /// `LimitExceeded` when the content has more than [`max_memory`](bpx_schema::Limits::max_memory) bytes.
    pub fn content(&self) -> Result<Cow<'c, [u8]>> {
        let fetch = self.fetch();
        let content = match self.container.access().decode_parallel(self.container.source(), &fetch) {
            Some(content) => Cow::Owned(content),
            None => fetch.content()?.into_bytes(),
        };
        if !self.container.options().skip_checks {
            fetch.check_content(&content)?;
        }
        Ok(content)
    }

    /// Returns the whole content like [`content`](Self::content), but does not read bytes that lie uncompressed in
    /// memory; [`check`](Self::check) compares the checksum of these bytes.
    ///
    /// # Errors
    /// Returns the errors of [`content`](Self::content), except for the checksum of bytes that lie uncompressed in
    /// memory.
    pub fn bytes(&self) -> Result<Cow<'c, [u8]>> {
        if self.is_in_memory() { self.raw() } else { self.content() }
    }

    /// Returns bytes of the content. Borrows the bytes if they are stored uncompressed and the file is in memory;
    /// otherwise reads them with [`read_at`](Self::read_at). The checksum of the section is not compared.
    ///
    /// # Errors
    /// Returns the errors of [`content`](Self::content), except for the checksum, and `OutOfBounds` when the stated
    /// content does not have such bytes.
    pub fn part(&self, offset: u64, size: u64) -> Result<Cow<'c, [u8]>> {
        let fetch = self.fetch();
        let stated = self.content_size();
        if Span::new(offset, size).is_none_or(|part| part.end() > stated) {
            let message = format!("{size} bytes at offset {offset} exceed the content of {stated} bytes");
            let error = Error::fault(Class::OutOfBounds, self.space().location(offset), message);
            return Err(in_section(error, self.index));
        }
        if self.is_in_memory()
            && let Cow::Borrowed(bytes) = fetch.stored_bytes()?.into_bytes()
            && let Some(part) = Offset::from(offset).slice(size, bytes)
        {
            return Ok(Cow::Borrowed(part));
        }
        fetch.check_bounds()?;
        let _held = fetch.budget.hold_memory(size).map_err(|exceeded| {
            let error = exceeded.fault_at(self.space().location(offset));
            in_section(error, self.index)
        })?;
        let mut bytes = zero_bytes(size)?;
        let read = self.read_at(offset, &mut bytes)?;
        bytes.truncate(read);
        Ok(Cow::Owned(bytes))
    }

    /// Checks size and checksum of the content, whatever the options of the container are, without holding the content
    /// in memory.
    ///
    /// # Errors
    /// Returns the errors of [`content`](Self::content), except the error for too much memory.
    pub fn check(&self) -> Result<CheckOutcome> {
        let matched = self.fetch().verify()?;
        Ok(matched.map_or(CheckOutcome::Unchecked, CheckOutcome::Matched))
    }

    /// Returns a reader of the content from front to back, in bounded memory. The read that reaches the end checks the
    /// size and, unless the container was opened without checks, the checksum.
    ///
    /// # Errors
    /// Returns `OutOfBounds` when the stated bytes are not in the file.
    pub fn reader(&self) -> Result<SectionReader<'c>> {
        let (fetch, access) = (self.fetch(), self.container.access());
        let ahead = access.decode_ahead(self.container.source(), &fetch);
        SectionReader::new(fetch, self.container.options().skip_checks, ahead)
    }

    /// Reads up to `buf.len()` bytes of the content at an offset. Reads fewer bytes only at the end of the content.
    ///
    /// From a plain section, the function reads only the requested bytes. From an xz section, the function decodes only
    /// the blocks that contain these bytes, and keeps small blocks for the next call. Content without blocks, or with
    /// large blocks, is decoded from its beginning; use [`reader`](Self::reader) for such content. The checksum of the
    /// section is not compared.
    ///
    /// # Errors
    /// Returns the errors of [`content`](Self::content), except for the checksum.
    pub fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize> {
        self.container.access().read_at(&self.fetch(), offset, buf)
    }

    /// Decodes the content as a structure; `args` are the arguments for the parameters of its schema.
    ///
    /// # Errors
    /// Returns the errors of [`content`](Self::content), and those of decoding.
    pub fn decode<T: DecodeOwned>(&self, args: T::Args) -> Result<T> {
        let content = self.content()?;
        let budget = self.container.new_budget();
        let value = T::decode(&mut Decoder::in_space(&content, self.space(), &budget), args);
        value.map_err(|error| in_section(error, self.index))
    }

    /// Returns whether [`read_at`](Self::read_at) reads at most the requested bytes and one block of 16 MiB. Otherwise,
    /// `read_at` decodes the content from its beginning.
    #[must_use]
    pub fn is_seekable(&self) -> bool {
        self.container.access().is_seekable(&self.fetch())
    }

    /// Returns the space that holds the content, for decoding.
    #[must_use]
    pub fn space(&self) -> Space {
        self.stored.content_space()
    }

    /// Returns whether the content is stored uncompressed and the file is in memory.
    fn is_in_memory(&self) -> bool {
        self.stored.transform.is_none() && self.container.source().as_bytes().is_some()
    }

    fn fetch(&self) -> Fetch<'c> {
        self.container.fetch_of(self.index, self.stored)
    }
}

impl std::fmt::Debug for Section<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Section").field("index", &self.index).field("header", &self.header).finish_non_exhaustive()
    }
}
