use super::fixtures::bytes;
use super::*;
use crate::bpx::by_hand::{finding_tuple, findings_of};
use crate::bpx::verify;
use bpx_schema::report::{Mode, Severity, Verdict};

const ERROR: Severity = Severity::Error;
const WARNING: Severity = Severity::Warning;
const NOTE: Severity = Severity::Note;

#[test]
fn sound_packages() {
    let found = findings_of(&bytes(V2));
    let orphans = finding_tuple("package.orphan", NOTE, "table[2].content_size", 40 + 2 * 24 + 12);
    let name = "sections[0].object_table.objects[2].name";
    assert_eq!(found, [finding_tuple("package.duplicate-name", WARNING, name, 160 + 40 + 8), orphans]);
    assert_eq!(findings_of(&bytes(V1)), []);
    assert_eq!(findings_of(&file(2, &[(2, &entry(3, 0, 2, 0)), (255, b"a\0"), (1, b"abc")])), []);
    // Other sections are allowed.
    assert_eq!(findings_of(&file(2, &[(2, &entry(3, 0, 2, 0)), (255, b"a\0"), (1, b"abc"), (77, b"more")])), []);
}

#[test]
fn type_extension() {
    let mut bytes = file(2, &[(2, &entry(3, 0, 2, 0)), (255, b"a\0"), (1, b"abc")]);
    bytes[24] = 5;
    bytes[25] = 255;
    bytes[39] = 1;
    seal_header(&mut bytes);
    let expected = [
        finding_tuple("package.architecture", ERROR, "header.type_ext.package.architecture", 24),
        finding_tuple("package.platform", ERROR, "header.type_ext.package.platform", 25),
        finding_tuple("package.reserved", WARNING, "header.type_ext.package.reserved", 28),
    ];
    assert_eq!(findings_of(&bytes), expected);
    let package = open(&bytes);
    assert_eq!((package.architecture(), package.platform()), (None, None));
    assert_eq!(package.ext().platform, 255);
}

#[test]
fn sections_that_must_be_there() {
    let table = |code: &str, severity| finding_tuple(code, severity, "table", 40);
    assert_eq!(
        findings_of(&file(2, &[])),
        [table("package.data", WARNING), table("package.object-table", ERROR), table("package.strings", WARNING)]
    );
    assert_eq!(findings_of(&file(1, &[(255, b"")])), [table("package.data", WARNING)]);
    let found = findings_of(&file(2, &[(2, &entry(0, 0, 1, 0)), (1, b"")]));
    // Names outside of the strings section are not checked as paths.
    assert_eq!(found, [table("package.strings", ERROR)]);
    let found = findings_of(&file(2, &[(2, &entry(0, 0, 1, 0)), (255, b"a\0")]));
    let start = finding_tuple("package.start", ERROR, "sections[0].object_table.objects[0].start", 88 + 12);
    assert_eq!(found, [table("package.data", ERROR), start]);
}

#[test]
fn an_object_table_in_revision_1() {
    let found = findings_of(&file(1, &[(2, &entry(3, 0, 2, 0)), (255, b"")]));
    let unused = finding_tuple("package.object-table-unused", WARNING, "table[0].kind", 40 + 20);
    assert_eq!(found, [unused, finding_tuple("package.data", WARNING, "table", 40)]);
}

#[test]
fn sections_that_occur_once_or_together() {
    let object = entry(3, 0, 2, 0);
    let found = findings_of(&file(
        2,
        &[(2, &object), (255, b"a\0"), (1, b"abc"), (2, b""), (255, b""), (254, b"\0"), (254, b"\0")],
    ));
    let kind =
        |index: u64| finding_tuple("package.single", ERROR, &format!("table[{index}].kind"), 40 + index * 24 + 20);
    assert_eq!(found, [kind(3), kind(4), kind(6)]);
    let found = findings_of(&file(2, &[(2, &object), (255, b"a\0"), (1, b"abc"), (254, b"\0"), (1, b"")]));
    assert_eq!(found, [finding_tuple("package.contiguous", ERROR, "table[4].kind", 40 + 4 * 24 + 20)]);
}

