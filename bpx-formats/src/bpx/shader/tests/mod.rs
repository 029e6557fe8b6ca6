//! Tests of shader packages.

mod build;
mod hostile;
mod random;
mod read;
mod rules;

use super::*;
use crate::bpx::sd::{Document, ObjectBuilder};
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error, Finding};
use std::sync::Arc;

/// A shader package by the text of sections 8, 9 and 13, without our encoder: plain sections without checks. The
/// header states the entries of the first symbol table.
fn file(assembly: u64, target: u8, kind: u8, sections: &[(u8, &[u8])]) -> Vec<u8> {
    let mut position = 40 + 24 * sections.len() as u64;
    let (mut table, mut payload) = (Vec::new(), Vec::new());
    for (kind, content) in sections {
        table.extend(position.to_le_bytes());
        table.extend((content.len() as u32).to_le_bytes());
        table.extend((content.len() as u32).to_le_bytes());
        table.extend([0, 0, 0, 0, *kind, 0, 0, 0]);
        payload.extend_from_slice(content);
        position += content.len() as u64;
    }
    let symbols = sections.iter().find(|(kind, _)| *kind == 2).map_or(0, |(_, content)| content.len() / 12);
    let mut bytes = b"BPXS\0\0\0\0".to_vec();
    bytes.extend(position.to_le_bytes());
    bytes.extend((sections.len() as u32).to_le_bytes());
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend(assembly.to_le_bytes());
    bytes.extend((symbols as u16).to_le_bytes());
    bytes.extend([target, kind, 0, 0, 0, 0]);
    bytes.extend(table);
    bytes.extend(payload);
    seal(&mut bytes);
    bytes
}

/// A program for DX12 of these sections.
fn program(sections: &[(u8, &[u8])]) -> Vec<u8> {
    file(0, 2, b'P', sections)
}

/// Sets the checksum of the header, as section 8.5 says.
fn seal(bytes: &mut [u8]) {
    bytes[4..8].fill(0);
    let count = u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    let sum = bytes[..40 + 24 * count].iter().map(|byte| u32::from(*byte)).sum::<u32>();
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
}

/// An entry of the symbol table (section 13.4).
fn entry(name: u32, extended_data: u32, flags: u16, kind: u8, register: u8) -> Vec<u8> {
    let mut bytes = [name.to_le_bytes(), extended_data.to_le_bytes()].concat();
    bytes.extend(flags.to_le_bytes());
    bytes.extend([kind, register]);
    bytes
}

fn open(bytes: &[u8]) -> ShaderPackage {
    opened(bytes).unwrap()
}

fn opened(bytes: &[u8]) -> bpx_schema::Result<ShaderPackage> {
    ShaderPackage::open(Arc::new(bytes.to_vec()), Limits::default())
}

fn fault(error: Error) -> Finding {
    error.into_finding().unwrap()
}

/// Code, class, path and offset.
fn blame(error: Error) -> (String, Class, String, u64) {
    let finding = fault(error);
    (finding.code.to_string(), finding.class, finding.path.to_string(), finding.location.file)
}

/// An object with one number.
fn number(name: &str, value: u32) -> Document {
    ObjectBuilder::new().set(name, value).build().unwrap()
}
