//! Holds the content of a region, and the form in which it is stored.

use crate::checksum::ChecksumType;
use crate::report::Result;
use crate::schema::memory_size;
use crate::source::{ReadAt, SourceReader};
use std::borrow::Cow;
use std::io::Write;

/// The number of bytes that are copied in one step.
const PIECE: usize = 256 << 10;

/// Bytes in memory, or in a source.
#[derive(Clone)]
pub enum FileBytes<'a> {
    /// Bytes in memory.
    Memory(Cow<'a, [u8]>),
    /// Bytes of a source, which the writer reads when it writes the file.
    Source {
        /// The source.
        source: &'a dyn ReadAt,
        /// Offset in the source of the first byte.
        offset: u64,
        /// Number of bytes.
        size: u64,
    },
}

impl FileBytes<'_> {
    /// Returns the number of bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::Source { size, .. } => *size,
        }
    }

    /// Returns the bytes after the first `first` bytes.
    pub(super) fn without_first(self, first: u64) -> Self {
        match self {
            Self::Memory(bytes) if first > 0 => {
                let start = memory_size(first).min(bytes.len());
                Self::Memory(Cow::Owned(bytes.split_at(start).1.to_vec()))
            }
            Self::Source { source, offset, size } if first > 0 => {
                let first = first.min(size);
                Self::Source { source, offset: offset + first, size: size - first }
            }
            whole => whole,
        }
    }

    /// Writes the bytes.
    ///
    /// # Errors
    /// Returns the errors of reading the source, and of writing.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<()> {
        self.each_piece(|piece| Ok(out.write_all(piece)?))
    }

    /// Calls `with` for the bytes, piece by piece.
    pub(super) fn each_piece(&self, mut with: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        match self {
            Self::Memory(bytes) => with(bytes),
            Self::Source { source, offset, size } => {
                let mut failed = Ok(());
                SourceReader::new(*source, *offset, *size).each_piece(PIECE, |piece| {
                    if failed.is_ok() {
                        failed = with(piece);
                    }
                })?;
                failed
            }
        }
    }

    /// Returns all bytes, in memory.
    pub(super) fn in_memory(&self) -> Result<Cow<'_, [u8]>> {
        match self {
            Self::Memory(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::Source { .. } => {
                let mut whole = Vec::new();
                self.each_piece(|piece| {
                    whole.extend_from_slice(piece);
                    Ok(())
                })?;
                Ok(Cow::Owned(whole))
            }
        }
    }
}

impl<'a> From<Cow<'a, [u8]>> for FileBytes<'a> {
    fn from(bytes: Cow<'a, [u8]>) -> Self {
        Self::Memory(bytes)
    }
}

impl<'a> From<&'a [u8]> for FileBytes<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Memory(Cow::Borrowed(bytes))
    }
}

impl From<Vec<u8>> for FileBytes<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Memory(Cow::Owned(bytes))
    }
}

/// Returns the bytes of two parts at the offsets that both parts have, if both parts are in memory.
pub(super) fn overlapping_bytes<'b>(
    (a, at): (&'b FileBytes<'_>, u64),
    (b, inside): (&'b FileBytes<'_>, u64),
) -> Option<(&'b [u8], &'b [u8])> {
    let (FileBytes::Memory(a), FileBytes::Memory(b)) = (a, b) else { return None };
    let (from, to) = (at.max(inside), (at + a.len() as u64).min(inside + b.len() as u64));
    let slice = |bytes: &'b [u8], start: u64| {
        bytes.get(usize::try_from(from.checked_sub(start)?).ok()?..usize::try_from(to.checked_sub(start)?).ok()?)
    };
    (from < to).then(|| Some((slice(a, at)?, slice(b, inside)?))).flatten()
}

/// The content of a region, as bytes in a stated form.
#[derive(Clone)]
pub struct Content<'a> {
    pub(super) bytes: FileBytes<'a>,
    pub(super) form: ContentForm,
}

/// The form of the bytes that the caller gives.
#[derive(Clone)]
pub(super) enum ContentForm {
    /// Bytes that the layout stores in the form that the describing element states. `check` is another checksum, if the
    /// caller chose one.
    Plain { check: Option<ChecksumType> },
    /// Bytes that are already stored in the form that the describing element states.
    Stored,
}

impl<'a> Content<'a> {
    /// Returns the size in bytes of the bytes that the caller gave.
    #[cfg(feature = "interpret")]
    pub(crate) fn size(&self) -> u64 {
        self.bytes.size()
    }

    /// Creates content that the layout stores as the describing element states, with the transform and the checksum
    /// whose conditions hold.
    #[must_use]
    pub fn new(bytes: impl Into<FileBytes<'a>>) -> Self {
        Self { bytes: bytes.into(), form: ContentForm::Plain { check: None } }
    }

    /// Creates content from stored bytes. The describing element states the form of the bytes, the size of the content
    /// in bytes, and its checksum.
    #[must_use]
    pub fn from_stored(bytes: impl Into<FileBytes<'a>>) -> Self {
        Self { bytes: bytes.into(), form: ContentForm::Stored }
    }

    /// Sets the checksum of the content, for a region that accepts several checksums.
    #[must_use]
    pub fn with_check(mut self, with: ChecksumType) -> Self {
        if let ContentForm::Plain { check } = &mut self.form {
            *check = Some(with);
        }
        self
    }
}
