use super::*;
use crate::bpx::container::{Check, Compression};
use crate::bpx::model::VertexArrayHeader;
use crate::bpx::package::{Input, PackageBuilder};
use crate::bpx::sd::Document;
use crate::bpx::v0::model::{BoneArray, Component, FrameArray, IndexArray, VertexArray, VertexFormat};
use crate::bpx::v0::texture::TextureExt;
use crate::bpx::v0::{Builder, Content, ShaderExt, TypeExt};
use bpx_schema::Codec;

fn upgrade(bytes: &[u8]) -> Upgrade {
    let options = PackOptions::default().with_compression(Compression::None);
    Upgrade::new(Arc::new(bytes.to_vec()), Limits::default(), options).unwrap()
}

/// Returns the new file, which must be valid, and paths of what was lost.
fn upgraded(bytes: &[u8]) -> (Vec<u8>, Vec<String>) {
    let upgrade = upgrade(bytes);
    let mut new = Vec::new();
    let size = upgrade.write_to(&mut new).unwrap();
    assert_eq!(size, new.len() as u64);
    let mut again = Vec::new();
    upgrade.write_to(&mut again).unwrap();
    assert_eq!(new, again, "the same bytes each time");
    (new, upgrade.losses().iter().map(|loss| loss.path.to_string()).collect())
}

fn open(bytes: &[u8]) -> Container {
    let container = Container::open(Arc::new(bytes.to_vec()), Limits::default()).unwrap();
    assert_eq!(container.header().version, 2);
    container
}

/// Types and contents of the sections.
fn sections(container: &Container) -> Vec<(u8, Vec<u8>)> {
    container.sections().map(|one| (one.header().kind, one.content().unwrap().into_owned())).collect()
}

fn sound(bytes: &[u8]) {
    let report = super::super::file::verify(&bytes.to_vec(), Mode::Strict, Limits::default()).unwrap();
    assert_eq!(report.count(Severity::Error), 0, "{:?}", report.findings());
}

