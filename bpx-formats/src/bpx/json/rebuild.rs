//! From JSON to a file: contents first, then places, then header and table.

use super::content;
use super::place::{Block, gaps, place};
use crate::ModelError;
use crate::bpx::container::{Check, Encoding, head_size, low_bits};
use crate::bpx::layout::{CRC32, WEAK, XZ, ZLIB};
use crate::bpx::{Content, Crc32Legacy, Layout, MainHeader, SectionHeader};
use crate::model::refuse_brief;
use bpx_schema::Codec;
use bpx_schema::assemble::JsonReader;
use bpx_schema::checksum::Checksum;
use bpx_schema::codec::Regions;
use bpx_schema::fault;
use bpx_schema::json::JsonRef;
use bpx_schema::report::{Class, Error, Location};
use bpx_schema::transform::{Xz, Zlib, encode};

/// Writes a container from its JSON; sizes, offsets and checksums are computed.
///
/// Sections keep their order in the file, and each gap stays between the same sections.
///
/// # Errors
/// Returns an error when the JSON is not a model of a container, or a content is too large.
pub fn from_json(model: JsonRef<'_>) -> Result<Vec<u8>, ModelError> {
    refuse_brief(model)?;
    let header_json = model.get("header").ok_or_else(|| ModelError::unexpected("header", "the main header"))?;
    let mut header: MainHeader = record(&JsonReader::new()?, header_json, format_args!("header"))?;
    if !matches!(header.version, 1 | 2) {
        return Err(ModelError::unexpected("header.version", "1 or 2"));
    }
    let sections = model.member("sections").as_array();
    let sections = sections.ok_or_else(|| ModelError::unexpected("sections", "a list of sections"))?;
    let readers = SectionReaders::new()?;
    let drafts = sections.enumerate().map(|(index, json)| draft(&header, &readers, json, index));
    let (mut table, blocks): (Vec<_>, Vec<_>) = drafts.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    let gaps = gaps(model)?;

    let old_head = head_size(u64::from(header.section_count));
    let new_head = head_size(table.len() as u64);
    let places = place(&blocks, &gaps, (old_head, new_head));
    for (entry, pointer) in table.iter_mut().zip(&places.pointers) {
        entry.pointer = *pointer;
        if fault!(DropsReserved) {
            entry.reserved = [0; 2];
        }
    }
    header.file_size = places.stated(header.file_size, &blocks);
    let mut file = Layout { header, table, sections: Regions::default() }.to_vec_without_regions()?;
    file.extend(places.payload);
    Ok(file)
}

/// The readers for the entries and contents of sections.
pub(in crate::bpx) struct SectionReaders<H, C> {
    pub(in crate::bpx) header: JsonReader<H>,
    pub(in crate::bpx) content: JsonReader<C>,
}

impl<H: Codec, C: Codec> SectionReaders<H, C> {
    pub(in crate::bpx) fn new() -> Result<Self, ModelError> {
        Ok(Self { header: JsonReader::new()?, content: JsonReader::new()? })
    }
}

/// Reads a record at a path of the model.
pub(in crate::bpx) fn record<T: Codec<Args = [i128; 0]>>(
    reader: &JsonReader<T>,
    json: JsonRef<'_>,
    path: std::fmt::Arguments<'_>,
) -> Result<T, ModelError> {
    let record = reader.read(json, []);
    record.map_err(|error| ModelError::unexpected(path.to_string(), format!("a record: {error}")))
}

/// Returns the number of bytes of an entry in the file.
fn stored_size(entry: &SectionHeader) -> u64 {
    u64::from(if entry.flags & (XZ | ZLIB) == 0 { entry.content_size } else { entry.stored_size })
}

fn draft(
    file: &MainHeader,
    readers: &SectionReaders<SectionHeader, Content>,
    json: JsonRef<'_>,
    index: usize,
) -> Result<(SectionHeader, Block), ModelError> {
    let path = format!("sections[{index}]");
    let part = |name: &str| {
        json.get(name).ok_or_else(|| ModelError::unexpected(format!("{path}.{name}"), "a part of a section"))
    };
    let mut header = record(&readers.header, part("header")?, format_args!("{path}.header"))?;
    let old = (header.pointer, stored_size(&header));
    let content =
        content::from_json(file, header.kind, &readers.content, part("content")?, &format!("{path}.content"))?;
    let transform = match header.flags {
        flags if flags & XZ != 0 => Some(Encoding::Xz(Xz::new())),
        flags if flags & ZLIB != 0 => Some(Encoding::Zlib(Zlib::new())),
        _ => None,
    };
    let legacy = json.member("check").as_str() == Some(Crc32Legacy::NAME);
    let check = match header.flags {
        flags if flags & WEAK != 0 => Check::Weak,
        flags if flags & CRC32 != 0 && legacy => Check::Crc32Legacy,
        flags if flags & CRC32 != 0 => Check::Crc32,
        _ => Check::None,
    };
    if let Some(algorithm) = check.algorithm() {
        header.checksum = low_bits(algorithm.checksum(&content));
    }
    let plain = content.len() as u64 == u64::from(header.content_size) && transform.is_none();
    let stored_before = header.stored_size;
    if !fault!(KeepsOldSizes) {
        header.content_size = size(content.len(), &path)?;
    }
    let stored = match transform {
        None => content,
        Some(encoding) => encode(&content, encoding.transform()).map_err(|error| {
            Error::fault(Class::LimitExceeded, Location::default(), error.to_string()).in_field(&path)
        })?,
    };
    // Readers do not use the stored size of a plain section, so it is kept.
    header.stored_size = if plain { stored_before } else { size(stored.len(), &path)? };
    Ok((header, Block { stored, old }))
}

pub(in crate::bpx) fn size(len: usize, path: &str) -> Result<u32, ModelError> {
    let too_large =
        || Error::fault(Class::Overflow, Location::default(), "expected a section of less than 4 GiB").in_field(path);
    u32::try_from(len).map_err(|_| too_large().into())
}
