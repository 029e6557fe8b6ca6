//! The rules of textures, models and shader packages that concern one field: code, severity, path and offset.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use bpx_formats::bpx::container::{Check, ContainerBuilder, SectionOptions};
use bpx_formats::bpx::kind::section_uses;
use bpx_formats::bpx::verify;
use bpx_schema::report::{Mode, Severity};

/// Bytes that break one rule, in a file of version 2 whose sections are plain.
struct Broken {
    kind: u8,
    ext: [u8; 16],
    /// Type and content of a section.
    section: Option<(u8, Vec<u8>)>,
    /// Code, severity in lenient mode, path, and offset in the file.
    expected: (&'static str, Severity, &'static str, u64),
}

/// Returns a file with these sections, without checks.
fn file(kind: u8, ext: [u8; 16], sections: &[(u8, &[u8])]) -> Vec<u8> {
    let plain = SectionOptions::default().with_check(Check::None);
    let builder = ContainerBuilder::new(kind, 2).type_ext(ext);
    sections.iter().fold(builder, |builder, (kind, content)| builder.section(*kind, *content, plain)).build().unwrap()
}

/// Code, severity, path and offset of all findings.
fn findings_of(bytes: &[u8], mode: Mode) -> Vec<(String, Severity, String, u64)> {
    let report = verify(&bytes.to_vec(), mode).unwrap();
    let findings = report.findings().iter();
    findings.map(|one| (one.code.to_string(), one.severity, one.path.to_string(), one.location.file)).collect()
}

/// Returns a type extension that breaks no rule, with one byte changed.
fn ext(kind: u8, at: usize, byte: u8) -> [u8; 16] {
    let mut ext = [0; 16];
    match kind {
        b'T' => ext[3] = 1,
        b'S' => (ext[10], ext[11]) = (0x0E, b'P'),
        _ => {}
    }
    ext[at] = byte;
    ext
}

fn in_header(kind: u8, at: usize, byte: u8, expected: (&'static str, Severity, &'static str, u64)) -> Broken {
    Broken { kind, ext: ext(kind, at, byte), section: None, expected }
}

fn in_section(
    kind: u8,
    section: u8,
    content: Vec<u8>,
    expected: (&'static str, Severity, &'static str, u64),
) -> Broken {
    Broken { kind, ext: ext(kind, 15, 0), section: Some((section, content)), expected }
}

fn broken() -> Vec<Broken> {
    use Severity::{Error, Warning};
    let vertices = [&[0; 16][..], &[0, 0, 1, 0]].concat();
    // Name, extended data, flags, type and register.
    let symbol = |flags: u16, kind: u8| [&[0; 8][..], &flags.to_le_bytes(), &[kind, 0]].concat();
    let too_many = [&1025_u16.to_le_bytes()[..], &[0; 28 * 1025]].concat();
    vec![
        in_header(b'T', 3, 5, ("texture.format", Error, "header.type_ext.texture.format", 27)),
        in_header(b'T', 3, 0x81, ("texture.flags", Warning, "header.type_ext.texture.flags", 27)),
        in_header(b'T', 15, 1, ("texture.reserved", Warning, "header.type_ext.texture.reserved", 29)),
        in_header(b'M', 15, 1, ("model.reserved", Warning, "header.type_ext.model.reserved", 36)),
        in_header(b'S', 10, 0x12, ("shader.target", Error, "header.type_ext.shader.target", 34)),
        in_header(b'S', 11, b'B', ("shader.type", Error, "header.type_ext.shader.kind", 35)),
        in_header(b'S', 15, 1, ("shader.reserved", Warning, "header.type_ext.shader.reserved", 36)),
        // Contents begin after a header of 40 bytes and a table of 24.
        in_section(
            b'M',
            2,
            vertices,
            ("model.vertex-reserved", Warning, "sections[0].vertex_array.header.reserved", 80),
        ),
        in_section(b'M', 4, vec![0, 0], ("model.bone-count", Error, "sections[0].bone_array.bone_count", 64)),
        in_section(b'M', 4, too_many, ("model.bone-count", Error, "sections[0].bone_array.bone_count", 64)),
        in_section(b'M', 5, vec![0; 45], ("frame-array.whole-transforms", Error, "sections[0].frame_array", 64)),
        in_section(b'S', 1, vec![5], ("shader.stage", Error, "sections[0].shader.stage", 64)),
        in_section(
            b'S',
            2,
            symbol(0x400, 0),
            ("shader.symbol-flags", Warning, "sections[0].symbol_table.symbols[0].flags", 72),
        ),
        in_section(
            b'S',
            2,
            symbol(0, 7),
            ("shader.symbol-type", Error, "sections[0].symbol_table.symbols[0].kind", 74),
        ),
        in_section(b'S', 2, vec![0; 11], ("symbol-table.whole-symbols", Error, "sections[0].symbol_table", 64)),
    ]
}

