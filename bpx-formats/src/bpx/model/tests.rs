use super::*;
use crate::bpx::by_hand::{broken_copies, file_of_sections, finding_of, finding_tuple, findings_of, seal_header};
use crate::bpx::container::{Check, Compression, OpenOptions, SectionOptions};
use crate::bpx::{Container, verify};
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error, Mode, Severity, Verdict};
use proptest::prelude::*;
use std::sync::Arc;

const ERROR: Severity = Severity::Error;
const WARNING: Severity = Severity::Warning;

fn open(bytes: &[u8]) -> Model {
    Model::open(Arc::new(bytes.to_vec()), Limits::default()).unwrap()
}

fn blame(error: Error) -> (Class, String) {
    let finding = finding_of(error);
    (finding.class, finding.path.to_string())
}

/// Shader hash, offset of the symbol's name, zeros.
fn ext(shader_hash: u64, symbol_name: u32) -> [u8; 16] {
    let bytes = [&shader_hash.to_le_bytes()[..], &symbol_name.to_le_bytes(), &[0; 4]].concat();
    bytes.try_into().unwrap()
}

/// Returns the header of section 12.3 as its table has it, of 20 bytes, and vertices.
fn vertex_array(count: u32, index_array: u32, vertices: &[u8]) -> Vec<u8> {
    let header = [&0xABCD_u64.to_le_bytes()[..], &count.to_le_bytes(), &index_array.to_le_bytes(), &[0; 4]];
    [&header.concat(), vertices].concat()
}

fn index_array(count: u32, indices: &[u32]) -> Vec<u8> {
    [&[count][..], indices].concat().iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Bones without padding after their number; the tail of each is where its number says.
fn bone_array(count: u16, names: &[u32]) -> Vec<u8> {
    let mut bytes = count.to_le_bytes().to_vec();
    for (number, name) in (0_u16..).zip(names) {
        let tail = f32::from(number).to_le_bytes();
        bytes.extend([&[0; 12], &[0; 8][..], &tail, &name.to_le_bytes()].concat());
    }
    bytes
}

/// Transforms of these bones, each with its place in the list as position.
fn frame_array(bones: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, bone) in (0_u16..).zip(bones) {
        bytes.extend([0; 16]);
        bytes.extend(f32::from(number).to_le_bytes());
        bytes.extend([0; 20]);
        bytes.extend(bone.to_le_bytes());
    }
    bytes
}

/// Parts of a model, to be changed one by one.
struct Parts {
    ext: [u8; 16],
    vertices: Vec<u8>,
    indices: Vec<u8>,
    bones: Vec<u8>,
    frames: Vec<u8>,
    strings: Vec<u8>,
}

impl Parts {
    /// Four vertices of 3 bytes, two triangles, two bones, two frames.
    fn new() -> Self {
        Self {
            ext: ext(7, 0),
            vertices: vertex_array(4, 2, b"aaabbbcccddd"),
            indices: index_array(6, &[0, 1, 2, 0, 2, 3]),
            bones: bone_array(2, &[4, 9]),
            frames: frame_array(&[0, 1, 0, 1]),
            strings: b"sym\0root\0arm\0".to_vec(),
        }
    }

    fn sections(&self) -> [(u8, &[u8]); 5] {
        [(2, &self.vertices), (3, &self.indices), (4, &self.bones), (5, &self.frames), (255, &self.strings)]
    }

    fn file(&self) -> Vec<u8> {
        file_of_sections(b'M', self.ext, &self.sections())
    }

    /// Returns the offset of a section.
    fn at(&self, section: usize) -> u64 {
        self.sections()[..section].iter().fold(40 + 5 * 24, |at, (_, content)| at + content.len() as u64)
    }
}

