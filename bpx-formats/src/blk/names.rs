#![allow(clippy::arithmetic_side_effects, reason = "all numbers are sizes and numbers of names in memory")]

use super::unpack::{field_fault, inflate_frame};
use super::{Dictionary, NameList, NameMapFile, mum, registry};
use bpx_schema::codec::{Decoder, Encoder, Uleb};
use bpx_schema::field_name;
use bpx_schema::report::{Class, Location, Mode, Path, Segment, Validator};
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Codec, Error, Limits, Result};
use std::collections::HashSet;
use std::sync::OnceLock;

/// Names that several files share, in order.
#[derive(Debug, Clone, Default)]
pub struct NameMap {
    table: Table,
    names_digest: [u8; 8],
    dictionary_digest: [u8; 32],
    /// Whether no name occurs twice, computed on first use.
    unique: OnceLock<bool>,
}

/// Names one after the other, each with a NUL.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Table {
    bytes: Vec<u8>,
    /// Offset of the end of each name.
    ends: Vec<u32>,
}

impl Table {
    /// Finds the first `count` names in the bytes, or all names if there are fewer.
    pub(super) fn new(bytes: Vec<u8>, count: usize) -> Self {
        let ends = bytes.iter().zip(0_u32..).filter(|(byte, _)| **byte == 0).map(|(_, at)| at).take(count).collect();
        Self { bytes, ends }
    }

    /// Adds a name without a NUL. Returns false if the bytes would exceed 2^32.
    #[must_use]
    pub(super) fn push(&mut self, name: &[u8]) -> bool {
        let Ok(end) = u32::try_from(self.bytes.len() + name.len()) else { return false };
        self.bytes.extend_from_slice(name);
        self.bytes.push(0);
        self.ends.push(end);
        true
    }

    /// Returns all names, each with its NUL.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&[u8]> {
        let end = *self.ends.get(index)?;
        let start = match index.checked_sub(1) {
            Some(before) => *self.ends.get(before)? as usize + 1,
            None => 0,
        };
        self.bytes.get(start..end as usize)
    }

    /// Returns the number of all bytes, including bytes after the last name.
    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the size of the table in memory, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.ends)
    }

    /// Returns the number of bytes that belong to names.
    pub(super) fn name_bytes(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize + 1)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

/// Shared names and the names of a file in one numbering, in which shared names come first.
#[derive(Debug, Clone, Copy)]
pub(super) struct AllNames<'n> {
    pub(super) shared: Option<&'n NameMap>,
    pub(super) local: &'n Table,
}

impl<'n> AllNames<'n> {
    /// Returns the number of names.
    pub(super) fn len(self) -> usize {
        self.shared.map_or(0, NameMap::len) + self.local.len()
    }

    /// Returns a name by its number.
    #[inline]
    pub(super) fn get(self, number: usize) -> Option<&'n [u8]> {
        match self.shared {
            Some(shared) if number < shared.len() => shared.get(number),
            Some(shared) => self.local.get(number - shared.len()),
            None => self.local.get(number),
        }
    }
}

#[cold]
fn too_many_error() -> Error {
    let message = "expected at most 2^24 names with 2^32 - 1 bytes together, found more";
    Error::unlocated_fault(Class::Overflow, message)
}

impl PartialEq for NameMap {
    fn eq(&self, other: &Self) -> bool {
        let digests = |map: &Self| (map.names_digest, map.dictionary_digest);
        self.table == other.table && digests(self) == digests(other)
    }
}