#[test]
fn a_table_of_whole_entries() {
    let table = [&entry(3, 0, 2, 0)[..], b"rest"].concat();
    let bytes = file(2, &[(2, &table), (255, b"a\0"), (1, b"abc")]);
    let report = verify(&bytes, Mode::Lenient).unwrap();
    let [finding] = report.findings() else { panic!("{report:?}") };
    assert_eq!((&*finding.path.to_string(), finding.severity), ("sections[0].object_table", ERROR));
    assert_eq!(report.verdict(), Verdict::Invalid);
    assert_eq!(open(&bytes).len(), 1);
}

#[test]
fn names_that_some_readers_reject() {
    let table =
        [entry(0, 0, 2, 0), entry(0, 1, 2, 0), entry(0, 3, 2, 0), entry(0, 10, 2, 0), entry(0, 12, 2, 0)].concat();
    let found = findings_of(&file(2, &[(2, &table), (255, b"\0/x\0../up\0\xff\0C:x\0"), (1, b"")]));
    let name = |code: &str, severity, index: u64| {
        finding_tuple(code, severity, &format!("sections[0].object_table.objects[{index}].name"), 112 + index * 20 + 8)
    };
    let strings = found.iter().filter(|findings_of| !findings_of.0.starts_with("package.")).count();
    assert_eq!(
        found[strings..],
        [
            name("package.empty-name", WARNING, 0),
            name("package.unsafe-name", WARNING, 1),
            // Offset 3 is the end of `/x`: empty, as object 0.
            name("package.empty-name", WARNING, 2),
            name("package.duplicate-name", WARNING, 2),
            name("package.name", ERROR, 3),
            name("package.unsafe-name", WARNING, 4),
        ]
    );
}

#[test]
fn metadata_within_the_budget() {
    // An object of 16 arrays without elements: 17 in all.
    let mut metadata = vec![16];
    for hash in 0..16_u64 {
        metadata.extend(hash.to_le_bytes());
        metadata.extend([13, 0]);
    }
    let found = findings_of(&file(2, &[(2, b""), (255, b""), (254, &metadata), (1, b"")]));
    assert_eq!(found, [finding_tuple("structured-data.budget", WARNING, "sections[2].structured_data", 136)]);
}

#[test]
fn headers_in_a_section_that_is_not_there_are_not_looked_for() {
    // The stated size of the second file includes an object, so the file needs names.
    for (left, severity) in [(1, WARNING), (12, ERROR)] {
        let mut bytes = file(1, &[(1, &[0; 12][..left])]);
        bytes[40..48].copy_from_slice(&0xE_0000_0000_u64.to_le_bytes());
        seal_header(&mut bytes);
        let bounds = finding_tuple("sections.bounds", ERROR, "table[0].pointer", 40);
        assert_eq!(findings_of(&bytes), [bounds, finding_tuple("package.strings", severity, "table", 40)]);
    }
}

#[test]
fn packages_that_cannot_be_followed() {
    let mut bytes = file(1, &[(255, b"a\0"), (1, &[&object_v1(3, 0, b"abc")[..], &[0; 5]].concat())]);
    let split = finding_tuple("package.header-split", ERROR, "sections[1]", 88 + 2 + 15);
    let orphan = finding_tuple("package.orphan", NOTE, "table[1].content_size", 64 + 12);
    assert_eq!(findings_of(&bytes), [split, orphan]);
    // A section that cannot be decompressed is reported once, by the container.
    bytes[64 + 21] = 2;
    seal_header(&mut bytes);
    let codes: Vec<_> = findings_of(&bytes).into_iter().map(|findings_of| findings_of.0).collect();
    assert_eq!(codes, ["sections.stream"]);
    let mut bytes = file(2, &[(2, &entry(3, 0, 2, 0)), (255, b"a\0"), (1, b"abc")]);
    bytes[40 + 21] = 1;
    seal_header(&mut bytes);
    let codes: Vec<_> = findings_of(&bytes).into_iter().map(|findings_of| findings_of.0).collect();
    assert_eq!(codes, ["sections.stream"]);
}