#[test]
fn arrays_of_a_model() {
    let model = open(&Parts::new().file());
    assert_eq!((model.shader_hash(), model.symbol_name().unwrap()), (7, Some("sym")));
    let meshes: Vec<_> = model.meshes().map(Result::unwrap).collect();
    let [mesh] = &*meshes else { panic!("{meshes:?}") };
    assert_eq!((mesh.vertex_count(), mesh.vertex_size(), mesh.header().material_hash), (4, Some(3), 0xABCD));
    let vertices = mesh.vertices().unwrap();
    assert_eq!((vertices.len(), vertices.get(3), vertices.get(4)), (4, Some(&b"ddd"[..]), None));
    assert_eq!(vertices.iter().next(), Some(&b"aaa"[..]));
    assert_eq!(mesh.vertices_of(3).unwrap().bytes(), b"aaabbbcccddd");
    assert_eq!(blame(mesh.vertices_of(4).unwrap_err()), (Class::SizeMismatch, vertex_path("vertices")));
    let indices = mesh.indices().unwrap().unwrap();
    assert_eq!(indices.view().to_vec(), [0, 1, 2, 0, 2, 3]);
    assert_eq!(model.index_arrays().count(), 1);
    let bones = model.bones().unwrap();
    let names: Vec<_> = bones.view().iter().map(|bone| model.bone_name(&bone).unwrap().to_owned()).collect();
    assert_eq!(names, ["root", "arm"]);
    assert_eq!(bones.get(1).unwrap().tail, [0.0, 0.0, 1.0]);
    let frames = model.frames().unwrap();
    assert_eq!((frames.count(), frames.bones(), frames.view().len()), (Some(2), 2, 4));
    let second: Vec<_> = frames.frame(1).unwrap().iter().map(|one| (one.bone, one.position[0])).collect();
    assert_eq!(second, [(0, 2.0), (1, 3.0)]);
    assert!(frames.frame(2).is_none());
    assert!(model.animations().unwrap().is_none());
    assert!(vertices.is_borrowed() && indices.is_borrowed() && bones.is_borrowed() && frames.is_borrowed());
}

fn vertex_path(member: &str) -> String {
    format!("sections[0].vertex_array.{member}")
}

#[test]
fn a_model_of_vertices_alone() {
    let bytes = file_of_sections(b'M', [0; 16], &[(2, &vertex_array(3, 0, &[1; 12])), (6, b"move")]);
    assert_eq!(findings_of(&bytes), []);
    let model = open(&bytes);
    assert_eq!(model.symbol_name().unwrap(), None);
    assert!(model.meshes().next().unwrap().unwrap().indices().unwrap().is_none());
    assert!(model.bones().unwrap().is_empty());
    assert_eq!(model.frames().unwrap().count(), Some(0));
    assert_eq!(model.animations().unwrap().unwrap(), &b"move"[..]);
    assert_eq!(blame(model.text(0).unwrap_err()), (Class::Missing, "table".to_owned()));
    // No vertices need no bytes.
    let none = file_of_sections(b'M', [0; 16], &[(2, &vertex_array(0, 0, b""))]);
    assert_eq!(findings_of(&none), []);
    assert!(open(&none).meshes().next().unwrap().unwrap().vertices().unwrap().is_empty());
}

#[test]
fn files_that_are_not_models_are_rejected() {
    let refused = |bytes: Vec<u8>| finding_of(Model::open(Arc::new(bytes), Limits::default()).unwrap_err());
    let mut old = Parts::new().file();
    old[20] = 1;
    seal_header(&mut old);
    let finding = refused(old);
    assert_eq!(
        (&*finding.code, finding.path.to_string(), finding.location.file),
        ("model.version", "header.version".to_owned(), 20)
    );
    let finding = refused(file_of_sections(b'T', [0; 16], &[]));
    assert_eq!((&*finding.code, finding.location.file), ("model.kind", 3));
    assert_eq!(&*refused(file_of_sections(b'M', [0; 16], &[])).code, "model.vertex-array");
}

