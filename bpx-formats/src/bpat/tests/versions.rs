//! Versions 2 and 3, and the way to them.

use super::*;

fn markers(contact: f32) -> Markers {
    Markers { contact, ..Markers::UNSET }
}

/// Two clips of one family, two bones, one socket, in a layout.
fn sample_of(version: Version) -> BpatBuilder {
    let species = if version == Version::V1 { Species::Horse } else { Species::Wolf };
    let mut file = BpatBuilder::new(species, 2);
    file.version(version);
    file.socket(b"walk", 1, [1.0, 2.0, 3.0]);
    for (index, mut one) in [clip("walk", 3, 2, 1), clip("idle", 1, 2, 1)].into_iter().enumerate() {
        if version > Version::V1 {
            one.markers = markers(0.5);
        }
        if version >= Version::V3a {
            (one.variant, one.supplies_ground_contact) = (u8::from(index == 1), index == 0);
        }
        if version == Version::V3c {
            let columns = ColumnMatrix { columns: [[1.0, 0.0, 0.0, 0.0]; 4] };
            one.poses = Poses::Columns(vec![columns; if index == 0 { 6 } else { 2 }]);
        }
        file.clip(one);
    }
    if version >= Version::V3a {
        file.contacts((0..4_u8).map(|y| Contact { sole_y: f32::from(y), foot_y: 1.0 }).collect());
    }
    if version == Version::V3c {
        let bone = |parent| (ColumnMatrix::IDENTITY, BoneParent { parent });
        file.bones(vec![bone(BoneParent::ROOT), bone(0)]);
    }
    file
}

const LAYOUTS: [Version; 4] = [Version::V1, Version::V2, Version::V3a, Version::V3c];

#[test]
fn all_layouts_are_read_and_written_again() {
    for version in LAYOUTS {
        let written = sample_of(version);
        let bytes = written.write().unwrap();
        let report = verify(&bytes, Mode::Strict, Limits::default()).unwrap();
        assert_eq!(report.findings(), [], "{version:?}");
        let file = Bpat::open_valid(&bytes, Mode::Strict, Limits::default()).unwrap();
        assert_eq!(Version::of(file.head()), version);
        assert_eq!(BpatBuilder::of(&file).unwrap(), written);
        let model = model_of(&bytes).unwrap();
        assert_eq!(from_json(&model).unwrap(), bytes, "{version:?}: {model:#}");
        let is_skinned = version == Version::V3c;
        assert_eq!((file.palettes().is_empty(), file.skins().is_empty()), (is_skinned, !is_skinned));
        assert_eq!((file.pose(0, 1).is_none(), file.skin(0, 1).is_none()), (is_skinned, !is_skinned));
    }
}

/// Zeros before a part are padding only where the writer adds as many.
#[test]
fn models_keep_zeros_that_align_no_part() {
    for version in LAYOUTS {
        let mut bytes = sample_of(version).write().unwrap();
        // The strings again, after a number of zeros.
        let strings = Bpat::open(&bytes, Limits::default()).unwrap().strings().to_vec();
        bytes.resize(bytes.len().next_multiple_of(16), 0);
        for zeros in 0..=16 {
            let mut bytes = bytes.clone();
            bytes.resize(bytes.len() + zeros, 0);
            let place = (bytes.len() as u64).to_le_bytes();
            bytes[48..56].copy_from_slice(&place);
            bytes.extend(&strings);
            assert_eq!(from_json(&model_of(&bytes).unwrap()).unwrap(), bytes, "{version:?}, {zeros} zeros");
        }
    }
}

#[test]
fn the_writer_places_the_tables_of_version_3() {
    let bytes = sample_of(Version::V3c).write().unwrap();
    let words = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    // 96, two clips of 48, one socket of 32, ten bytes of names; 4 frames of 2 * 64 and 48; 4 contacts of 8; two bones.
    assert_eq!([32, 40, 48, 56].map(words), [96, 192, 224, 240]);
    let after = 240 + 4 * (2 * 64 + 48);
    assert_eq!([64, 72, 80, 88].map(words), [after, 4, after + 32, after + 32 + 128]);
    assert_eq!(bytes.len() as u64, after + 32 + 128 + 2);
}