#[test]
fn rules_of_types_are_located() {
    for Broken { kind, ext, section, expected: (code, severity, path, at) } in broken() {
        let sections: Vec<_> = section.iter().map(|(kind, content)| (*kind, &**content)).collect();
        let bytes = file(kind, ext, &sections);
        let expected = (code.to_owned(), severity, path.to_owned(), at);
        assert!(
            findings_of(&bytes, Mode::Lenient).contains(&expected),
            "{expected:?} in {:?}",
            findings_of(&bytes, Mode::Lenient)
        );
        let strict = (code.to_owned(), Severity::Error, path.to_owned(), at);
        assert!(findings_of(&bytes, Mode::Strict).contains(&strict), "{strict:?}");
    }
}

/// What breaks no rule of its own: the same files with sound values.
#[test]
fn valid_values_have_no_findings() {
    let cases: [(u8, u8, Vec<u8>); 6] = [
        (b'M', 2, vec![0; 20]),
        (b'M', 4, [&1024_u16.to_le_bytes()[..], &[0; 28 * 1024]].concat()),
        (b'M', 5, vec![0; 44]),
        (b'S', 1, vec![4]),
        (b'S', 2, [&[0; 8][..], &0x3FF_u16.to_le_bytes(), &[6, 0]].concat()),
        (b'S', 3, vec![0, 0]),
    ];
    let codes: Vec<_> = broken().iter().map(|broken| broken.expected.0).collect();
    for (kind, section, content) in cases {
        let found = findings_of(&file(kind, ext(kind, 15, 0), &[(section, &content)]), Mode::Strict);
        assert!(found.iter().all(|(code, ..)| !codes.contains(&&**code)), "{found:?}");
    }
    // What is not an object is bytes, by I-35.
    let code =
        |mode| findings_of(&file(b'S', ext(b'S', 15, 0), &[(3, &[1])]), mode).into_iter().find(|one| one.3 >= 64);
    assert_eq!(code(Mode::Lenient).unwrap().1, Severity::Warning);
    assert_eq!(code(Mode::Strict).unwrap().1, Severity::Error);
}

#[test]
fn sections_exist_and_occur_once() {
    let mut checked = 0;
    for kind in *b"TMSP" {
        let uses = section_uses(kind, 2).unwrap();
        let all: Vec<(u8, &[u8])> = uses.list.iter().map(|one| (one.kind, &b""[..])).collect();
        for (index, one) in uses.list.iter().enumerate() {
            let of = |found: Vec<(String, Severity, String, u64)>| {
                let rules = [one.required, Some(uses.single)];
                let ours =
                    |found: &(String, Severity, String, u64)| rules.iter().flatten().any(|rule| **rule == *found.0);
                found.into_iter().filter(ours).map(|(code, _, path, at)| (code, path, at)).collect::<Vec<_>>()
            };
            let mut without = all.clone();
            without.remove(index);
            let missing = one.required.map(|rule| (rule.to_owned(), "table".to_owned(), 40));
            let missing: Vec<_> = missing.into_iter().collect();
            assert_eq!(of(findings_of(&file(kind, ext(kind, 15, 0), &without), Mode::Strict)), missing, "{}", one.name);
            let twice = [&all[..], &all[index..=index]].concat();
            let last = all.len() as u64;
            let path = format!("table[{last}].kind");
            let second = one.single.then(|| (uses.single.to_owned(), path, 40 + 24 * last + 20));
            let second: Vec<_> = second.into_iter().collect();
            assert_eq!(of(findings_of(&file(kind, ext(kind, 15, 0), &twice), Mode::Strict)), second, "{}", one.name);
            checked += 1;
        }
    }
    assert_eq!(checked, 1 + 6 + 4 + 4);
}