#[test]
fn rules_of_vertices_and_indices() {
    let sound = Parts::new();
    assert_eq!(findings_of(&sound.file()), []);
    let at = sound.at(0);
    let with = |vertices| Parts { vertices, ..Parts::new() }.file();
    let count = |count| vertex_array(count, 2, b"aaabbbcccddd");
    let size = finding_tuple("model.vertices", ERROR, &vertex_path("header.vertex_count"), at + 8);
    assert_eq!(findings_of(&with(count(5))), std::slice::from_ref(&size));
    let few = finding_tuple("model.index", ERROR, "sections[1].index_array.indices[0]", sound.at(1) + 4);
    assert_eq!(findings_of(&with(count(0))), [size.clone(), few]);
    // 13 vertices of no bytes are not 12 bytes either.
    assert_eq!(findings_of(&with(count(13))), [size]);
    let reference = finding_tuple("model.index-array", ERROR, &vertex_path("header.index_array"), at + 12);
    for wrong in [1, 3, 6, u32::MAX] {
        let bytes = with(vertex_array(4, wrong, b"aaabbbcccddd"));
        assert_eq!(findings_of(&bytes), std::slice::from_ref(&reference), "{wrong}");
        let model = open(&bytes);
        let error = model.meshes().next().unwrap().unwrap().indices().unwrap_err();
        assert_eq!(blame(error), (Class::BadReference, reference.2.clone()));
    }
    let triangles = finding_tuple("model.triangles", WARNING, &vertex_path("header.vertex_count"), at + 8);
    assert_eq!(findings_of(&with(vertex_array(4, 0, b"aaabbbcccddd"))), [triangles]);
    let reserved = finding_tuple("model.vertex-reserved", WARNING, &vertex_path("header.reserved"), at + 16);
    let mut vertices = sound.vertices.clone();
    vertices[19] = 1;
    assert_eq!(findings_of(&with(vertices)), [reserved]);
    assert_eq!(findings_of(&with(vec![0; 19])), [finding_tuple("truncated", ERROR, &vertex_path("header"), at)]);

    let at = sound.at(1);
    let with = |indices| Parts { indices, ..Parts::new() }.file();
    let path = |rest: &str| format!("sections[1].index_array{rest}");
    let index = finding_tuple("model.index", ERROR, &path(".indices[4]"), at + 4 + 16);
    assert_eq!(findings_of(&with(index_array(6, &[0, 1, 2, 3, 4, u32::MAX]))), [index]);
    let triangles = finding_tuple("model.triangles", WARNING, &path(".index_count"), at);
    let truncated = finding_tuple("truncated", ERROR, &path(".indices"), at + 4);
    // A rule of the count is checked, although the indices cannot be read.
    assert_eq!(findings_of(&with(index_array(4, &[0, 1, 2]))), [triangles.clone(), truncated]);
    let left = finding_tuple("model.trailing", WARNING, &path(""), at + 12);
    assert_eq!(findings_of(&with(index_array(2, &[0, 1, 2]))), [left, triangles]);
    let model = open(&with(index_array(4, &[0, 1, 2])));
    let error = model.meshes().next().unwrap().unwrap().indices().unwrap_err();
    assert_eq!(blame(error), (Class::Truncated, path("")));
}

#[test]
fn indices_fit_every_array_that_uses_them() {
    let (few, many) = (vertex_array(3, 3, b"abc"), vertex_array(9, 3, b"abcdefghi"));
    let bytes = file_of_sections(b'M', [0; 16], &[(2, &many), (2, &few), (3, &index_array(3, &[2, 3, 8]))]);
    let at = 40 + 3 * 24 + (many.len() + few.len()) as u64;
    assert_eq!(
        findings_of(&bytes),
        [finding_tuple("model.index", ERROR, "sections[2].index_array.indices[1]", at + 8)]
    );
    let report = verify(&bytes, Mode::Lenient).unwrap();
    let message = &report.findings()[0].message;
    assert_eq!(message, "index 3 is too large for section 1, which has 3 vertices; 2 indices in all are too large");
}

#[test]
fn bytes_that_many_sections_share_are_not_read_for_each() {
    let (vertices, indices) = (vertex_array(3, 0, &[1; 12]), index_array(1 << 18, &[0; 1 << 18]));
    let mut sections = vec![(2, &*vertices), (3, &indices)];
    sections.resize(60, (3, b""));
    let mut bytes = file_of_sections(b'M', [0; 16], &sections);
    let entry: [u8; 16] = bytes[64..80].try_into().unwrap();
    for index in 2..60 {
        bytes[40 + index * 24..56 + index * 24].copy_from_slice(&entry);
    }
    seal_header(&mut bytes);
    let report = verify(&bytes, Mode::Lenient).unwrap();
    let found = |code: &str| report.findings().iter().filter(|finding| finding.code == *code).count();
    // 16 times the size of the file and 1 MiB, of 60 times 1 MiB; the one with which the limit is reached is read.
    let readable = (16 * bytes.len() + (1 << 20)) / indices.len();
    assert_eq!((found("model.triangles"), readable), (18, 17), "{:?}", report.findings());
}

