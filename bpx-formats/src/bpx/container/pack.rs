//! Compresses and checks contents before they are stored.

use super::head::entry_member;
use crate::bpx::Crc32Legacy;
use crate::bpx::SectionHeader;
use crate::bpx::layout::{CRC32, Layout, WEAK, XZ, ZLIB, in_section};
use crate::setters::setters;
use bpx_schema::checksum::{ByteSum, ChecksumType, Crc32};
use bpx_schema::codec::FieldRef;
use bpx_schema::field_name;
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::transform::{DynTransform, StreamError, Xz, XzEffort, Zlib, encode};
use std::borrow::Cow;

/// Content size, in bytes, up to which sections are stored uncompressed by default; other writers use the same
/// threshold.
const THRESHOLD: u64 = 65_536;

/// The compression of a section (section 9.1.6).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Compression {
    /// The content is stored uncompressed.
    #[default]
    None,
    /// zlib, with a level from 0 (stored) to 9. No published release of the reference crate reads zlib sections.
    Zlib(u32),
    /// xz in blocks of 1 MiB, with a level from 0 (fastest) to 9.
    Xz(u32),
    /// xz in blocks of 1 MiB, with small streams at a moderate cost; the default for packages.
    ///
    /// The speed is between the speeds of levels 3 and 4. The encoder uses the fast mode, with longer searches of hash
    /// chains than any level. Of the settings that are at least five times as fast as level 0 of `xz --extreme`, this
    /// setting makes the smallest streams. Decoders read these streams faster than streams of the levels 0 to 3,
    /// because the streams have fewer symbols.
    XzBalanced,
    /// xz in blocks of 16 MiB with level 9 of `xz --extreme`, which is very slow and makes the smallest streams.
    XzMax,
}

impl Compression {
    /// Returns whether the level does not exist.
    pub(in crate::bpx) fn is_beyond(self) -> bool {
        matches!(self, Self::Zlib(10..) | Self::Xz(10..))
    }

    /// Returns the default content size of an xz block, in bytes.
    pub(in crate::bpx) fn block_size(self) -> u32 {
        if self == Self::XzMax { 16 << 20 } else { 1 << 20 }
    }

    /// Returns the section flag of this compression, and the encoding; `None` without compression.
    pub(in crate::bpx) fn encoding(self) -> Option<(u8, Encoding)> {
        let xz = Xz::new().with_block_size(u64::from(self.block_size()));
        Some(match self {
            Self::None => return None,
            Self::Zlib(level) => (ZLIB, Encoding::Zlib(Zlib::new().with_level(level))),
            Self::Xz(level) => (XZ, Encoding::Xz(xz.with_level(level))),
            Self::XzBalanced => (XZ, Encoding::Xz(xz.with_level(BALANCED_LEVEL).with_effort(BALANCED))),
            Self::XzMax => (XZ, Encoding::Xz(xz.with_level(9).with_effort(XzEffort::Extreme))),
        })
    }
}

/// [`Compression::XzBalanced`] is this level (fast mode, chains over four bytes) with two other settings: a match of 12
/// bytes is taken at once (273 in the level), and the search tries 120 candidates (48 in the level). Compared with 64
/// bytes and 80 candidates, the two settings halve the time for text, and cost other data 1 to 3 % of its size.
const BALANCED_LEVEL: u32 = 3;
const BALANCED: XzEffort = XzEffort::Search { nice: 12, depth: 120 };

/// The encoding of a content.
#[derive(Debug, Clone, Copy)]
pub(in crate::bpx) enum Encoding {
    Zlib(Zlib),
    Xz(Xz),
}

impl Encoding {
    /// Sets the number of threads, for encodings that use several.
    pub(in crate::bpx) fn with_threads(self, threads: usize) -> Self {
        match self {
            Self::Xz(xz) => Self::Xz(xz.with_threads(threads)),
            other @ Self::Zlib(_) => other,
        }
    }

    /// Sets the size of blocks, in bytes of content, for encodings with blocks.
    pub(in crate::bpx) fn with_block_size(self, size: u64) -> Self {
        match self {
            Self::Xz(xz) => Self::Xz(xz.with_block_size(size)),
            other @ Self::Zlib(_) => other,
        }
    }

    pub(in crate::bpx) fn transform(&self) -> &dyn DynTransform {
        match self {
            Self::Zlib(zlib) => zlib,
            Self::Xz(xz) => xz,
        }
    }
}

/// The check of the content of a section (section 9.1.4).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Check {
    /// No check.
    None,
    /// Sum of all bytes, which every implementation computes in the same way.
    #[default]
    Weak,
    /// CRC-32 of IEEE 802.3, as the specification says; the reference crate rejects this checksum.
    Crc32,
    /// CRC-32 as the reference crate computes it.
    Crc32Legacy,
}

impl Check {
    pub(in crate::bpx) fn algorithm(self) -> Option<ChecksumType> {
        match self {
            Self::None => None,
            Self::Weak => Some(ChecksumType::of::<ByteSum>()),
            Self::Crc32 => Some(ChecksumType::of::<Crc32>()),
            Self::Crc32Legacy => Some(ChecksumType::of::<Crc32Legacy>()),
        }
    }

    pub(in crate::bpx) fn flag(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Weak => WEAK,
            Self::Crc32 | Self::Crc32Legacy => CRC32,
        }
    }
}