#[test]
fn the_writer_refuses_what_a_layout_has_no_place_for() {
    let refused = |version, change: &dyn Fn(&mut BpatBuilder)| {
        let mut file = sample_of(version);
        change(&mut file);
        file.write().unwrap_err().to_string()
    };
    for (error, expected) in [
        (
            refused(Version::V2, &|file| file.version(Version::V1)),
            "expected version 2 or 3 for a clip with markers, found version 1",
        ),
        (
            refused(Version::V3a, &|file| file.version(Version::V2)),
            "expected version 3 for a clip with contact or variants, found an earlier version",
        ),
        (refused(Version::V3a, &|file| file.version(Version::V3c)), "expected skinning matrices, found poses"),
        (refused(Version::V3c, &|file| file.version(Version::V3a)), "expected poses, found skinning matrices"),
        (refused(Version::V3c, &|file| file.bones(vec![])), "expected 2 bones with bind pose and parent, found 0"),
        (
            refused(Version::V3c, &|file| {
                file.bones(vec![(ColumnMatrix::IDENTITY, BoneParent { parent: 1 }); 2]);
            }),
            "expected a parent before the bone in the list, found bone 1 as the parent",
        ),
        (
            refused(Version::V3a, &|file| file.contacts(vec![Contact { sole_y: 0.0, foot_y: 0.0 }])),
            "expected 4 contacts, found 1",
        ),
    ] {
        assert!(error.contains(expected), "{error}");
    }
}

/// Returns a copy of a file, in which a number has another value.
fn with(bytes: &[u8], at: usize, value: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + value.len()].copy_from_slice(value);
    bytes
}

/// Returns codes, paths and places of the errors of a file.
fn found(bytes: &[u8]) -> Vec<(String, String, u64)> {
    let report = verify(&bytes, Mode::Strict, Limits::default()).unwrap();
    report.findings().iter().map(|one| (one.code.to_string(), one.path.to_string(), one.location.file)).collect()
}

#[test]
fn rules_blame_the_entry_of_the_version() {
    let one = |code: &str, path: &str, at| vec![(code.to_owned(), path.to_owned(), at)];
    // The second clip begins at 64 + 44, and at 96 + 48.
    let second = sample_of(Version::V2).write().unwrap();
    assert_eq!(found(&with(&second, 108 + 12, &[2])), one("bpat.frame-order", "clips[1].frame_offset", 120));
    assert_eq!(found(&with(&second, 108 + 21, &[2])), one("bpat.reserved", "clips[1].pad", 129));
    assert_eq!(
        found(&with(&second, 108 + 32, &2.0_f32.to_le_bytes())),
        one("bpat.marker", "clips[1].markers.contact", 132 + 8)
    );
    let third = sample_of(Version::V3c).write().unwrap();
    assert_eq!(found(&with(&third, 144 + 12, &[2])), one("bpat.frame-order", "clips[1].frame_offset", 156));
    assert_eq!(found(&with(&third, 144 + 24, &[1])), one("bpat.variant", "clips[1].variant_family", 144));
    // The contact that is not counted is not padding.
    let uncounted = [one("bpat.contact-count", "contact_entry_count", 72), one("bpat.padding", "", 968)].concat();
    assert_eq!(found(&with(&third, 72, &[3])), uncounted);
    let parents = third.len() - 1;
    assert_eq!(
        found(&with(&third, parents, &[1])),
        one("bpat.bone-parent", "bone_parents.bones[1].parent", parents as u64)
    );
}

#[test]
fn older_files_become_files_of_version_3_with_poses() {
    for (version, markers) in [(Version::V1, Markers::UNSET), (Version::V2, markers(0.5))] {
        let mut old = sample_of(version);
        old.clip(NewClip { markers, ..clip("riding_idle", 1, 2, 1) });
        let old = old.write().unwrap();
        let new = upgrade(&old, Limits::default()).unwrap();
        assert_eq!(found(&new), []);
        let (old, new) = (Bpat::open(&old, Limits::default()).unwrap(), Bpat::open(&new, Limits::default()).unwrap());
        assert_eq!(Version::of(new.head()), Version::V3a);
        assert_eq!(new.palettes().to_vec(), old.palettes().to_vec());
        assert_eq!(new.socket_data().to_vec(), old.socket_data().to_vec());
        assert_eq!((new.strings(), new.contacts().len()), (old.strings(), 0));
        let clips: Vec<_> =
            new.clips().iter().map(|one| (one.flags, one.variant_ordinal, one.variant_family, one.markers)).collect();
        assert_eq!(clips, [(1, 0, 0, Some(markers)), (1, 0, 1, Some(markers)), (0, 0, 2, Some(markers))]);
    }
}

#[test]
fn what_would_be_lost_or_guessed_is_not_upgraded() {
    let refused = |bytes: &[u8]| upgrade(bytes, Limits::default()).unwrap_err().to_string();
    for version in [Version::V3a, Version::V3c] {
        let bytes = sample_of(version).write().unwrap();
        assert!(refused(&bytes).contains("expected version 1 or 2, found 3"));
    }
    let old = sample_of(Version::V1).write().unwrap();
    assert!(
        refused(&[&old[..], b"more"].concat())
            .contains("4 bytes belong to no section, and the upgrade would lose them")
    );
    assert!(refused(&with(&old, 76, &[9])).contains("bpat.frame-range"));
}