#[test]
fn rules_of_bones_and_frames() {
    let sound = Parts::new();
    let at = sound.at(2);
    let with = |bones| Parts { bones, ..Parts::new() }.file();
    let path = |rest: &str| format!("sections[2].bone_array{rest}");
    let name = |code: &str, index: u64| {
        finding_tuple(code, ERROR, &path(&format!(".bones[{index}].name")), at + 26 + index * 28)
    };
    assert_eq!(findings_of(&with(bone_array(2, &[4, 13]))), [name("model.bone-name", 1)]);
    let left = finding_tuple("model.trailing", WARNING, &path(""), at + 2 + 56);
    assert_eq!(findings_of(&with(bone_array(2, &[4, 9, 9]))), [left]);
    let count = finding_tuple("model.bone-count", ERROR, &path(".bone_count"), at);
    let id = |index: u64| {
        let path = format!("sections[3].frame_array.transforms[{index}].bone");
        finding_tuple("model.bone-id", ERROR, &path, at + 2 + index * 44 + 40)
    };
    assert_eq!(findings_of(&with(bone_array(0, &[]))), [count.clone(), id(0)]);
    let whole = finding_tuple("model.whole-frames", WARNING, "sections[3].frame_array.transforms", at + 2 + 1025 * 28);
    assert_eq!(findings_of(&with(bone_array(1025, &[4; 1025]))), [count, whole]);
    let whole = finding_tuple("model.whole-frames", WARNING, "sections[3].frame_array.transforms", at + 2 + 1024 * 28);
    assert_eq!(findings_of(&with(bone_array(1024, &[4; 1024]))), [whole]);

    let at = sound.at(3);
    let with = |frames| Parts { frames, ..Parts::new() }.file();
    let id = finding_tuple("model.bone-id", ERROR, "sections[3].frame_array.transforms[2].bone", at + 2 * 44 + 40);
    assert_eq!(findings_of(&with(frame_array(&[0, 1, 2, 9]))), [id]);
    // More than the piece of 64 KiB that is checked at once.
    let mut bones = [0, 1].repeat(2000);
    bones[3500] = 7;
    bones[2001] = 9;
    let id =
        finding_tuple("model.bone-id", ERROR, "sections[3].frame_array.transforms[2001].bone", at + 2001 * 44 + 40);
    assert_eq!(findings_of(&with(frame_array(&bones))), [id]);
    let whole = finding_tuple("model.whole-frames", WARNING, "sections[3].frame_array.transforms", at);
    assert_eq!(findings_of(&with(frame_array(&[0, 1, 0]))), [whole]);
    assert_eq!(open(&with(frame_array(&[0, 1, 0]))).frames().unwrap().count(), None);
    let rest = finding_tuple("frame-array.whole-transforms", ERROR, "sections[3].frame_array", at);
    assert_eq!(findings_of(&with([&frame_array(&[0, 1])[..], &[0; 43]].concat())), [rest]);
    // Frames need bones.
    let frames = frame_array(&[0]);
    let bytes = file_of_sections(b'M', [0; 16], &[(2, &vertex_array(3, 0, &[1; 12])), (5, &frames)]);
    assert_eq!(findings_of(&bytes), [finding_tuple("model.bone-array", ERROR, "table", 40)]);
    assert_eq!(open(&bytes).frames().unwrap().count(), None);
}