impl NameMap {
    /// Returns a map of these names, with the digest of the dictionary that compresses the same files.
    ///
    /// # Errors
    /// Returns an error when a name holds a NUL, or when there are more than 2^24 names or 2^32 - 1 bytes of names.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n [u8]>, dictionary: Option<&Dictionary>) -> Result<Self> {
        let (mut bytes, mut count) = (Vec::new(), 0_usize);
        for name in names {
            if name.contains(&0) {
                return Err(Error::unlocated_fault(
                    Class::BadText,
                    "expected a name without a NUL, found a NUL in the name",
                ));
            }
            bytes.extend_from_slice(name);
            bytes.push(0);
            count += 1;
        }
        if count > 1 << 24 || u32::try_from(bytes.len()).is_err() {
            return Err(too_many_error());
        }
        let names_digest = mum::mum_digest(&bytes, count as u64).max(1).to_le_bytes();
        let dictionary_digest = dictionary.map_or([0; 32], Dictionary::digest);
        Ok(Self { table: Table::new(bytes, count), names_digest, dictionary_digest, unique: OnceLock::new() })
    }

    /// Reads a name map file (`.nm`).
    ///
    /// # Errors
    /// Returns an error when the file is truncated, does not decompress, or does not hold the stated number of names.
    pub fn read(file: &[u8], limits: Limits) -> Result<Self> {
        let mut validator = Validator::new(Mode::Strict);
        let read = Self::read_declared(file, limits, Some(&mut validator))?;
        if let Some(finding) = validator.finish_read().findings().first() {
            return Err(finding.clone().into());
        }
        let NameMapFile { names_digest, dictionary_digest, content: list } = read;
        let table = Table::new(list.names, list.name_count.value() as usize);
        Ok(Self { table, names_digest, dictionary_digest, unique: OnceLock::new() })
    }

    /// Reads the file as declared, and reports the parts to a listener, if any.
    pub(super) fn read_declared(file: &[u8], limits: Limits, watch: Option<&mut dyn Watch>) -> Result<NameMapFile> {
        let budget = Budget::for_bytes(limits, file);
        let start = NameMapFile::FRAME_AT as u64;
        let opened =
            file.get(NameMapFile::FRAME_AT..).map(|stored| inflate_frame(stored, &[], limits)).transpose().map_err(
                |(class, message)| {
                    let path = Path::new(vec![Segment::Field(field_name!(NameMapFile, content).into())]);
                    let place = Location { file: start, content: None };
                    registry::NAME_MAP_STREAM.finding_of(class, place, message).with_path(path)
                },
            )?;
        let mut decoder = Decoder::new(file, &budget);
        if let Some((content, _)) = &opened {
            decoder = decoder.with_content(start, content);
        }
        match watch {
            Some(watch) => NameMapFile::decode(&mut decoder.with_watch(watch), []),
            None => NameMapFile::decode(&mut decoder, []),
        }
    }

    /// Reads a name map file and writes it again; the frame stays as it is stored.
    pub(super) fn rewrite(file: &[u8], limits: Limits) -> Result<Vec<u8>> {
        let declared = Self::read_declared(file, limits, None)?;
        let stored = file.get(NameMapFile::FRAME_AT..).unwrap_or(&[]).to_vec();
        let content_size = declared.content.encoded_size([])?;
        let mut bytes = Vec::new();
        declared.encode(&mut Encoder::new(&mut bytes).with_stored(stored, content_size), [])?;
        Ok(bytes)
    }

    /// Sets the digests to those of a file, which may differ from the digests of its names.
    pub(super) fn with_digests(self, names_digest: [u8; 8], dictionary_digest: [u8; 32]) -> Self {
        Self { names_digest, dictionary_digest, ..self }
    }

    /// Returns the bytes of a name map file, compressed at this level (from 1 to 22; the engine's tools use 18).
    ///
    /// # Errors
    /// Returns the errors of the encoder; no name map is known to cause one.
    pub fn to_vec(&self, level: i32) -> Result<Vec<u8>> {
        let stated = |number| u32::try_from(number).map(Uleb::new).map_err(|_| too_many_error());
        let list = NameList {
            name_count: stated(self.len())?,
            names_size: stated(self.table.bytes.len())?,
            names: self.table.bytes.clone(),
            rest: Vec::new(),
        };
        let content = list.to_vec()?;
        let stored =
            zstd::bulk::compress(&content, level).map_err(|source| Error::Io { path: Path::root(), source })?;
        let (names_digest, dictionary_digest) = (self.names_digest, self.dictionary_digest);
        let file = NameMapFile { names_digest, dictionary_digest, content: list };
        let mut bytes = Vec::new();
        file.encode(&mut Encoder::new(&mut bytes).with_stored(stored, content.len() as u64), [])?;
        Ok(bytes)
    }

    /// Returns whether no name occurs twice, which the engine assumes.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        *self.unique.get_or_init(|| are_unique(self.iter()))
    }

    /// Returns the number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns whether the map has no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.len() == 0
    }

    /// Returns a name by its number.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        self.table.get(index)
    }

    /// Returns all names, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.table.iter()
    }

    /// Returns the digest of the names as stored; the engine does not check it.
    #[must_use]
    pub fn names_digest(&self) -> [u8; 8] {
        self.names_digest
    }

    /// Returns whether the stored digest is the digest of the names. Some tools write another digest.
    #[must_use]
    pub fn has_true_digest(&self) -> bool {
        self.names_digest == mum::mum_digest(&self.table.bytes, self.len() as u64).max(1).to_le_bytes()
    }

    /// Returns the digest of the dictionary for the same files, or zeros if there is no dictionary.
    #[must_use]
    pub fn dictionary_digest(&self) -> [u8; 32] {
        self.dictionary_digest
    }
}

/// Returns the error for a name map that is used as a file with blocks.
#[cold]
pub(super) fn no_tree() -> Error {
    let message = "expected a file with blocks, found a map of names (for --names)";
    field_fault(&registry::NAME_MAP, Location::default(), "kind", message)
}

/// Returns whether no name occurs twice.
pub(super) fn are_unique<'n>(mut names: impl Iterator<Item = &'n [u8]>) -> bool {
    // The capacity only saves time, so that any number is right.
    let mut known = HashSet::with_capacity(names.size_hint().1.unwrap_or(0));
    names.all(|name| known.insert(name))
}
