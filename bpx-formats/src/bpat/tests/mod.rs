#[cfg(feature = "mmap")]
mod large;
mod versions;

use super::*;
use crate::ModelOptions;
use crate::model::trees::bpat::{from_json, to_json};
use bpx_schema::Result;
use bpx_schema::report::{Class, Mode, Severity, Verdict};
use bpx_schema::source::FileSource;
use bpx_schema::watch::{Journal, JournalEvent};
use proptest::prelude::*;

fn model_of(bytes: &[u8]) -> Result<serde_json::Value> {
    to_json(bytes, Limits::default(), ModelOptions::default())
}

/// Returns a bone that is moved.
fn moved(x: f32, y: f32, z: f32) -> Matrix {
    let mut matrix = Matrix::IDENTITY;
    (matrix.rows[0][3], matrix.rows[1][3], matrix.rows[2][3]) = (x, y, z);
    matrix
}

fn socket_at(x: f32) -> SocketMatrix {
    SocketMatrix { rows: [[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] }
}

fn clip(name: &str, frames: u8, bones: u8, sockets: u8) -> NewClip {
    let poses = (0..frames).flat_map(|frame| (0..bones).map(move |bone| moved(f32::from(frame), f32::from(bone), 0.5)));
    let socket_poses = (0..frames).flat_map(|frame| (0..sockets).map(move |_| socket_at(f32::from(frame))));
    NewClip {
        name: name.as_bytes().to_vec(),
        fps: 30.0,
        loops: frames > 1,
        poses: Poses::Rows(poses.collect()),
        socket_poses: socket_poses.collect(),
        ..NewClip::default()
    }
}

/// Two clips, two bones, one socket.
fn sample() -> BpatBuilder {
    let mut file = BpatBuilder::new(Species::Horse, 2);
    file.socket(b"walk", 1, [1.0, 2.0, 3.0]);
    file.clip(clip("walk", 3, 2, 1));
    file.clip(clip("idle", 1, 2, 1));
    file
}

fn verdict(bytes: &[u8]) -> Verdict {
    verify(&bytes, Mode::Strict, Limits::default()).unwrap().verdict()
}

#[test]
fn the_writer_places_all_parts() {
    let bytes = sample().write().unwrap();
    // 64 + 2 * 32 + 32, then `walk`, `idle`: 10 bytes, 6 of padding; 4 frames of 2 * 64 and 48.
    assert_eq!(bytes.len(), 176 + 4 * (2 * 64 + 48));
    assert_eq!(&bytes[160..176], b"walk\0idle\0\0\0\0\0\0\0");
    let words: Vec<_> = bytes[8..64].as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    assert_eq!(words, [1, 2, 1, 2, 4, 10, 64, 0, 128, 0, 160, 0, 176, 0]);
    assert_eq!(verdict(&bytes), Verdict::Valid);
}

#[test]
fn views_return_the_poses() {
    let bytes = sample().write().unwrap();
    let file = Bpat::open_valid(&bytes, Mode::Strict, Limits::default()).unwrap();
    assert_eq!(file.clip_named(b"idle"), Some(1));
    assert_eq!(file.sockets().iter().map(|socket| file.name(&socket)).collect::<Vec<_>>(), [b"walk"]);
    let pose = file.pose(0, 2).unwrap();
    assert_eq!(pose.iter().map(|bone| bone.translation()).collect::<Vec<_>>(), [[2.0, 0.0, 0.5], [2.0, 1.0, 0.5]]);
    assert_eq!(file.socket_pose(0, 2).unwrap().get(0).unwrap().translation(), [2.0, 0.0, 0.0]);
    assert_eq!(file.clip_poses(1).unwrap().len(), 2);
    assert!(file.pose(0, 3).is_none() && file.pose(2, 0).is_none() && file.socket_pose(1, 1).is_none());
}

#[test]
fn inconsistent_parts_are_rejected() {
    let class = |change: &dyn Fn(&mut BpatBuilder)| {
        let mut file = sample();
        change(&mut file);
        let error = file.write().unwrap_err();
        let finding = error.finding().unwrap();
        (finding.class, finding.path.to_string())
    };
    let named = |path: &str| path.to_owned();
    assert_eq!(class(&|file| *file = BpatBuilder::new(Species::Horse, 1)), (Class::Missing, named("clips")));
    assert_eq!(class(&|file| *file = BpatBuilder::new(Species::Horse, 65)), (Class::OutOfRange, named("bone_count")));
    assert_eq!(class(&|file| file.clip(clip("cut", 1, 1, 1))), (Class::CountMismatch, named("clips[2]")));
    assert_eq!(class(&|file| file.clip(clip("no frame", 0, 2, 1))), (Class::CountMismatch, named("clips[2]")));
    assert_eq!(class(&|file| file.clip(clip("no socket", 1, 2, 0))), (Class::CountMismatch, named("clips[2]")));
    assert_eq!(class(&|file| file.socket(b"late", 0, [0.0; 3])), (Class::CountMismatch, named("clips[0]")));
    let anchored = |file: &mut BpatBuilder| {
        *file = BpatBuilder::new(Species::Horse, 2);
        file.socket(b"", 2, [0.0; 3]);
        file.clip(clip("", 1, 2, 1));
    };
    assert_eq!(class(&anchored), (Class::BadReference, named("sockets[0]")));
}

/// The numbers of a header have up to 64 bits; the ends of its parts may have more.
#[test]
fn parts_that_end_beyond_64_bits_are_reported_with_their_ends() {
    let bytes = sample().write().unwrap();
    let ends = |changes: &[(usize, &[u8])]| {
        let mut bytes = bytes.clone();
        changes.iter().for_each(|(at, new)| bytes[*at..*at + new.len()].copy_from_slice(new));
        let report = verify(&bytes, Mode::Strict, Limits::default()).unwrap();
        let bounds = report.findings().iter().filter(|one| one.code == "bpat.bounds");
        let found = bounds.map(|one| (one.path.to_string(), one.location.file, one.message.clone()));
        found.collect::<Vec<_>>()
    };
    let outside = |part: &str, end: u128| {
        let message = format!("{part} ends at offset {end}, but the file has 880 bytes");
        ("header.palette_data_offset".to_owned(), 56, message)
    };
    // 4 frames of 2 * 64 and 48 bytes, from the last multiple of 16 on.
    let last = (1 << 64) - 16;
    let expected = [outside("the palette data", last + 512), outside("the socket data", last + 512 + 192)];
    assert_eq!(ends(&[(56, &(last as u64).to_le_bytes())]), expected);
    // As many frames and sockets as 32 bits can count.
    let most = u128::from(u32::MAX);
    let changes: &[(usize, &[u8])] = &[(16, &[0xFF; 4]), (24, &[0xFF; 4])];
    let palettes = 176 + most * 2 * 64;
    let found = ends(changes);
    let expected = [outside("the palette data", palettes), outside("the socket data", palettes + most * most * 48)];
    assert_eq!(found.iter().filter(|one| one.1 == 56).cloned().collect::<Vec<_>>(), expected, "{found:?}");
}

#[test]
fn a_file_that_is_not_in_memory_is_read_in_parts() {
    let bytes = sample().write().unwrap();
    let mut file = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut file, &bytes).unwrap();
    let source = FileSource::from_file(file.reopen().unwrap()).unwrap();
    // The tables take less memory than 256 bytes. The poses have more, and are not read.
    let limits = Limits::default().with_max_memory(256);
    assert_eq!(verify(&source, Mode::Strict, limits).unwrap().verdict(), Verdict::Valid);
    assert_eq!(rewrite(&source, Limits::default()).unwrap(), bytes);
    let error = rewrite(&source, limits).unwrap_err();
    assert_eq!(error.finding().unwrap().class, Class::LimitExceeded);
}