/// The compression and the check of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SectionOptions {
    /// Compression of the content. None by default.
    pub compression: Compression,
    /// Check of the content. Weak by default.
    pub check: Check,
    /// Content up to this number of bytes is stored uncompressed; 65,536 by default.
    pub threshold: u64,
    /// Whether content above the threshold is compressed even if compression does not make the content smaller. Off by
    /// default.
    pub force: bool,
}

impl Default for SectionOptions {
    fn default() -> Self {
        Self { compression: Compression::None, check: Check::Weak, threshold: THRESHOLD, force: false }
    }
}

impl SectionOptions {
    setters! {
        /// Sets the compression.
        fn with_compression(compression: Compression) => compression = compression;
        /// Sets the check.
        fn with_check(check: Check) => check = check;
        /// Sets the threshold, in bytes of content.
        fn with_threshold(bytes: u64) => threshold = bytes;
        /// Sets whether content is compressed even if compression does not make the content smaller.
        fn with_force(force: bool) => force = force;
    }
}

/// Content that is not stored yet.
#[derive(Debug, Clone)]
pub(in crate::bpx) struct Fresh<'a> {
    pub(in crate::bpx) content: Cow<'a, [u8]>,
    pub(in crate::bpx) options: SectionOptions,
}

/// Stored content, with a table entry that lacks only type and offset.
#[derive(Debug)]
pub(in crate::bpx) struct Packed<'a> {
    pub(in crate::bpx) bytes: Cow<'a, [u8]>,
    pub(in crate::bpx) header: SectionHeader,
}

impl Packed<'_> {
    /// Returns a copy that does not borrow the content.
    pub(in crate::bpx) fn into_owned(self) -> Packed<'static> {
        Packed { bytes: Cow::Owned(self.bytes.into_owned()), header: self.header }
    }
}

impl Fresh<'_> {
    /// Checks that a table entry can hold the size of the content (section 9.1.3).
    ///
    /// # Errors
    /// Returns `Overflow` for more than 2^32 - 1 bytes.
    pub(super) fn check_size(&self, index: usize) -> Result<()> {
        entry_size(index, SectionHeader::CONTENT_SIZE, self.content.len()).map(drop)
    }

    /// Compresses the content, on all cores if `alone` is set, and computes its checksum.
    ///
    /// # Errors
    /// Returns `OutOfRange` for a level that does not exist, `Overflow` for more than 2^32 - 1 bytes, and
    /// `LimitExceeded` when memory runs out.
    pub(in crate::bpx) fn pack_content(&self, index: usize, alone: bool) -> Result<Packed<'_>> {
        let content = &*self.content;
        let SectionOptions { compression, check, threshold, force } = self.options;
        let wanted = compression.encoding();
        let (mut bytes, mut flags) = (Cow::Borrowed(content), check.flag());
        if let Some((flag, encoding)) = wanted.filter(|_| content.len() as u64 > threshold) {
            let encoding = encoding.with_threads(if alone { 0 } else { 1 });
            let packed = encode(content, encoding.transform()).map_err(|error| stream_failure(index, error))?;
            if force || packed.len() < content.len() {
                (bytes, flags) = (Cow::Owned(packed), flags | flag);
            }
        }
        let header = SectionHeader {
            stored_size: entry_size(index, SectionHeader::STORED_SIZE, bytes.len())?,
            content_size: entry_size(index, SectionHeader::CONTENT_SIZE, content.len())?,
            checksum: check.algorithm().map_or(0, |algorithm| low_bits(algorithm.checksum(content))),
            flags,
            ..SectionHeader::default()
        };
        Ok(Packed { bytes, header })
    }
}

/// Returns the lower 32 bits of a checksum, which a table entry stores. No checksum of BPX has more bits.
pub(in crate::bpx) fn low_bits(checksum: u64) -> u32 {
    let [a, b, c, d, ..] = checksum.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Returns a size as a table entry stores it.
fn entry_size(index: usize, field: FieldRef, size: usize) -> Result<u32> {
    u32::try_from(size).map_err(|_| {
        let (_, at) = entry_member(index as u64, field);
        let message = format!("expected at most 4,294,967,295 bytes, found {size}");
        Error::fault(Class::Overflow, at, message)
            .in_field(field.name())
            .in_element(index as u64)
            .in_field(field_name!(Layout, table))
    })
}

fn stream_failure(index: usize, error: StreamError) -> Error {
    let class = match error {
        StreamError::Io(source) => return source.into(),
        StreamError::InvalidEncoding { .. } => Class::OutOfRange,
        _ => Class::LimitExceeded,
    };
    in_section(Error::unlocated_fault(class, error.to_string()), index)
}

/// Packs all contents, in parallel with feature `parallel`; the result does not depend on the number of threads.
pub(super) fn pack_all<'a>(fresh: &[(usize, &'a Fresh<'_>)]) -> Result<Vec<Packed<'a>>> {
    for (index, one) in fresh {
        one.check_size(*index)?;
    }
    // A few large contents are faster split into blocks than spread over the cores.
    let alone = fresh.len() < 4;
    let pack = |(index, one): &(usize, &'a Fresh<'_>)| one.pack_content(*index, alone);
    #[cfg(feature = "parallel")]
    if !alone && is_work(fresh) && bpx_schema::threads::start_several()? {
        use rayon::prelude::*;
        return fresh.par_iter().map(pack).collect();
    }
    fresh.iter().map(pack).collect()
}

#[cfg(feature = "parallel")]
fn is_work(fresh: &[(usize, &Fresh<'_>)]) -> bool {
    bpx_schema::threads::pay_off_to_compress(fresh.iter().map(|(_, one)| one.content.len() as u64).sum())
}
