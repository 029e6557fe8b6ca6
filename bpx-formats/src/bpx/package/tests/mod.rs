mod edit;
mod faults;
mod fixtures;
mod hostile;
mod read;
mod rules;
mod write;

use self::fixtures::{V1, V2};
use super::*;
use crate::bpx::by_hand::{file_of, finding_of, memory_source, seal_header};
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error, Finding};
use bpx_schema::source::ReadAt;
use std::io::Read;
use std::sync::Arc;

/// Returns a package by sections 8, 9 and 14 of the specification, without this library's encoder: plain sections
/// without checks.
fn file(version: u32, sections: &[(u8, &[u8])]) -> Vec<u8> {
    file_of(b'P', version, *b"\x04\x04PK\0\0\0\0\0\0\0\0\0\0\0\0", sections)
}

/// Returns an entry of the object table (section 14.4).
fn entry(size: u64, name: u32, start: u32, offset: u32) -> Vec<u8> {
    let mut bytes = size.to_le_bytes().to_vec();
    for number in [name, start, offset] {
        bytes.extend(number.to_le_bytes());
    }
    bytes
}

/// Returns a header of revision 1 (section 14.3), and bytes after it.
fn object_v1(size: u64, path: u32, bytes: &[u8]) -> Vec<u8> {
    [&size.to_le_bytes()[..], &path.to_le_bytes(), bytes].concat()
}

fn open(bytes: &[u8]) -> Package {
    Package::open(memory_source(bytes), Limits::default()).unwrap()
}

/// Returns the code, class, path and offset.
fn blame(finding: &Finding) -> (String, Class, String, u64) {
    (finding.code.to_string(), finding.class, finding.path.to_string(), finding.location.file)
}

/// Returns names and contents, read one by one.
fn contents(package: &Package) -> Vec<(String, Vec<u8>)> {
    package.objects().map(|object| (object.name().unwrap().to_owned(), object.read().unwrap())).collect()
}

/// Returns names and contents in one pass, in the order of the package.
fn passed(package: &Package) -> Vec<(String, Vec<u8>)> {
    let mut found = vec![None; package.len()];
    package
        .for_each(|object, bytes| {
            let mut content = Vec::new();
            bytes.read_to_end(&mut content)?;
            found[object.index()] = Some((object.name()?.to_owned(), content));
            Ok(())
        })
        .unwrap();
    found.into_iter().map(Option::unwrap).collect()
}

fn own(list: &[(&str, &[u8])]) -> Vec<(String, Vec<u8>)> {
    list.iter().map(|(name, content)| ((*name).to_owned(), content.to_vec())).collect()
}

/// Returns bytes that do not compress, the same on every machine.
fn noise(size: usize, seed: u32) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 11) as u8
    };
    (0..size).map(|_| next()).collect()
}

/// Returns bytes that compress well.
fn prose(size: usize) -> Vec<u8> {
    b"the quick brown fox jumps over the lazy dog. ".iter().copied().cycle().take(size).collect()
}
