mod access;
mod build;
mod edit;
mod fixtures;
mod hostile;
mod open;
mod verify;

use super::*;
use crate::bpx::by_hand::{finding_of, memory_source, seal_header};
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error, Finding};
use bpx_schema::source::ReadAt;
use std::sync::Arc;

/// A table entry and its stored bytes, written down by hand.
#[derive(Clone, Default)]
struct Raw {
    kind: u8,
    flags: u8,
    stored: Vec<u8>,
    content_size: u32,
    checksum: u32,
    /// Offset of the bytes, if they do not follow the section before.
    pointer: Option<u64>,
}

impl Raw {
    fn plain(kind: u8, content: &[u8]) -> Self {
        Self { kind, stored: content.to_vec(), content_size: content.len() as u32, ..Self::default() }
    }
}

/// Returns a file by sections 8 and 9 of the specification, without this library's encoder. Its type has no rules.
fn file(version: u32, sections: &[Raw]) -> Vec<u8> {
    let mut table = Vec::new();
    let mut payload = Vec::new();
    let head = 40 + 24 * sections.len() as u64;
    for section in sections {
        let pointer = section.pointer.unwrap_or(head + payload.len() as u64);
        if section.pointer.is_none() {
            payload.extend_from_slice(&section.stored);
        }
        table.extend(pointer.to_le_bytes());
        table.extend((section.stored.len() as u32).to_le_bytes());
        table.extend(section.content_size.to_le_bytes());
        table.extend(section.checksum.to_le_bytes());
        table.extend([section.kind, section.flags, 0, 0]);
    }
    let mut bytes = b"BPXQ\0\0\0\0".to_vec();
    bytes.extend((head + payload.len() as u64).to_le_bytes());
    bytes.extend((sections.len() as u32).to_le_bytes());
    bytes.extend(version.to_le_bytes());
    bytes.extend([7; 16]);
    bytes.extend(table);
    bytes.extend(payload);
    seal_header(&mut bytes);
    bytes
}

fn open(bytes: &[u8]) -> Container {
    Container::open(memory_source(bytes), Limits::default()).unwrap()
}

/// Returns the class, path and offset.
fn blame(finding: &Finding) -> (Class, String, u64) {
    (finding.class, finding.path.to_string(), finding.location.file)
}

fn contents(container: &Container) -> Vec<(u8, Vec<u8>)> {
    container.sections().map(|section| (section.header().kind, section.content().unwrap().into_owned())).collect()
}

/// A source that is not in memory, and reads in small pieces.
struct Disk(Vec<u8>);

impl ReadAt for Disk {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> std::io::Result<usize> {
        let size = buf.len().min(1000);
        self.0.read_at(offset, &mut buf[..size])
    }
}