#[test]
fn rules_of_names_and_sections() {
    let with = |ext, strings: &[u8]| Parts { ext, strings: strings.to_vec(), ..Parts::new() }.file();
    let symbol = finding_tuple("model.symbol-name", ERROR, "header.type_ext.model.symbol_name", 32);
    assert_eq!(findings_of(&with(ext(7, 13), b"sym\0root\0arm\0")), std::slice::from_ref(&symbol));
    assert_eq!(findings_of(&with(ext(0, u32::MAX), b"sym\0root\0arm\0")), [symbol]);
    assert_eq!(findings_of(&with(ext(0, 0), b"sym\0root\0arm\0")), []);
    let mut reserved = ext(7, 0);
    reserved[15] = 1;
    let reserved = findings_of(&with(reserved, b"sym\0root\0arm\0"));
    assert_eq!(reserved, [finding_tuple("model.reserved", WARNING, "header.type_ext.model.reserved", 36)]);
    // An offset inside of a character, and a text without an end.
    let at = Parts::new().at(2);
    let name = finding_tuple("model.bone-name", ERROR, "sections[2].bone_array.bones[1].name", at + 26 + 28);
    assert_eq!(findings_of(&with(ext(7, 0), "sym\0root\u{e9}\0\0".as_bytes())), std::slice::from_ref(&name));
    let end = finding_tuple("unterminated", ERROR, "sections[4].strings.strings[2]", Parts::new().at(4) + 9);
    assert_eq!(findings_of(&with(ext(7, 0), b"sym\0root\0arm")), [end, name]);
    // Names are needed when something refers to them.
    let missing = finding_tuple("model.strings", ERROR, "table", 40);
    let vertices = vertex_array(3, 0, &[1; 12]);
    assert_eq!(findings_of(&file_of_sections(b'M', ext(0, 1), &[(2, &vertices)])), std::slice::from_ref(&missing));
    assert_eq!(findings_of(&file_of_sections(b'M', ext(1, 0), &[(2, &vertices)])), std::slice::from_ref(&missing));
    assert_eq!(
        findings_of(&file_of_sections(b'M', ext(0, 0), &[(2, &vertices), (4, &bone_array(1, &[0]))])),
        [missing]
    );

    assert_eq!(
        findings_of(&file_of_sections(b'M', [0; 16], &[])),
        [finding_tuple("model.vertex-array", ERROR, "table", 40)]
    );
    let frames = frame_array(&[]);
    let bones = bone_array(1, &[0]);
    let twice = [(2, &*vertices), (2, &vertices), (255, b"\0"), (255, b"\0"), (4, &bones), (4, &bones)];
    let more = [(5, &*frames), (5, &frames), (6, b""), (6, b""), (99, b"kept")];
    let found = findings_of(&file_of_sections(b'M', [0; 16], &[&twice[..], &more].concat()));
    let single =
        |index: u64| finding_tuple("model.single", ERROR, &format!("table[{index}].kind"), 40 + index * 24 + 20);
    assert_eq!(found, [single(3), single(5), single(7), single(9)]);
}

#[test]
fn a_model_built_is_the_one_by_hand() {
    let unchecked = SectionOptions::default().with_check(Check::None);
    let mut builder = ModelBuilder::new().format(7, "sym").unwrap().options(unchecked).frame_options(unchecked);
    let indices = builder.add_indices(vec![0, 1, 2, 0, 2, 3]);
    builder.add_mesh(0xABCD, 3, &b"aaabbbcccddd"[..], Some(indices)).unwrap();
    builder.add_bone("root", [0.0; 3], [0.0; 3]).unwrap();
    assert_eq!(builder.add_bone("arm", [0.0; 3], [0.0, 0.0, 1.0]).unwrap(), 1);
    for frame in [[0.0, 1.0], [2.0, 3.0]] {
        builder.add_frame(&frame.map(|x| Pose { position: [x, 0.0, 0.0], ..Pose::default() })).unwrap();
    }
    assert_eq!(builder.build().unwrap(), Parts::new().file());
}

