use super::model::{Bone, BoneArray, Component, IndexArray, VertexArray, VertexArrayHeader, VertexFormat};
use super::texture::{TextureExt, TextureFlag, TextureFormat};
use super::*;
use bpx_schema::Limits;
use bpx_schema::report::{Finding, Mode, Report, Severity};
use std::sync::Arc;

mod build;
mod json;
mod open;
mod random;
mod rules;

/// CRC-32 bit by bit, as the polynomial says.
fn crc32(bytes: impl IntoIterator<Item = u8>) -> u32 {
    let sum = bytes.into_iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1)))
    });
    !sum
}

/// Puts the true checksum into a file.
fn summed(mut file: Vec<u8>) -> Vec<u8> {
    let sum = crc32(file[..4].iter().chain(&file[8..]).copied());
    file[4..8].copy_from_slice(&sum.to_le_bytes());
    file
}

/// Returns a file laid down by hand: type, eight bytes of the header, and sections of type, flags and stored bytes.
fn file(kind: u8, ext: [u8; 8], sections: &[(u8, u8, &[u8])]) -> Vec<u8> {
    let mut pointer = 32 + 16 * sections.len() as u64;
    let (mut table, mut payload) = (Vec::new(), Vec::new());
    for (section, flags, stored) in sections {
        table.extend(pointer.to_le_bytes());
        table.extend((stored.len() as u32).to_le_bytes());
        table.extend([*section, *flags, 0, 0]);
        pointer += stored.len() as u64;
        payload.extend_from_slice(stored);
    }
    let mut bytes = vec![b'B', b'P', b'X', kind, 0, 0, 0, 0];
    bytes.extend((pointer - 32).to_le_bytes());
    bytes.extend((sections.len() as u32).to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(ext);
    summed([bytes, table, payload].concat())
}

fn open(bytes: &[u8]) -> Container {
    Container::open(Arc::new(bytes.to_vec()), Limits::default()).unwrap()
}

fn verify(bytes: &[u8]) -> Report {
    verify_with(&bytes, Mode::Strict, Limits::default()).unwrap()
}

/// Returns the code, path and offset of the errors and warnings of a file.
fn found(bytes: &[u8]) -> Vec<(String, String, u64)> {
    let report = verify(bytes);
    let worth = report.findings().iter().filter(|one| one.severity != Severity::Note);
    worth.map(summary_of).collect()
}

fn summary_of(finding: &Finding) -> (String, String, u64) {
    (finding.code.to_string(), finding.path.to_string(), finding.location.file)
}

fn is(code: &str, path: &str, offset: u64) -> (String, String, u64) {
    (code.to_owned(), path.to_owned(), offset)
}

/// Returns a texture of 2 x 4 grey pixels.
fn texture() -> TextureExt {
    let mut ext = TextureExt::from_bytes([0; 8]);
    ext.set_height(1).unwrap();
    ext.set_format(TextureFormat::GreyScale as u8).unwrap();
    ext
}

/// Returns a model of a triangle with indices, a bone and texts.
fn model() -> Builder<'static> {
    let component = Component::from_bytes([0x31]);
    let format = VertexFormat { vertex_size: 12, reserved: 0, components: vec![component], rest: Vec::new() };
    let header = VertexArrayHeader { material: 0, vertex_count: 3, index_array: 3 };
    let vertices = VertexArray { header, vertices: vec![7; 36] };
    let indices = IndexArray { indices: vec![0, 2, 1], rest: Vec::new() };
    let bones = BoneArray { bones: vec![Bone { transform: [0.5; 16], name: 6 }], rest: Vec::new() };
    Builder::new(MODEL)
        .content(1, &Content::VertexFormat(format), None)
        .and_then(|builder| builder.content(2, &Content::VertexArray(vertices), Some(9)))
        .and_then(|builder| builder.content(3, &Content::IndexArray(indices), None))
        .and_then(|builder| builder.content(4, &Content::BoneArray(bones), Some(9)))
        .unwrap()
        .section(7, &b"stone\0head\0"[..], None)
}