/// 200,001,152 bytes, of which only the first few are read.
#[test]
fn models_are_laid_out_anew_when_sizes_change() {
    let bytes = sample().write().unwrap();
    let mut model = model_of(&bytes).unwrap();
    assert_eq!(model["format"], "bpat");
    assert_eq!(from_json(&model).unwrap(), bytes);
    assert!(model.get("gaps").is_none(), "the writer adds the padding");
    // `walkabout` and its NUL have two bytes more than `walk`, `idle` and theirs.
    model["strings"] = bpx_schema::value::hex(b"walkabout\0idle\0").into();
    model["clips"][1]["name_offset"] = 10.into();
    model["clips"][0]["name_length"] = 9.into();
    model["sockets"][0]["name_length"] = 9.into();
    // The old names are not at the new places.
    let place = "the name in `strings` at `name_offset`, of `name_length` bytes";
    assert_eq!(from_json(&model).unwrap_err().to_string(), format!("clips[0].name: expected {place}"));
    model["clips"][0]["name"] = "walkabout".into();
    assert_eq!(from_json(&model).unwrap_err().to_string(), format!("sockets[0].name: expected {place}"));
    model["sockets"][0].as_object_mut().unwrap().remove("name");
    let longer = from_json(&model).unwrap();
    assert_eq!(verdict(&longer), Verdict::Valid);
    let file = Bpat::open(&longer, Limits::default()).unwrap();
    assert_eq!(
        file.clips().iter().map(|clip| file.name(&clip).to_vec()).collect::<Vec<_>>(),
        [&b"walkabout"[..], b"idle"]
    );
    assert_eq!(file.sockets().iter().map(|one| file.name(&one).to_vec()).collect::<Vec<_>>(), [b"walkabout"]);
    // Poses that are missing are an error, not zeros.
    model["palettes"][0]["frames"].as_array_mut().unwrap().pop();
    assert!(from_json(&model).unwrap_err().to_string().contains("palettes[0]"));
}