#[test]
fn inconsistent_parts_are_not_built() {
    let extent = [0.0; 3];
    let mut builder = ModelBuilder::new();
    assert_eq!(blame(builder.build().unwrap_err()), (Class::Missing, "table".to_owned()));
    assert_eq!(
        blame(builder.add_mesh(0, 5, &[0; 12][..], None).unwrap_err()),
        (Class::SizeMismatch, "meshes[0]".to_owned())
    );
    assert_eq!(blame(builder.add_mesh(0, 0, &[0; 12][..], None).unwrap_err()).0, Class::SizeMismatch);
    let frame = builder.add_frame(&[]).unwrap_err();
    assert_eq!(blame(frame), (Class::CountMismatch, "frames".to_owned()));
    assert_eq!(finding_of(builder.add_bone("a\0b", extent, extent).unwrap_err()).class, Class::BadText);
    builder.add_bone("a", extent, extent).unwrap();
    assert_eq!(blame(builder.add_frame(&[Pose::default(); 2]).unwrap_err()).0, Class::CountMismatch);
    builder.add_frame(&[Pose::default()]).unwrap();
    assert_eq!(blame(builder.add_bone("b", extent, extent).unwrap_err()), (Class::Inconsistent, "bones".to_owned()));
    let mut many = ModelBuilder::new();
    for _ in 0..1024 {
        many.add_bone("same", extent, extent).unwrap();
    }
    assert_eq!(blame(many.add_bone("same", extent, extent).unwrap_err()), (Class::OutOfRange, "bones".to_owned()));

    let mut other = ModelBuilder::new();
    let id = other.add_indices(&[0, 1, 3][..]);
    let mut mesh = ModelBuilder::new();
    mesh.add_mesh(0, 4, &[0; 12][..], None).unwrap();
    mesh.add_mesh(0, 4, &[0; 12][..], Some(id)).unwrap();
    assert_eq!(blame(mesh.build().unwrap_err()), (Class::BadReference, "meshes[1]".to_owned()));
    other.add_mesh(0, 4, &[0; 12][..], Some(id)).unwrap();
    let error = finding_of(other.build().unwrap_err());
    assert_eq!(
        (error.class, error.message),
        (Class::BadReference, "expected an index below 3, the number of vertices, found 3".to_owned())
    );
}

#[test]
fn frames_are_compressed_by_default() {
    let build = |options: Option<SectionOptions>| {
        let mut builder = ModelBuilder::new();
        builder.add_mesh(0, 4, &[0; 12][..], None).unwrap();
        builder.add_bone("bone", [0.0; 3], [0.0; 3]).unwrap();
        for _ in 0..2000 {
            builder.add_frame(&[Pose::default()]).unwrap();
        }
        options.map_or(builder.clone(), |options| builder.frame_options(options)).build().unwrap()
    };
    for (options, borrowed) in [(None, false), (Some(SectionOptions::default()), true)] {
        let bytes = build(options);
        let model = open(&bytes);
        let frames = model.frames().unwrap();
        assert_eq!((frames.is_borrowed(), frames.count()), (borrowed, Some(2000)));
        assert_eq!(verify(&bytes, Mode::Strict).unwrap().verdict(), Verdict::Valid);
    }
}

/// Uses every function of a model; errors must say where.
fn exercise(bytes: &[u8]) {
    verify(&bytes.to_vec(), Mode::Lenient).unwrap();
    let options = OpenOptions::default().with_limits(Limits::default().with_max_memory(1 << 20)).with_skip_checks(true);
    let located = |error: Error| assert!(!finding_of(error).path.segments().is_empty());
    let model = match Container::open_with(Arc::new(bytes.to_vec()), options).and_then(Model::of) {
        Ok(model) => model,
        Err(error) => return located(error),
    };
    let _ = model.symbol_name().map_err(located);
    for mesh in model.meshes() {
        match mesh {
            Ok(mesh) => {
                let _ = mesh.vertices().map(|vertices| assert_eq!(vertices.len(), mesh.vertex_count() as usize));
                let _ = mesh.vertices().map_err(located);
                let _ = mesh.indices().map_err(located);
            }
            Err(error) => located(error),
        }
    }
    match model.bones() {
        Ok(bones) => bones.view().iter().for_each(|bone| drop(model.bone_name(&bone))),
        Err(error) => located(error),
    }
    if let Ok(frames) = model.frames()
        && let Some(count) = frames.count()
    {
        assert!((0..count).all(|index| frames.frame(index).is_some_and(|frame| frame.len() == frames.bones())));
    }
    let _ = model.animations().map_err(located);
}

