//! Contents inside of files: taken out, changed, and put back under true sizes.

use super::file::{companions, limits};
use bpx_formats::blk::Kind;
use bpx_schema::transform::{DynTransform, StreamLimits, Xz, Zlib, decode_up_to, encode};

/// Largest content that is changed, in bytes.
const LARGEST: u64 = 64 << 10;

/// Where an entry of a table of sections states offset, stored size, content size, and how the content is stored.
struct Table {
    at: usize,
    entry: usize,
    content_size: Option<usize>,
    flags: usize,
}

const CURRENT: Table = Table { at: 40, entry: 24, content_size: Some(12), flags: 21 };
const VERSION_0: Table = Table { at: 32, entry: 16, content_size: None, flags: 13 };

/// Returns a file with the content of one of its parts changed; `None` when it has no part that can be read.
pub(super) fn with_changed_content(
    bytes: &[u8],
    choice: usize,
    change: &mut dyn FnMut(&mut Vec<u8>),
) -> Option<Vec<u8>> {
    if bytes.starts_with(b"BPX") {
        let version = number(bytes, 20, 4)?;
        return change_section(bytes, if version == 0 { &VERSION_0 } else { &CURRENT }, version, choice, change);
    }
    change_blk(bytes, change)
}

/// Returns a number in little endian.
fn number(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(size)?)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn put(bytes: &mut [u8], at: usize, size: usize, number: u64) {
    bytes[at..at + size].copy_from_slice(&number.to_le_bytes()[..size]);
}

fn change_section(
    bytes: &[u8],
    table: &Table,
    version: u64,
    choice: usize,
    change: &mut dyn FnMut(&mut Vec<u8>),
) -> Option<Vec<u8>> {
    let count = usize::try_from(number(bytes, 16, 4)?).ok()?;
    let index = choice.checked_rem(count)?;
    let at = table.at.checked_add(index.checked_mul(table.entry)?)?;
    let (offset, stored) = (usize::try_from(number(bytes, at, 8)?).ok()?, number(bytes, at + 8, 4)? as usize);
    let flags = *bytes.get(at + table.flags)?;
    let end = offset.checked_add(stored)?;
    let old = bytes.get(offset..end)?;
    // Without blocks, the encoder needs no thread.
    let (zlib, xz) = (Zlib::new().with_level(1), Xz::new().with_level(0).with_block_size(0));
    let transform: Option<&dyn DynTransform> = match (version, flags & 3) {
        (0, 2 | 3) | (1.., 1) => Some(&zlib),
        (0, _) | (_, 0) => None,
        _ => Some(&xz),
    };
    let mut content = match transform {
        None => old.to_vec(),
        Some(transform) => decode_up_to(transform, old, LARGEST, &StreamLimits::from(limits())).ok()?,
    };
    change(&mut content);
    let new = match transform {
        None => content.clone(),
        Some(transform) => encode(&content, transform).ok()?,
    };
    let mut file = [&bytes[..offset], &new, &bytes[end..]].concat();
    if offset < table.at + count.checked_mul(table.entry)? {
        return None;
    }
    for other in 0..count {
        let at = table.at + other * table.entry;
        let moved = number(&file, at, 8)?;
        if other != index && moved >= end as u64 {
            put(&mut file, at, 8, moved.wrapping_sub(old.len() as u64).wrapping_add(new.len() as u64));
        }
    }
    put(&mut file, at + 8, 4, new.len() as u64);
    if let Some(place) = table.content_size {
        put(&mut file, at + place, 4, content.len() as u64);
    }
    Some(file)
}

/// Returns the offset of the frame in a compressed file.
fn frame_offset(kind: Kind) -> Option<usize> {
    match kind {
        Kind::FatZst => Some(4),
        Kind::SlimZst | Kind::SlimZstDict => Some(1),
        _ => None,
    }
}

fn dictionary(kind: Kind) -> &'static [u8] {
    let shared = companions().dictionary.as_ref().filter(|_| kind == Kind::SlimZstDict);
    shared.map_or(&[], |dictionary| dictionary.bytes())
}

/// What follows the kind of a plain BLK file, or what the frame of a compressed one holds.
pub(super) fn blk_content(kind: Kind, bytes: &[u8]) -> Option<Vec<u8>> {
    let Some(at) = frame_offset(kind) else { return bytes.get(1..).map(<[u8]>::to_vec) };
    let mut stored = bytes.get(at..)?;
    if kind == Kind::FatZst {
        stored = stored.get(..number(bytes, 1, 3)? as usize)?;
    }
    let mut frames = zstd::bulk::Decompressor::with_dictionary(dictionary(kind)).ok()?;
    frames.decompress(stored, LARGEST as usize).ok()
}

fn change_blk(bytes: &[u8], change: &mut dyn FnMut(&mut Vec<u8>)) -> Option<Vec<u8>> {
    let kind = Kind::of(*bytes.first()?)?;
    let mut content = blk_content(kind, bytes)?;
    change(&mut content);
    let Some(_) = frame_offset(kind) else { return Some([&bytes[..1], &content].concat()) };
    let mut frames = zstd::bulk::Compressor::with_dictionary(1, dictionary(kind)).ok()?;
    let stored = frames.compress(&content).ok()?;
    let size = (stored.len() as u32).to_le_bytes();
    let head = if kind == Kind::FatZst { [&bytes[..1], &size[..3]].concat() } else { bytes[..1].to_vec() };
    Some([head, stored].concat())
}
