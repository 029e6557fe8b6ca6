use super::fixtures::*;
use super::*;
use crate::bpx::by_hand::{self, FindingTuple};
use crate::bpx::verify;
use bpx_schema::report::{Mode, Severity, Verdict};

/// Returns every finding, which must not depend on where the file lies.
fn findings_of(bytes: &[u8]) -> Vec<FindingTuple> {
    let report = verify(&bytes.to_vec(), Mode::Lenient).unwrap();
    let disk = verify(&Disk(bytes.to_vec()), Mode::Lenient).unwrap();
    assert_eq!(report.findings(), disk.findings());
    by_hand::findings_of(bytes)
}

fn only(code: &str, severity: Severity, path: &str, at: u64) -> Vec<FindingTuple> {
    vec![by_hand::finding_tuple(code, severity, path, at)]
}

#[test]
fn sound_files_have_no_findings() {
    let text = text();
    let xz =
        Raw { kind: 1, flags: 2 | 8, checksum: TEXT_SUM, content_size: 500, stored: TEXT_XZ.to_vec(), pointer: None };
    assert_eq!(findings_of(&file(1, &[Raw::plain(1, &text), xz, Raw::plain(3, b"")])), []);
    assert_eq!(findings_of(&file(2, &[])), []);
}

#[test]
fn size_of_the_file() {
    let mut bytes = file(2, &[Raw::plain(1, b"abc")]);
    bytes.extend(b"more");
    assert_eq!(findings_of(&bytes), only("container.trailing-bytes", Severity::Note, "header.file_size", 8));
    bytes[8..16].fill(0);
    seal_header(&mut bytes);
    assert_eq!(findings_of(&bytes), []);
    bytes[8] = 200;
    seal_header(&mut bytes);
    assert_eq!(findings_of(&bytes), only("container.file-size", Severity::Error, "header.file_size", 8));
    assert_eq!(verify(&bytes, Mode::Lenient).unwrap().verdict(), Verdict::Malformed);
}

#[test]
fn flags_that_contradict() {
    let text = text();
    let both = Raw { kind: 1, flags: 3, content_size: 500, stored: TEXT_XZ.to_vec(), ..Raw::default() };
    let found = findings_of(&file(2, &[both]));
    assert_eq!(found, only("container.both-compressions", Severity::Note, "table[0].flags", 40 + 21));
    let checks = Raw { flags: 12, checksum: TEXT_SUM, ..Raw::plain(1, &text) };
    let found = findings_of(&file(2, &[checks]));
    assert_eq!(found, only("container.both-checks", Severity::Note, "table[0].flags", 40 + 21));
    let mut bytes = file(2, &[Raw::plain(1, b"abc")]);
    bytes[48] = 0;
    seal_header(&mut bytes);
    assert_eq!(findings_of(&bytes), only("container.plain-size", Severity::Error, "table[0].stored_size", 40 + 8));
}

#[test]
fn the_legacy_checksum_is_noted() {
    let legacy = Raw { flags: 4, checksum: TEXT_CRC32_LEGACY, ..Raw::plain(1, &text()) };
    let ieee = Raw { flags: 4, checksum: TEXT_CRC32, ..Raw::plain(1, &text()) };
    let found = findings_of(&file(2, &[ieee, legacy]));
    assert_eq!(found, only("sections.crc32-legacy", Severity::Note, "table[1].checksum", 64 + 16));
}

#[test]
fn shared_bytes() {
    let at = |pointer, size: usize| Raw { pointer: Some(pointer), ..Raw::plain(1, &vec![0; size]) };
    let mut bytes = file(2, &[at(136, 10), at(136, 10), at(140, 10), at(100, 8)]);
    bytes.resize(160, 0);
    let found = findings_of(&bytes);
    let expected = [
        only("container.overlap-head", Severity::Warning, "table[3].pointer", 40 + 72),
        only("container.overlap", Severity::Note, "table[2].pointer", 40 + 48),
    ];
    let trailing = only("container.trailing-bytes", Severity::Note, "header.file_size", 8);
    assert_eq!(found, [trailing, expected.concat()].concat());
}

#[test]
fn every_section_is_looked_at_in_order() {
    let bad = |index: usize| Raw { flags: 8, checksum: 1, ..Raw::plain(1, &vec![1; index + 2]) };
    let sections: Vec<_> = (0..3000).map(bad).collect();
    let report = verify(&file(2, &sections), Mode::Lenient).unwrap();
    assert_eq!(report.count(Severity::Error), 3000);
    for (index, finding) in report.findings().iter().enumerate() {
        assert_eq!(finding.path.to_string(), format!("table[{index}].checksum"));
        assert_eq!(finding.class, Class::ChecksumMismatch);
    }
}

#[test]
fn a_file_that_does_not_open_is_one_finding() {
    assert_eq!(findings_of(b""), only("truncated", Severity::Error, "header", 0));
    let mut bytes = file(2, &[]);
    bytes[20] = 9;
    seal_header(&mut bytes);
    assert_eq!(findings_of(&bytes), only("main-header.version", Severity::Error, "header.version", 20));
    assert_eq!(verify(&bytes, Mode::Lenient).unwrap().verdict(), Verdict::Unsupported);
    bytes[20] = 2;
    bytes[16] = 200;
    seal_short(&mut bytes);
    assert_eq!(findings_of(&bytes), only("truncated", Severity::Error, "table", 40));
}

/// Sets the checksum of a file whose table is cut: its value does not matter.
fn seal_short(bytes: &mut [u8]) {
    bytes[4..8].fill(0);
}

#[test]
fn streams_are_located() {
    let mut broken = TEXT_XZ.to_vec();
    broken[30] ^= 0xFF;
    let raw = Raw { kind: 1, flags: 2, content_size: 500, stored: broken, ..Raw::default() };
    let bytes = file(2, &[raw]);
    let report = verify(&bytes, Mode::Lenient).unwrap();
    let [finding] = report.findings() else { panic!("{report:?}") };
    assert_eq!((finding.class, &*finding.code), (Class::BadStream, "sections.stream"));
    assert_eq!(finding.path.to_string(), "sections[0]");
    assert!((64..64 + TEXT_XZ.len() as u64).contains(&finding.location.file));
}

/// Sections may share a stream: what is decompressed is counted over all of them.
#[test]
fn contents_are_bounded_together() {
    let raw = Raw { kind: 1, flags: 2, content_size: 500, stored: TEXT_XZ.to_vec(), ..Raw::default() };
    let shared = || Raw { pointer: Some(40 + 3 * 24), ..raw.clone() };
    let bytes = file(2, &[raw.clone(), shared(), shared()]);
    let found = |content: u64| -> Vec<_> {
        let limits = Limits::default().with_max_content(content);
        let report = crate::bpx::verify_with(&bytes, Mode::Lenient, limits).unwrap();
        let errors = report.findings().iter().filter(|one| one.severity == Severity::Error);
        errors.map(|one| (one.code.to_string(), one.path.to_string())).collect()
    };
    assert_eq!(found(1500), []);
    assert_eq!(found(1499), [("sections.limit".to_owned(), "sections[2]".to_owned())]);
}
