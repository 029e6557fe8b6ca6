//! Tests of shader packages.

mod build;
mod hostile;
mod random;
mod read;
mod rules;

use super::*;
use crate::bpx::by_hand::{finding_of, seal_header};
use crate::bpx::sd::{Document, ObjectBuilder};
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error};
use std::sync::Arc;

/// Returns a shader package by the text of sections 8, 9 and 13, without our encoder: plain sections without checks.
/// The header states the entries of the first symbol table.
fn file(assembly: u64, target: u8, kind: u8, sections: &[(u8, &[u8])]) -> Vec<u8> {
    let symbols = sections.iter().find(|(kind, _)| *kind == 2).map_or(0, |(_, content)| content.len() / 12);
    let mut ext = assembly.to_le_bytes().to_vec();
    ext.extend((symbols as u16).to_le_bytes());
    ext.extend([target, kind, 0, 0, 0, 0]);
    crate::bpx::by_hand::file_of_sections(b'S', ext.try_into().unwrap(), sections)
}

/// Returns a program for DX12 of these sections.
fn program(sections: &[(u8, &[u8])]) -> Vec<u8> {
    file(0, 2, b'P', sections)
}

/// Returns an entry of the symbol table (section 13.4).
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

/// Returns the code, class, path and offset.
fn blame(error: Error) -> (String, Class, String, u64) {
    let finding = finding_of(error);
    (finding.code.to_string(), finding.class, finding.path.to_string(), finding.location.file)
}

/// Returns an object with one number.
fn number(name: &str, value: u32) -> Document {
    ObjectBuilder::new().set(name, value).build().unwrap()
}
