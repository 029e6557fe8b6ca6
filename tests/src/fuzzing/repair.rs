//! Repairs signatures, versions, counts and checksums of a changed file: without a repair, most changed files fail at
//! their headers.

use bpx_formats::{FileFormat, gpb};
use bpx_schema::checksum::{Checksum, Crc32};
use bpx_schema::transform::{DynTransform, StreamLimits, Xz, Zlib, decode};

/// Puts right what the first bytes of a file state about the rest. A file has the format that it had before it was
/// changed.
pub(super) fn repair(format: &dyn FileFormat, bytes: &mut Vec<u8>) {
    match format.name() {
        "bpx" => repair_bpx(bytes),
        "bpat" => repair_bpat(bytes),
        "gpb" => repair_gpb(bytes),
        _ => repair_blk(bytes),
    }
}

fn at_least(bytes: &mut Vec<u8>, size: usize) {
    if bytes.len() < size {
        bytes.resize(size, 0);
    }
}

fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
    bytes[at..at + value.len()].copy_from_slice(value);
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn byte_sum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(u32::from(*byte)))
}

fn crc32(parts: &[&[u8]]) -> u32 {
    let mut sum = Crc32::default();
    parts.iter().for_each(|part| sum.update(part));
    sum.finish()
}

fn repair_bpx(bytes: &mut Vec<u8>) {
    at_least(bytes, 40);
    put(bytes, 0, b"BPX");
    let version = match word(bytes, 20) {
        known @ 0..=2 => known,
        other => 1 + (other & 1),
    };
    put(bytes, 20, &version.to_le_bytes());
    let (head, entry) = if version == 0 { (32, 16) } else { (40, 24) };
    let most = (bytes.len() - head) / entry;
    let count = match word(bytes, 16) as usize {
        count if count <= most => count,
        count => count % (most + 1),
    };
    put(bytes, 16, &(count as u32).to_le_bytes());
    let end = head + count * entry;
    let stated = (bytes.len() - if version == 0 { head } else { 0 }) as u64;
    if bytes[8..16] != [0; 8] {
        put(bytes, 8, &stated.to_le_bytes());
    }
    if version == 0 {
        let sum = crc32(&[&bytes[..4], &bytes[8..]]);
        return put(bytes, 4, &sum.to_le_bytes());
    }
    for at in (head..end).step_by(entry) {
        repair_section(bytes, at);
    }
    put(bytes, 4, &[0; 4]);
    let sum = byte_sum(&bytes[..end]);
    put(bytes, 4, &sum.to_le_bytes());
}

/// The checksum of a section of version 1 or 2, if the content is there; and the size of plain content.
fn repair_section(bytes: &mut [u8], at: usize) {
    let (offset, stored) = (word(bytes, at) as usize, word(bytes, at + 8) as usize);
    let flags = bytes[at + 21];
    let transform: Option<&dyn DynTransform> = match flags & 3 {
        0 => None,
        1 => Some(&Zlib::new()),
        _ => Some(&Xz::new()),
    };
    let Some(raw) = bytes.get(offset..offset.saturating_add(stored)) else { return };
    let content = match transform {
        None => raw.to_vec(),
        Some(transform) => {
            let size = u64::from(word(bytes, at + 12));
            match decode(transform, raw, size.min(1 << 20), &StreamLimits::default()) {
                Ok(content) => content,
                Err(_) => return,
            }
        }
    };
    put(bytes, at + 12, &(content.len() as u32).to_le_bytes());
    let sum = match flags & 12 {
        0 => return,
        4 => crc32(&[&content]),
        _ => byte_sum(&content),
    };
    put(bytes, at + 16, &sum.to_le_bytes());
}

fn repair_bpat(bytes: &mut Vec<u8>) {
    at_least(bytes, 64);
    put(bytes, 0, b"BPAT");
    if !(1..=3).contains(&word(bytes, 4)) {
        put(bytes, 4, &[1, 0, 0, 0]);
    }
    let (species, bones) = (word(bytes, 8) % 6, word(bytes, 12));
    put(bytes, 8, &species.to_le_bytes());
    if !(1..=64).contains(&bones) {
        put(bytes, 12, &(1 + bones % 64).to_le_bytes());
    }
}

fn repair_gpb(bytes: &mut Vec<u8>) {
    at_least(bytes, 11);
    put(bytes, 0, gpb::IDENTIFIER);
    bytes[9] = 1;
    if !(1..=5).contains(&bytes[10]) {
        bytes[10] = 1 + bytes[10] % 5;
    }
}

/// The kind of a binary file. Texts begin with another byte, and have nothing to put right.
fn repair_blk(bytes: &mut Vec<u8>) {
    at_least(bytes, 1);
    if bytes[0] == 0 || (7..9).contains(&bytes[0]) {
        bytes[0] = 1 + bytes[0] % 6;
    }
    // A frame states its size before it begins.
    if bytes[0] == 2 && bytes.len() > 4 {
        let size = (bytes.len() - 4).min(0xFF_FFFF) as u32;
        put(bytes, 1, &size.to_le_bytes()[..3]);
    }
}