#[test]
fn models_keep_order_gaps_and_trailing_bytes() {
    let bytes = sample().write().unwrap();
    // The strings at the end, a gap of three bytes at their old place, two bytes after them.
    let mut other = bytes.clone();
    let strings = (bytes.len() as u64).next_multiple_of(16);
    other[48..56].copy_from_slice(&strings.to_le_bytes());
    other[160..163].copy_from_slice(b"gap");
    other.resize(usize::try_from(strings).unwrap(), 0);
    other.extend(b"walk\0idle\0..");
    let report = verify(&other, Mode::Strict, Limits::default()).unwrap();
    assert_eq!((report.verdict(), report.count(Severity::Warning)), (Verdict::Valid, 1), "{:?}", report.findings());
    let model = model_of(&other).unwrap();
    assert_eq!(from_json(&model).unwrap(), other);
    // A place that is far away comes after all others, without the bytes between them.
    let mut far = model.clone();
    far["header"]["string_table_offset"] = "1152921504606846976".into();
    assert_eq!(verdict(&from_json(&far).unwrap()), Verdict::Valid);
}

/// Poses outside of the file are a fault of the clip, for any place of its table.
#[test]
fn regions_blame_the_clip() {
    let mut bytes = sample().write().unwrap();
    // The table of clips, moved to the end.
    let table = bytes[64..128].to_vec();
    let moved = bytes.len() as u64;
    bytes[32..40].copy_from_slice(&moved.to_le_bytes());
    bytes.extend(table);
    let count = usize::try_from(moved).unwrap() + 32 + 8;
    bytes[count..count + 4].copy_from_slice(&1000_u32.to_le_bytes());
    let mut validator = bpx_schema::report::Validator::new(Mode::Strict);
    let watched = watch(&bytes, Limits::default(), &mut validator);
    let report = validator.finish(watched).unwrap();
    let places: Vec<_> =
        report.findings().iter().map(|one| (one.path.to_string(), one.location.file, one.class)).collect();
    let clip = |member: u64| moved + 32 + member;
    assert_eq!(places[0], ("clips[1]".to_owned(), clip(0), Class::OutOfBounds));
}

/// 4,000 clips that share one name of 4,000 bytes.
#[test]
fn shared_names_are_read_up_to_a_limit() {
    let mut file = BpatBuilder::new(Species::Horse, 1);
    for _ in 0..4_000 {
        file.clip(NewClip { name: vec![b'a'; 4_000], ..clip("", 1, 1, 0) });
    }
    let bytes = file.write().unwrap();
    let report = verify(&bytes, Mode::Strict, Limits::default()).unwrap();
    let codes: Vec<_> = report.findings().iter().map(|finding| &*finding.code).collect();
    assert_eq!(codes, ["bpat.names-limit"]);
}

/// Every prefix and every changed byte ends in success or a located error, for all readers.
#[test]
fn changed_bytes_end_in_a_verdict_or_an_error() {
    let bytes = sample().write().unwrap();
    let head = 176;
    let look = |bytes: &[u8]| {
        let report = verify(&bytes, Mode::Strict, Limits::default()).unwrap();
        for finding in report.findings() {
            assert!(finding.location.file <= bytes.len() as u64, "{finding}");
        }
        let opened = Bpat::open(bytes, Limits::default());
        if let Ok(file) = &opened {
            let poses: usize =
                (0..file.clips().len()).filter_map(|clip| file.clip_poses(clip)).map(bpx_schema::View::len).sum();
            assert!(poses <= bytes.len());
            if let Ok(model) = model_of(bytes) {
                assert_eq!(from_json(&model).unwrap(), bytes);
            }
        }
        let mut json = bpx_schema::json::JsonWatch::new(bpx_schema::json::TreeBuilder::default());
        let _ = watch(bytes, Limits::default(), &mut json);
        (report.verdict(), opened.is_ok())
    };
    assert_eq!(look(&bytes), (Verdict::Valid, true));
    for end in 0..bytes.len() {
        assert_eq!(look(&bytes[..end]), (Verdict::Malformed, false), "cut to {end}");
    }
    let mut changed = bytes.clone();
    let mut refused = 0;
    for at in 0..head {
        for value in [bytes[at] ^ 1, bytes[at] ^ 0x80, 0, 0xFF] {
            changed[at] = value;
            refused += usize::from(look(&changed).0 != Verdict::Valid);
        }
        changed[at] = bytes[at];
    }
    assert!(refused > 200, "only {refused}");
}

