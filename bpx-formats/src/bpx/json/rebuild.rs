//! From JSON to a file: contents first, then places, then what describes them.

use super::content;
use crate::ModelError;
use crate::bpx::container::head_size;
use crate::bpx::layout::{CRC32, WEAK, XZ, ZLIB};
use crate::bpx::{Layout, MainHeader, SectionHeader};
use bpx_schema::Codec;
use bpx_schema::checksum::{Algorithm, checksum};
use bpx_schema::codec::Regions;
use bpx_schema::report::{Class, Error, Location};
use bpx_schema::transform::{Encoding, Transform, encode};
use serde_json::Value;
use std::collections::HashMap;

/// A section before it has a place.
struct Draft {
    header: SectionHeader,
    stored: Vec<u8>,
    /// Where it was, and how many bytes it took there.
    old: (u64, u64),
}

impl Draft {
    /// Whether it has no bytes and had none: its pointer is all there is.
    fn is_empty(&self) -> bool {
        self.stored.is_empty() && self.old.1 == 0
    }
}

/// Bytes of the file after the table, in the order of the old file.
enum Piece<'a> {
    Section(usize),
    Gap(u64, &'a [u8]),
}

/// Where a piece was, and where it is now: offsets and sizes in bytes.
#[derive(Clone, Copy)]
struct Moved {
    old: (u64, u64),
    new: (u64, u64),
}

/// Writes a container from its JSON; sizes, offsets and checksums are computed.
///
/// Sections keep their order in the file, and gaps stay between the sections that they were between.
///
/// # Errors
/// When the JSON is no model of a container, or a content is too large for one.
pub fn from_json(model: &Value) -> Result<Vec<u8>, ModelError> {
    let header_json = model.get("header").ok_or_else(|| ModelError::unexpected("header", "the main header"))?;
    let mut header: MainHeader = record(header_json, "header")?;
    if !matches!(header.version, 1 | 2) {
        return Err(ModelError::unexpected("header.version", "1 or 2"));
    }
    let sections = model.get("sections").and_then(Value::as_array);
    let sections = sections.ok_or_else(|| ModelError::unexpected("sections", "a list of sections"))?;
    let drafts =
        sections.iter().enumerate().map(|(index, json)| draft(&header, json, index)).collect::<Result<Vec<_>, _>>()?;
    let gaps = gaps(model)?;

    let old_head = head_size(u64::from(header.section_count));
    let mut table: Vec<SectionHeader> = drafts.iter().map(|draft| draft.header.clone()).collect();
    let new_head = head_size(table.len() as u64);
    let payload = place(&drafts, &gaps, (old_head, new_head), &mut table);
    if header.file_size != 0 {
        // What followed the stated end still does.
        let old = drafts.iter().map(|draft| draft.old.0.saturating_add(draft.old.1)).max();
        let new = table.iter().map(|entry| entry.pointer.saturating_add(stored_size(entry))).max();
        let (old, new) = (old.unwrap_or_default().max(old_head), new.unwrap_or_default().max(new_head));
        let end = new_head.saturating_add(payload.len() as u64);
        header.file_size = header.file_size.saturating_sub(old).saturating_add(new).min(end);
    }
    let mut file = Layout { header, table, sections: Regions::default() }.to_vec()?;
    file.extend(payload);
    Ok(file)
}

/// Bytes that an entry takes in the file.
fn stored_size(entry: &SectionHeader) -> u64 {
    u64::from(if entry.flags & (XZ | ZLIB) == 0 { entry.content_size } else { entry.stored_size })
}

/// Gives all sections their places; the bytes after the table.
///
/// Sections that shared their bytes still do when they can; those without bytes point to what they pointed to.
fn place(
    drafts: &[Draft],
    gaps: &[(u64, Vec<u8>)],
    (old_head, new_head): (u64, u64),
    table: &mut [SectionHeader],
) -> Vec<u8> {
    let mut payload = Vec::new();
    let mut moved = vec![Moved { old: (old_head, 0), new: (new_head, 0) }];
    let mut shared = HashMap::new();
    for piece in pieces(drafts, gaps) {
        let position = new_head.saturating_add(payload.len() as u64);
        let (old, bytes) = match piece {
            Piece::Gap(offset, bytes) => ((offset, bytes.len() as u64), bytes),
            Piece::Section(index) => {
                let (Some(draft), Some(entry)) = (drafts.get(index), table.get_mut(index)) else { continue };
                entry.pointer = *shared.entry((draft.old, &*draft.stored)).or_insert(position);
                if entry.pointer != position {
                    continue;
                }
                (draft.old, &*draft.stored)
            }
        };
        moved.push(Moved { old, new: (position, bytes.len() as u64) });
        payload.extend_from_slice(bytes);
    }
    moved.sort_by_key(|one| one.old.0);
    let end = new_head.saturating_add(payload.len() as u64);
    for (entry, draft) in table.iter_mut().zip(drafts).filter(|(_, draft)| draft.is_empty()) {
        let before = moved.partition_point(|one| one.old.0 <= draft.old.0).checked_sub(1);
        let anchor = before.and_then(|place| moved.get(place));
        entry.pointer = anchor.map_or(draft.old.0, |one| one.follow(draft.old.0)).min(end);
    }
    payload
}

impl Moved {
    /// Where an offset is now that was in the piece or behind it.
    fn follow(&self, offset: u64) -> u64 {
        let inside = offset.saturating_sub(self.old.0);
        let inside = if inside < self.old.1 { inside.min(self.new.1) } else { self.new.1 };
        self.new.0.saturating_add(inside)
    }
}

/// Sections with bytes, and gaps, in the order of the old file.
fn pieces<'a>(drafts: &[Draft], gaps: &'a [(u64, Vec<u8>)]) -> Vec<Piece<'a>> {
    let sections = drafts.iter().enumerate().filter(|(_, draft)| !draft.is_empty());
    let sections = sections.map(|(index, draft)| ((draft.old.0, 0, index), Piece::Section(index)));
    let gaps = gaps.iter().enumerate();
    let gaps = gaps.map(|(index, (offset, bytes))| ((*offset, 1, index), Piece::Gap(*offset, bytes)));
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

fn draft(file: &MainHeader, json: &Value, index: usize) -> Result<Draft, ModelError> {
    let path = format!("sections[{index}]");
    let part = |name: &str| {
        json.get(name).ok_or_else(|| ModelError::unexpected(format!("{path}.{name}"), "a part of a section"))
    };
    let mut header: SectionHeader = record(part("header")?, &format!("{path}.header"))?;
    let old = (header.pointer, stored_size(&header));
    let content = content::from_json(file, header.kind, part("content")?, &format!("{path}.content"))?;
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
