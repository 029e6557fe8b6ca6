//! From JSON to a file: contents first, then places, then what describes them.

use super::{ModelError, content};
use crate::bpx::container::head_size;
use crate::bpx::layout::{CRC32, WEAK, XZ, ZLIB};
use crate::bpx::package::PackageExt;
use crate::bpx::{Layout, MainHeader, SectionHeader};
use bpx_schema::Codec;
use bpx_schema::checksum::{Algorithm, checksum};
use bpx_schema::codec::Regions;
use bpx_schema::report::{Class, Error, Location};
use bpx_schema::transform::{Encoding, Transform, encode};
use bpx_schema::value::hex;
use serde_json::Value;

/// A section before it has a place.
struct Draft {
    header: SectionHeader,
    stored: Vec<u8>,
    /// Where it was, and how many bytes it took there.
    old: Option<(u64, u64)>,
}

/// Bytes of the file after the table, in the order of the old file.
enum Piece {
    Section(usize),
    Gap(Vec<u8>),
}

/// Writes a container from its JSON; sizes, offsets and checksums are computed.
///
/// Sections keep their order in the file, and gaps stay between the sections that they were between.
///
/// # Errors
/// When the JSON is no model of a container, or a content is too large for one.
pub fn from_json(model: &Value) -> Result<Vec<u8>, ModelError> {
    let header_json = model.get("header").ok_or_else(|| ModelError::unexpected("header", "the main header"))?;
    let mut header = header(header_json)?;
    let sections = model.get("sections").and_then(Value::as_array);
    let sections = sections.ok_or_else(|| ModelError::unexpected("sections", "a list of sections"))?;
    let drafts = sections.iter().enumerate().map(|(index, json)| draft(json, index)).collect::<Result<Vec<_>, _>>()?;
    let pieces = pieces(&drafts, &gaps(model)?);

    let old_head = head_size(u64::from(header.section_count));
    let mut payload = Vec::new();
    let mut table: Vec<SectionHeader> = drafts.iter().map(|draft| draft.header.clone()).collect();
    let new_head = head_size(table.len() as u64);
    for piece in &pieces {
        match piece {
            Piece::Gap(bytes) => payload.extend_from_slice(bytes),
            Piece::Section(index) => place(&drafts, *index, new_head, &mut payload, &mut table),
        }
    }
    if header.file_size != 0 {
        // What followed the stated end still does.
        let old = drafts.iter().filter_map(|draft| draft.old).map(|(offset, size)| offset.saturating_add(size)).max();
        let new = table.iter().map(|entry| entry.pointer.saturating_add(stored_size(entry))).max();
        let (old, new) = (old.unwrap_or(old_head), new.unwrap_or(new_head));
        header.file_size = header.file_size.saturating_sub(old).saturating_add(new);
    }
    let mut file = Layout { header, table, sections: Regions::default() }.to_vec()?;
    file.extend(payload);
    Ok(file)
}

/// The header; an object instead of bytes is what the type of the file makes of them.
fn header(json: &Value) -> Result<MainHeader, ModelError> {
    let ext = json.get("type_ext").filter(|ext| ext.is_object());
    let Some(ext) = ext else { return record(json, "header") };
    let ext: PackageExt = record(ext, "header.type_ext")?;
    let mut json = json.clone();
    if let Some(place) = json.get_mut("type_ext") {
        *place = hex(&ext.to_bytes()).into();
    }
    record(&json, "header")
}

/// Bytes that an entry takes in the file.
fn stored_size(entry: &SectionHeader) -> u64 {
    u64::from(if entry.flags & (XZ | ZLIB) == 0 { entry.content_size } else { entry.stored_size })
}

/// Gives a section its place: behind all that was placed, or where its bytes already are.
fn place(drafts: &[Draft], index: usize, head: u64, payload: &mut Vec<u8>, table: &mut [SectionHeader]) {
    let Some(draft) = drafts.get(index) else { return };
    let twin = drafts.iter().take(index).position(|other| shares(other, draft));
    let pointer = match twin.and_then(|twin| table.get(twin)) {
        Some(twin) => twin.pointer,
        None => {
            let pointer = head.saturating_add(payload.len() as u64);
            payload.extend_from_slice(&draft.stored);
            pointer
        }
    };
    if let Some(entry) = table.get_mut(index) {
        entry.pointer = pointer;
    }
}