fn any_matrix() -> impl Strategy<Value = Matrix> {
    any::<[[u32; 4]; 4]>().prop_map(|rows| Matrix { rows: rows.map(|row| row.map(f32::from_bits)) })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Built, read, built again, and converted through JSON: the same bytes, for any bits of the floats.
    #[test]
    fn files_are_rebuilt_byte_for_byte(
        names in proptest::collection::vec("\\PC{0,6}", 1..4),
        bones in 1_u32..4,
        sockets in 0_u32..3,
        seed in any_matrix(),
        fps in any::<u32>(),
    ) {
        let mut file = BpatBuilder::new(Species::HumanoidSword, bones);
        for index in 0..sockets {
            file.socket(names[0].as_bytes(), index % bones, [seed.rows[0][0], 0.0, -0.0]);
        }
        for (frames, name) in (1..).zip(&names) {
            file.clip(NewClip {
                name: name.as_bytes().to_vec(),
                fps: f32::from_bits(fps),
                loops: frames % 2 == 0,
                poses: Poses::Rows(vec![seed; frames * bones as usize]),
                socket_poses: vec![SocketMatrix { rows: [seed.rows[1]; 3] }; frames * sockets as usize],
                ..NewClip::default()
            });
        }
        let bytes = file.write().unwrap();
        prop_assert_eq!(verify(&bytes, Mode::Lenient, Limits::default()).unwrap().verdict(), Verdict::Valid);
        let read = Bpat::open(&bytes, Limits::default()).unwrap();
        prop_assert_eq!(BpatBuilder::of(&read).unwrap().write().unwrap(), bytes.clone());
        prop_assert_eq!(from_json(&model_of(&bytes).unwrap()).unwrap(), bytes);
    }
}

#[test]
fn brief_models_leave_out_poses() {
    let mut file = sample();
    file.clip(clip("long", 40, 2, 1));
    let bytes = file.write().unwrap();
    let brief = to_json(&bytes, Limits::default(), ModelOptions::default().with_brief(true)).unwrap();
    assert_eq!(brief["palettes"]["size"], 44 * 2 * 64);
    assert_eq!(brief["clips"].as_array().unwrap().len(), 3);
    assert!(matches!(from_json(&brief), Err(crate::FileError::Brief { path }) if path == "palettes"));
}

#[test]
fn names_are_shown_beside_their_places() {
    let bytes = sample().write().unwrap();
    let model = model_of(&bytes).unwrap();
    let names = |list: &str| model[list].as_array().unwrap().iter().map(|one| one["name"].clone()).collect::<Vec<_>>();
    assert_eq!((names("clips"), names("sockets")), (vec!["walk".into(), "idle".into()], vec!["walk".into()]));
    // They take no bytes of the file.
    let path = |path: &str| (path.to_owned(), 0);
    assert_eq!(shown_names(&bytes), [path("clips[0].name"), path("clips[1].name"), path("sockets[0].name")]);
}

/// Names may share bytes, and are shown until their sum exceeds a multiple of the file.
#[test]
fn shared_names_are_shown_up_to_a_limit() {
    let mut file = sample();
    for number in 0..300 {
        file.clip(clip(&format!("{number}{}", "x".repeat(9_000)), 1, 2, 1));
    }
    let mut bytes = file.write().unwrap();
    // Each of them is the whole table.
    let (clips, size) = (64, u32::from_le_bytes(*bytes[28..].first_chunk().unwrap()) - 1);
    for clip in 0..302 {
        let at = clips + clip * 32;
        bytes[at..at + 4].fill(0);
        bytes[at + 4..at + 8].copy_from_slice(&size.to_le_bytes());
    }
    let shown = shown_names(&bytes).len();
    assert!((1..30).contains(&shown), "{shown}");
}

/// Returns paths and sizes of the names that are shown.
fn shown_names(file: &[u8]) -> Vec<(String, usize)> {
    let mut journal = Journal::default();
    watch(file, Limits::default(), &mut journal).unwrap();
    let name = |event: &JournalEvent| match event {
        JournalEvent::Leaf { path, bytes, .. } => {
            Some((path.to_string(), bytes.len())).filter(|(path, _)| path.ends_with("].name"))
        }
        _ => None,
    };
    journal.events().iter().filter_map(name).collect()
}