#[test]
fn anything_ends_in_a_model_or_an_error() {
    let packed = SectionOptions::default().with_compression(Compression::Xz(1)).with_threshold(0).with_force(true);
    let mut builder = ModelBuilder::new().options(packed).frame_options(packed);
    builder.add_mesh(0, 4, &[1; 12][..], None).unwrap();
    builder.add_bone("bone", [0.0; 3], [0.0; 3]).unwrap();
    builder.add_frame(&[Pose::default()]).unwrap();
    for sample in [Parts::new().file(), builder.build().unwrap()] {
        exercise(&sample);
        broken_copies(&sample).for_each(|bytes| exercise(&bytes));
    }
}

fn pose() -> impl Strategy<Value = Pose> {
    any::<([f32; 4], [f32; 3], [f32; 3])>().prop_map(|(rotation, position, scale)| Pose { rotation, position, scale })
}

proptest! {
    #[test]
    fn what_is_built_is_read(
        meshes in proptest::collection::vec((1..20_u32, 1..8_u32, any::<bool>()), 1..5),
        raw in proptest::collection::vec(any::<u32>(), 0..20),
        poses in proptest::collection::vec(pose(), 0..30),
        bones in 0..4_usize,
        symbol in "[a-z\u{e9}]{0,8}",
        animations in proptest::option::of(proptest::collection::vec(any::<u8>(), 0..9)),
    ) {
        let mut builder = ModelBuilder::new().format(1, &symbol).unwrap();
        let fewest = meshes.iter().map(|(count, ..)| *count).min().unwrap();
        let indices: Vec<_> = raw.iter().map(|index| index % fewest).collect();
        let id = builder.add_indices(indices.clone());
        for (count, size, indexed) in &meshes {
            let bytes: Vec<_> = (0..count * size).map(|at| at as u8).collect();
            builder.add_mesh(u64::from(*count), *size, bytes, indexed.then_some(id)).unwrap();
        }
        for number in 0..bones {
            builder.add_bone(&format!("bone {number}"), [number as f32; 3], [0.5; 3]).unwrap();
        }
        let frames: Vec<_> = poses.chunks_exact(bones.max(1)).filter(|_| bones > 0).collect();
        for frame in &frames {
            builder.add_frame(frame).unwrap();
        }
        if let Some(animations) = &animations {
            builder = builder.animations(animations.clone());
        }
        let bytes = builder.build().unwrap();
        let report = verify(&bytes, Mode::Strict).unwrap();
        prop_assert_eq!(report.count(Severity::Error), 0, "{:?}", report.findings());
        let model = open(&bytes);
        prop_assert_eq!(model.symbol_name().unwrap(), Some(&*symbol));
        for (mesh, (count, size, indexed)) in model.meshes().map(Result::unwrap).zip(&meshes) {
            let vertices = mesh.vertices().unwrap();
            prop_assert_eq!((vertices.len() as u32, vertices.size()), (*count, u64::from(*size)));
            let read = mesh.indices().unwrap().map(|indices| indices.view().to_vec());
            prop_assert_eq!(read, indexed.then(|| indices.clone()));
        }
        prop_assert_eq!(model.bones().unwrap().len(), bones);
        let read = model.frames().unwrap();
        prop_assert_eq!(read.count(), Some(frames.len()));
        for (index, frame) in frames.iter().enumerate() {
            for ((bone, pose), one) in (0..).zip(*frame).zip(read.frame(index).unwrap()) {
                prop_assert_eq!(one.bone, bone);
                let bits = |floats: &[f32]| floats.iter().map(|float| float.to_bits()).collect::<Vec<_>>();
                prop_assert_eq!(bits(&one.rotation), bits(&pose.rotation));
                prop_assert_eq!(bits(&one.position), bits(&pose.position));
                prop_assert_eq!(bits(&one.scale), bits(&pose.scale));
            }
        }
        prop_assert_eq!(model.animations().unwrap().map(std::borrow::Cow::into_owned), animations);
    }

    #[test]
    fn any_bytes(
        ext in any::<[u8; 16]>(),
        sections in proptest::collection::vec((0..7_u8, proptest::collection::vec(0..4_u8, 0..100)), 0..6),
    ) {
        let sections: Vec<_> = sections.iter().map(|(kind, content)| (kind.wrapping_sub(1), &**content)).collect();
        exercise(&file_of_sections(b'M', ext, &sections));
    }
}
