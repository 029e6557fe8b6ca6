//! Rules that no golden breaks; the faults of the goldens break the others.

use super::*;

#[test]
fn a_package_without_assets_needs_no_files_and_no_paths() {
    let bytes = file(b'P', [0; 8], &[(1, 0, b"")]);
    let lenient = verify_with(&bytes, Mode::Lenient, Limits::default()).unwrap();
    let found: Vec<_> = lenient.findings().iter().map(|one| (&*one.code, one.severity, &*one.lenient)).collect();
    let excused = ("v0.required", Severity::Warning, "I-55");
    assert_eq!(found, [excused, excused]);
    assert_eq!(verify(&bytes).count(Severity::Error), 2);
    let none = file(b'P', [0; 8], &[]);
    let errors = verify_with(&none, Mode::Lenient, Limits::default()).unwrap();
    assert_eq!(errors.count(Severity::Error), 1, "the registry is still required");
}

/// Of 1 MiB and 16 times the section, 32 paths of 65,000 bytes are taken, and the next is not.
#[test]
fn assets_that_share_their_path() {
    let path = [&[b'p'; 65_000][..], b"\0"].concat();
    let registry = [0, 2_u32].map(u32::to_le_bytes).concat().repeat(40);
    let bytes = file(b'P', [40, 0, 0, 0, 0, 0, 0, 0], &[(1, 0, &registry), (2, 0, b"x"), (3, 0, &path)]);
    let limits: Vec<_> = found(&bytes).into_iter().filter(|(code, ..)| code == "v0.limit").collect();
    assert_eq!(limits, [is("v0.limit", "sections[0].asset_registry.assets[32].virtual_path", 32 + 3 * 16 + 32 * 8)]);
    assert!(open(&bytes).package().is_err());
}

/// Without texts, a reference of 0 means none.
#[test]
fn a_model_without_texts() {
    let format = [12, 0, 1, 0, 0x31];
    let vertices = |material: u32| [&[material, 3, 0].map(u32::to_le_bytes).concat()[..], &[1; 36]].concat();
    let with = |material| file(b'M', [0; 8], &[(1, 0, &format), (2, 0, &vertices(material))]);
    assert_eq!(found(&with(0)), []);
    // Table up to 64, format up to 69.
    assert_eq!(found(&with(1)), [is("v0.material", "sections[1].vertex_array.header.material", 69)]);
}

#[test]
fn sections_that_share_bytes() {
    let mut bytes = file(b'X', [0; 8], &[(1, 0, b"abcd"), (1, 0, b"efgh")]);
    bytes[48] = 66;
    let report = verify(&summed(bytes.clone()));
    let summaries: Vec<_> = report.findings().iter().map(|one| (summary_of(one), one.severity)).collect();
    assert_eq!(summaries, [(is("container.overlap", "table[1].pointer", 48), Severity::Note)]);
    bytes[48] = 60;
    assert_eq!(found(&summed(bytes)), [is("container.overlap-head", "table[1].pointer", 48)]);
}

/// The indices of a shared index array must fit its smallest vertex array.
#[test]
fn an_index_array_that_two_vertex_arrays_share() {
    let format = [4, 0, 1, 0, 0x11];
    let vertices =
        |count: u32| [&[0, count, 4].map(u32::to_le_bytes).concat()[..], &vec![0; 4 * count as usize]].concat();
    let indices = [3_u32, 0, 1, 4].map(u32::to_le_bytes).concat();
    let with = |one: u32, two: u32| {
        let (one, two) = (vertices(one), vertices(two));
        file(b'M', [0; 8], &[(1, 0, &format), (2, 0, &one), (2, 0, &two), (3, 0, &indices)])
    };
    assert_eq!(found(&with(5, 6)), []);
    // 32 + 4 * 16 + 5 + (12 + 20) + (12 + 16) + 4 + 2 * 4.
    assert_eq!(found(&with(5, 4)), [is("v0.index", "sections[3].index_array.indices[2]", 173)]);
}

#[test]
fn files_without_a_table_of_sections_require_none() {
    for kind in [b'C', b'X'] {
        assert_eq!(found(&file(kind, *b"anything", &[(200, 0, b"bytes")])), []);
    }
}

/// A section that holds nothing but bytes of any type is kept.
#[test]
fn sections_that_no_table_lists_are_kept() {
    let bytes = model().section(200, &b"mine"[..], None).build().unwrap();
    let container = open(&bytes);
    assert_eq!(container.section(5).unwrap().decode().unwrap(), Content::Data(b"mine".to_vec()));
    assert_eq!(section_name(MODEL, 200), None);
    assert_eq!((section_name(MODEL, 7), section_name(SHADER, 5)), (Some("Strings"), Some("AssemblyMSL")));
}

/// Sections that share their bytes too often are found, and not read again by the rules.
#[test]
fn sharing_is_bounded() {
    const COUNT: usize = 40;
    // Each would be a vertex array of the wrong size.
    let stored = vec![9; 300_000];
    let parts: Vec<_> = (0..COUNT).map(|index| (2, 0, if index == 0 { &stored[..] } else { &b""[..] })).collect();
    let format = [(1, 0, &[12, 0, 1, 0, 0x31][..])];
    let mut bytes = file(b'M', [0; 8], &[&format[..], &parts].concat());
    let pointer = 32 + 16 * (COUNT as u64 + 1) + 5;
    for entry in bytes[48..48 + 16 * COUNT].chunks_mut(16) {
        entry[..8].copy_from_slice(&pointer.to_le_bytes());
        entry[8..12].copy_from_slice(&300_000_u32.to_le_bytes());
    }
    let bytes = summed(bytes);
    // The format, and 19 times 300,000 of the 16 times 300,693 bytes and 1 MiB.
    // The size that a structure reads is known only afterwards, so the last one may exceed the bound.
    assert_eq!(found(&bytes), [is("sections.limit", "sections[21]", 693)]);
    assert_eq!(refused_model(&bytes), "sections[20]");
}

fn refused_model(bytes: &[u8]) -> String {
    let error = json::to_json(&open(bytes), crate::ModelOptions::default()).unwrap_err();
    summary_of(error.finding().unwrap()).1
}