/// Whether two sections shared their bytes, and still can.
fn shares(a: &Draft, b: &Draft) -> bool {
    a.old.is_some() && a.old == b.old && !a.stored.is_empty() && a.stored == b.stored
}

/// Sections and gaps in the order of the old file; sections without a place come before trailing bytes.
fn pieces(drafts: &[Draft], gaps: &[(u64, Vec<u8>)]) -> Vec<Piece> {
    let end = drafts.iter().filter_map(|draft| draft.old).map(|(offset, size)| offset.saturating_add(size)).max();
    let end = end.unwrap_or_default();
    let sections = drafts.iter().enumerate().map(|(index, draft)| {
        let (offset, rank) = draft.old.map_or((end, 1), |(offset, _)| (offset, 0));
        ((offset, rank, index), Piece::Section(index))
    });
    let gaps = gaps.iter().enumerate().map(|(index, (offset, bytes))| ((*offset, 2, index), Piece::Gap(bytes.clone())));
    let mut all: Vec<_> = sections.chain(gaps).collect();
    all.sort_by_key(|(key, _)| *key);
    all.into_iter().map(|(_, piece)| piece).collect()
}

fn gaps(model: &Value) -> Result<Vec<(u64, Vec<u8>)>, ModelError> {
    let list = model.get("gaps").map_or(Some(&[][..]), |gaps| gaps.as_array().map(Vec::as_slice));
    let list = list.ok_or_else(|| ModelError::unexpected("gaps", "a list"))?;
    let gap = |(index, json): (usize, &Value)| {
        let offset = json.get("offset").and_then(Value::as_str).and_then(|text| text.parse().ok());
        let offset = offset.ok_or_else(|| ModelError::unexpected(format!("gaps[{index}].offset"), "an offset"))?;
        let data = json.get("data").unwrap_or(&Value::Null);
        Ok((offset, content::bytes(data, &format!("gaps[{index}].data"))?))
    };
    list.iter().enumerate().map(gap).collect()
}

fn draft(json: &Value, index: usize) -> Result<Draft, ModelError> {
    let path = format!("sections[{index}]");
    let part = |name: &str| {
        json.get(name).ok_or_else(|| ModelError::unexpected(format!("{path}.{name}"), "a part of a section"))
    };
    let mut header: SectionHeader = record(part("header")?, &format!("{path}.header"))?;
    let old = Some((header.pointer, stored_size(&header)));
    let content = content::from_json(part("content")?, &format!("{path}.content"))?;
    let transform = match header.flags {
        flags if flags & XZ != 0 => Some(Transform::Xz),
        flags if flags & ZLIB != 0 => Some(Transform::Zlib),
        _ => None,
    };
    let legacy = json.get("check").and_then(Value::as_str) == Some(Algorithm::Crc32Legacy.name());
    let algorithm = match header.flags {
        flags if flags & WEAK != 0 => Some(Algorithm::ByteSum),
        flags if flags & CRC32 != 0 && legacy => Some(Algorithm::Crc32Legacy),
        flags if flags & CRC32 != 0 => Some(Algorithm::Crc32),
        _ => None,
    };
    if let Some(algorithm) = algorithm {
        header.checksum = checksum(algorithm, &content);
    }
    let plain = content.len() as u64 == u64::from(header.content_size) && transform.is_none();
    let stored_before = header.stored_size;
    header.content_size = size(content.len(), &path)?;
    let stored = match transform {
        None => content,
        Some(transform) => encode(&content, &Encoding::new(transform)).map_err(|error| {
            Error::fault(Class::LimitExceeded, Location::default(), error.to_string()).in_field(&path)
        })?,
    };
    // The stored size of a plain section is not used by readers, and kept as it was.
    header.stored_size = if plain { stored_before } else { size(stored.len(), &path)? };
    Ok(Draft { header, stored, old })
}

fn size(len: usize, path: &str) -> Result<u32, ModelError> {
    let too_large =
        || Error::fault(Class::Overflow, Location::default(), "a section holds less than 4 GiB").in_field(path);
    u32::try_from(len).map_err(|_| too_large().into())
}

fn record<T: Codec>(json: &Value, path: &str) -> Result<T, ModelError> {
    T::from_json(json, &[]).map_err(|error| ModelError::unexpected(path, format!("a record: {error}")))
}