#[test]
fn textures_keep_everything() {
    // Two layers of 4 x 2 pixels, RGB; 3 mip maps.
    let ext = TextureExt::from_bytes([2, 0, 0x01, 0x11, 3, 0, 0, 0]);
    let pixels: Vec<u8> = (0..48).collect();
    let old = Builder::new(b'T').type_ext(TypeExt::Texture(ext)).section(1, pixels.clone(), Some(9)).build().unwrap();
    let (new, lost) = upgraded(&old);
    assert_eq!(lost, Vec::<String>::new());
    sound(&new);
    let container = open(&new);
    assert_eq!(container.header().type_ext.to_bytes(), [2, 0, 0x01, 0x11, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(sections(&container), [(1, pixels)]);
}

#[test]
fn packages_keep_paths_and_bytes() {
    let assets = [("b/two.txt", &b"second"[..]), ("a", &[1; 200][..]), ("none", &b""[..])];
    let builder = Builder::package(assets, Some(9)).unwrap().section(2, &b"orphan"[..], None);
    let (new, lost) = upgraded(&builder.build().unwrap());
    assert_eq!(lost, ["sections[5]"]);
    sound(&new);
    let package = Package::open(Arc::new(new), Limits::default()).unwrap();
    let objects: Vec<_> = package.objects().map(|one| (one.name().unwrap(), one.read().unwrap())).collect();
    assert_eq!(objects, assets.map(|(name, content)| (name, content.to_vec())));
    assert_eq!((package.generator(), package.metadata().unwrap().is_none()), (*b"PK", true));

    let ext = TypeExt::Package(v0::PackageExt { compatibility: 0xA, ..v0::PackageExt::default() });
    let old = Builder::package([("a", &b"1"[..])], None).unwrap().type_ext(ext).build().unwrap();
    let upgrade = upgrade(&old);
    let [loss] = upgrade.losses() else { panic!("{upgrade:?}") };
    assert_eq!(loss.path.to_string(), "header.type_ext.package.compatibility");
    assert!(loss.what.contains("OpenGL, Metal"), "{}", loss.what);
}

/// Sections: format, vertices, bones, indices, vertices, frames, animations, texts, one of no known type.
fn model() -> Builder<'static> {
    let components = vec![Component::from_bytes([0x11])];
    let format = VertexFormat { vertex_size: 4, reserved: 0, components, rest: Vec::new() };
    let array = |material, vertex_count, index_array, vertices: &[u8]| {
        let header = v0::model::VertexArrayHeader { material, vertex_count, index_array };
        Content::VertexArray(VertexArray { header, vertices: vertices.to_vec() })
    };
    let bones = BoneArray { bones: vec![v0::model::Bone::default()], rest: Vec::new() };
    let indices = IndexArray { indices: vec![1, 0], rest: Vec::new() };
    let frames = FrameArray { updates: vec![v0::model::BoneUpdate::default(); 2], rest: Vec::new() };
    let contents = [
        (1, Content::VertexFormat(format)),
        (2, array(10, 3, 0, &[1; 12])),
        (4, Content::BoneArray(bones)),
        (3, Content::IndexArray(indices)),
        (2, array(0, 2, 4, &[2; 8])),
        (5, Content::FrameArray(frames)),
    ];
    let contents = contents.iter();
    let builder =
        contents.fold(Builder::new(b'M'), |builder, (kind, content)| builder.content(*kind, content, None).unwrap());
    builder.section(6, &b"moves"[..], None).section(7, &b"mat/stone\0mat/w\0"[..], None).section(99, &b"mine"[..], None)
}

#[test]
fn models_keep_vertices_indices_and_texts() {
    let (new, lost) = upgraded(&model().build().unwrap());
    assert_eq!(lost, ["sections[0]", "sections[2]", "sections[5]"]);
    let container = open(&new);
    // Hashes of the paths of the materials, as another program computed them; the index array is section 2 now.
    let header = |material_hash, vertex_count, index_array| {
        VertexArrayHeader { material_hash, vertex_count, index_array, reserved: [0; 4] }.to_vec().unwrap()
    };
    let expected = [
        (2, [header(0x0031_0FEA_93CD, 3, 0), vec![1; 12]].concat()),
        (3, vec![2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
        (2, [header(0x0377_D0B5_6772_D2FF, 2, 2), vec![2; 8]].concat()),
        (6, b"moves".to_vec()),
        (255, b"mat/stone\0mat/w\0\0".to_vec()),
        (99, b"mine".to_vec()),
    ];
    assert_eq!(sections(&container), expected);
    // No shader, and an empty name of a symbol: the text after the others.
    assert_eq!(container.header().type_ext.to_bytes(), [0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0]);
}

/// A section without a meaning must not get one.
#[test]
fn types_that_mean_something_else_later_are_lost() {
    let old = model().section(255, &b"not text"[..], None).build().unwrap();
    let (new, lost) = upgraded(&old);
    assert_eq!(lost.last().unwrap(), "sections[9]");
    assert_eq!(open(&new).len(), 6);
    let old = Builder::new(b'X').section(254, &b"x"[..], None).section(1, &b"y"[..], None).build().unwrap();
    let (new, lost) = upgraded(&old);
    assert_eq!((lost, sections(&open(&new))), (vec!["sections[0]".to_owned()], vec![(1, b"y".to_vec())]));
}

#[test]
fn shader_packages_keep_one_program() {
    let gl = [45_u32, 3, 0, 4, 0].map(u32::to_le_bytes).concat();
    let dx = [11_u32, 3, 0, 5].map(u32::to_le_bytes).concat();
    let with = |compatibility, gl: Vec<u8>| {
        let ext = TypeExt::Shader(ShaderExt { compatibility, ..ShaderExt::default() });
        Builder::new(b'S').type_ext(ext).section(3, gl, None)
    };
    let old = with(3, gl.clone()).section(2, dx, None);
    let old = old.section(1, &b"vertex"[..], None).section(1, &b"pixel"[..], None).section(1, &b"other"[..], None);
    let old = old.section(4, &b"v"[..], None).section(5, &b"m"[..], None).build().unwrap();
    let (new, lost) = upgraded(&old);
    let expected = ["header.type_ext.shader.compatibility", "sections[1]", "sections[4]", "sections[5]", "sections[6]"];
    assert_eq!(lost, expected);
    let container = open(&new);
    let expected = [(1, b"\0vertex".to_vec()), (1, b"\x04pixel".to_vec()), (2, Vec::new()), (255, Vec::new())];
    assert_eq!(sections(&container), expected);
    // Not linked, no symbols, GL45, a program.
    assert_eq!(container.header().type_ext.to_bytes(), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, b'P', 0, 0, 0, 0]);

    let alone = |version: u32| {
        let gl = [version, 2, 0, 0, 0].map(u32::to_le_bytes).concat();
        let (new, lost) = upgraded(&with(2, gl).section(1, &b"v"[..], None).build().unwrap());
        (open(&new).header().type_ext.to_bytes()[10], lost.len())
    };
    assert_eq!([33, 40, 46].map(alone), [(3, 0), (4, 0), (10, 0)]);
    // There is no code for 3.0, nor for what comes after 4.6.
    assert_eq!([30, 47].map(alone), [(3, 1), (0xFF, 1)]);
}

#[test]
fn revision_1_packages_keep_metadata() {
    let document = crate::bpx::sd::plain::from_plain_json_text("{\"Name\": \"Forest\"}", true).unwrap();
    let mut builder = PackageBuilder::new().metadata(document.clone()).generator(*b"BD");
    builder = builder.options(PackOptions::default().with_revision(1));
    builder.add("one", Input::bytes(&b"first"[..])).unwrap();
    builder.add("two", Input::bytes(vec![5; 100_000])).unwrap();
    let old = builder.build().unwrap();
    let (new, lost) = upgraded(&old);
    assert_eq!(lost, Vec::<String>::new());
    sound(&new);
    let package = Package::open(Arc::new(new), Limits::default()).unwrap();
    assert_eq!((package.revision(), package.generator()), (2, *b"BD"));
    assert_eq!(
        package.metadata().unwrap().as_ref().map(Document::to_vec).unwrap().unwrap(),
        document.to_vec().unwrap()
    );
    assert_eq!((package.read(0).unwrap(), package.read(1).unwrap()), (b"first".to_vec(), vec![5; 100_000]));
}

#[test]
fn other_files_of_version_1_change_their_version() {
    let check =
        SectionOptions::default().with_check(Check::Crc32).with_compression(Compression::Xz(1)).with_threshold(0);
    let build =
        |kind: u8, version| ContainerBuilder::new(kind, version).section(9, vec![3; 5000], check).build().unwrap();
    assert_eq!(upgraded(&build(b'X', 1)), (build(b'X', 2), Vec::new()));
    let (_, lost) = upgraded(&build(b'C', 1));
    assert_eq!(lost, Vec::<String>::new());
}

#[test]
fn new_and_broken_files_are_refused() {
    let refused = |bytes: Vec<u8>| {
        let error = Upgrade::new(Arc::new(bytes), Limits::default(), PackOptions::default()).unwrap_err();
        let finding = error.finding().unwrap();
        (finding.class, finding.path.to_string(), finding.location.file)
    };
    let current = ContainerBuilder::new(b'X', 2).build().unwrap();
    assert_eq!(refused(current), (Class::UnsupportedVersion, "header.version".to_owned(), 20));
    let mut old = model().build().unwrap();
    old[4] ^= 1;
    assert_eq!(refused(old), (Class::ChecksumMismatch, "header.checksum".to_owned(), 4));
    assert_eq!(refused(Vec::new()).0, Class::Truncated);
}

#[test]
fn files_are_saved_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.bpx");
    let upgrade = upgrade(&model().build().unwrap());
    let size = upgrade.save(&path).unwrap();
    assert_eq!((std::fs::metadata(&path).unwrap().len(), upgrade.from(), upgrade.kind()), (size, 0, b'M'));
}

/// A small file must not fill the memory.
#[test]
fn contents_are_bounded_together() {
    let zeros = vec![0; 1 << 16];
    let builder = (0..4).fold(Builder::new(b'X'), |builder, _| builder.section(1, &zeros[..], Some(9)));
    let bytes = builder.build().unwrap();
    let with =
        |max| Upgrade::new(Arc::new(bytes.clone()), Limits::default().with_max_memory(max), PackOptions::default());
    assert!(with(4 << 16).is_ok());
    let error = with((4 << 16) - 1).unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::LimitExceeded, "sections[3]".to_owned()));
}
