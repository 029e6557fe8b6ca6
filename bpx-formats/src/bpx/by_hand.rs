//! Builds files from the text of sections 8 and 9 without our encoder, so that tests can compare the encoder with these
//! files.

use bpx_schema::report::{Error, Finding, Mode, Severity};
use bpx_schema::source::ReadAt;
use std::sync::Arc;

/// Returns the bytes of a version 2 file with plain sections without checks, in the given order.
pub(super) fn file_of_sections(kind: u8, ext: [u8; 16], sections: &[(u8, &[u8])]) -> Vec<u8> {
    file_of(kind, 2, ext, sections)
}

/// Returns the bytes of a version 1 or 2 file with plain sections without checks, in the given order.
pub(super) fn file_of(kind: u8, version: u32, ext: [u8; 16], sections: &[(u8, &[u8])]) -> Vec<u8> {
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
    let mut bytes = b"BPX".to_vec();
    bytes.extend([kind, 0, 0, 0, 0]);
    bytes.extend(position.to_le_bytes());
    bytes.extend((sections.len() as u32).to_le_bytes());
    bytes.extend(version.to_le_bytes());
    bytes.extend(ext);
    bytes.extend(table);
    bytes.extend(payload);
    seal_header(&mut bytes);
    bytes
}

/// Sets the checksum of the header, as section 8.5 defines it.
pub(super) fn seal_header(bytes: &mut [u8]) {
    bytes[4..8].fill(0);
    let count = u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    let sum = bytes[..40 + 24 * count].iter().map(|byte| u32::from(*byte)).sum::<u32>();
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
}

/// Returns a source of these bytes in memory.
pub(super) fn memory_source(bytes: &[u8]) -> Arc<dyn ReadAt> {
    Arc::new(bytes.to_vec())
}

/// Returns the finding of an error.
pub(super) fn finding_of(error: Error) -> Finding {
    error.into_finding().unwrap()
}

/// Code, severity, path and offset of a finding.
pub(super) type FindingTuple = (String, Severity, String, u64);

/// Returns every finding in lenient mode.
pub(super) fn findings_of(bytes: &[u8]) -> Vec<FindingTuple> {
    findings_in_mode(bytes, Mode::Lenient)
}

/// Returns every finding in a mode.
pub(super) fn findings_in_mode(bytes: &[u8], mode: Mode) -> Vec<FindingTuple> {
    let report = super::verify(&bytes.to_vec(), mode).unwrap();
    let findings = report.findings().iter();
    findings
        .map(|finding| (finding.code.to_string(), finding.severity, finding.path.to_string(), finding.location.file))
        .collect()
}

/// Builds a tuple as [`findings_of`] returns it.
pub(super) fn finding_tuple(code: &str, severity: Severity, path: &str, at: u64) -> FindingTuple {
    (code.to_owned(), severity, path.to_owned(), at)
}

/// Returns every prefix of the sample, and copies of the sample with every single byte changed in three ways.
pub(super) fn broken_copies(sample: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let prefixes = (0..sample.len()).map(|size| sample[..size].to_vec());
    let changes = (0..sample.len()).flat_map(move |at| [0x01, 0x80, 0xFF].map(|change| (at, change)));
    let changed = changes.map(|(at, change)| {
        let mut bytes = sample.to_vec();
        bytes[at] ^= change;
        // With the old checksum, only the checksum of the header would be tested.
        if at >= 8 && !(16..20).contains(&at) && bytes.len() >= 40 {
            seal_header(&mut bytes);
        }
        bytes
    });
    prefixes.chain(changed)
}
