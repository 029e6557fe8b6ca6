use super::*;
use crate::ModelOptions;
use crate::model::trees::gpb::{from_json, to_json};
use bpx_schema::codec::{Codec, Decoder, Encoder, Tree};
use bpx_schema::report::{Class, Mode, Severity, Verdict};
use bpx_schema::{Limits, Result};
use proptest::prelude::*;
use serde_json::{Value, json};

fn model_of(bytes: &[u8]) -> Result<Value> {
    to_json(bytes, Limits::default(), ModelOptions::default())
}

fn mesh(vertices: u8) -> Mesh {
    Mesh {
        elements: vec![VertexElement { usage: VertexUsage::Position as u32, size: 3 }],
        vertices: (0..vertices).flat_map(|index| [index; 12]).collect(),
        bounds: Bounds { min: [0.0; 3], max: [1.0; 3], center: [0.5; 3], radius: 1.0 },
        parts: vec![MeshPart {
            primitive: Primitive::Triangles as u32,
            index_format: IndexFormat::Index16 as u32,
            indices: vec![1, 0, 2, 0, 0, 1],
        }],
    }
}

fn node(mesh: &str) -> Node {
    let model = Model { mesh: mesh.as_bytes().to_vec(), look: (!mesh.is_empty()).then(Look::default) };
    Node { model, ..Node::new(NodeKind::Node, Node::IDENTITY) }
}

/// Two meshes; a node with a child that has a camera and a light.
fn sample(minor: u8) -> GpbBuilder {
    let mut file = GpbBuilder::new(minor);
    file.mesh("z_Mesh", mesh(3));
    file.mesh("a_Mesh", mesh(4));
    file.scene("__SCENE__", [0.25; 3]);
    file.active_camera("eye");
    file.open_node("body".into(), node("#z_Mesh"));
    let ids = NodeIds { node: b"eye".to_vec(), camera: Some(b"cam".to_vec()), light: Some(b"sun".to_vec()) };
    let lens = Lens::Perspective { aspect_ratio: 1.0, near_plane: 1.0, far_plane: 9.0, field_of_view: 45.0 };
    let light = Lamp::Directional { color: [1.0; 3] }.into();
    file.open_node(ids, Node { camera: lens.into(), light, ..node("#a_Mesh") });
    file.close_node();
    file.close_node();
    file.animations("__Animations__", Animations::default());
    file
}

fn open(bytes: &[u8]) -> Gpb {
    Gpb::open_valid(bytes, Mode::Strict, Limits::default()).unwrap()
}

#[test]
fn references_lead_to_objects() {
    let bytes = sample(5).write().unwrap();
    let gpb = open(&bytes);
    let ids: Vec<_> = gpb.bundle().references.iter().map(|one| std::str::from_utf8(&one.id).unwrap()).collect();
    assert_eq!(ids, ["__Animations__", "__SCENE__", "a_Mesh", "body", "cam", "eye", "sun", "z_Mesh"]);
    let Some(Found::Node(tree, at)) = gpb.find(b"eye") else { panic!("{:?}", gpb.find(b"eye")) };
    let eye = tree.get(at).unwrap().value();
    assert_eq!((at, &*eye.parent_id, eye.translation()), (1, &b"body"[..], [0.0; 3]));
    assert_eq!(gpb.find(b"cam"), Some(Found::Camera(&eye.camera)));
    assert_eq!(gpb.find(b"sun"), Some(Found::Light(&eye.light)));
    let Some(Found::Mesh(found)) = gpb.resolve(&eye.model.mesh) else { panic!("no mesh") };
    assert_eq!((found.vertex_count(), found.stride()), (4, 12));
    assert_eq!(found.parts[0].indices().collect::<Vec<_>>(), [1, 2, 256]);
    let Some(Found::Scene(scene)) = gpb.find(b"__SCENE__") else { panic!("no scene") };
    assert!(matches!(gpb.resolve(&scene.active_camera), Some(Found::Node(..))));
    assert!(matches!(gpb.find(b"__Animations__"), Some(Found::Animations(_))));
    assert!(gpb.find(b"nobody").is_none() && gpb.resolve(b"eye").is_none());
    assert_eq!(gpb.write().unwrap(), bytes);
}

/// The identifier, two references, no mesh, a scene with one node, by hand.
#[test]
fn bytes_by_hand() {
    let mut file = GpbBuilder::new(1);
    file.scene("s", [1.0, 0.0, 0.0]);
    file.open_node("n".into(), node(""));
    file.close_node();
    let one = 1.0_f32.to_le_bytes();
    let zero = [0; 4];
    let row = |at: usize| (0..4).flat_map(move |index| if index == at { one } else { zero }).collect::<Vec<_>>();
    let bytes = [
        b"\xABGPB\xBB\r\n\x1A\n\x01\x01\x02\0\0\0",
        // 15 + 2 * 13 + 4 + 4 = 49 is the scene, and its node four bytes later.
        &b"\x01\0\0\0n\x02\0\0\0\x35\0\0\0"[..],
        b"\x01\0\0\0s\x01\0\0\0\x31\0\0\0",
        b"\0\0\0\0\x01\0\0\0\x01\0\0\0",
        b"\x01\0\0\0",
        &[row(0), row(1), row(2), row(3)].concat(),
        b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        &one,
        &[0; 8],
    ];
    // No children, camera, light, mesh; no active camera: 4 + 1 + 1 + 4, and 4.
    assert_eq!(file.write().unwrap(), bytes.concat());
}

#[test]
fn versions_differ_in_the_names_of_parents() {
    let (old, new) = (sample(1).write().unwrap(), sample(2).write().unwrap());
    // Two lengths, and `body`.
    assert_eq!(old.len() + 2 * 4 + 4, new.len());
    assert_eq!(open(&old).bundle().objects.len(), 2);
    let mut bad = old.clone();
    bad[10] = 2;
    assert_eq!(verify(&bad, Mode::Lenient, Limits::default()).unwrap().verdict(), Verdict::Malformed);
}

#[test]
fn inconsistent_parts_are_rejected() {
    let class = |change: &dyn Fn(&mut GpbBuilder)| {
        let mut file = sample(5);
        change(&mut file);
        file.write().unwrap_err().finding().unwrap().class
    };
    assert_eq!(class(&|file| file.open_node("open".into(), node(""))), Class::Inconsistent);
    assert_eq!(class(&GpbBuilder::close_node), Class::Inconsistent);
    let lost = |file: &mut GpbBuilder, mesh: &str| {
        *file = GpbBuilder::new(5);
        file.scene("s", [0.0; 3]);
        file.open_node("n".into(), node(mesh));
        file.close_node();
    };
    assert_eq!(class(&|file| lost(file, "#nothing")), Class::BadReference);
    assert_eq!(class(&|file| lost(file, "#n")), Class::BadReference);
    assert_eq!(class(&|file| file.mesh("a_Mesh", mesh(1))), Class::Duplicate);
    assert_eq!(class(&|file| file.mesh("empty", Mesh { vertices: Vec::new(), ..mesh(1) })), Class::OutOfRange);
    assert_eq!(class(&|file| *file = GpbBuilder::new(6)), Class::UnsupportedVersion);
    let ids = NodeIds { camera: Some(b"c".to_vec()), ..NodeIds::from("n") };
    let camera_of_none = |file: &mut GpbBuilder| {
        file.open_node(ids.clone(), node(""));
        file.close_node();
    };
    assert_eq!(class(&camera_of_none), Class::Inconsistent);
}

#[test]
fn models_may_be_edited() {
    let bytes = sample(5).write().unwrap();
    let mut model = model_of(&bytes).unwrap();
    assert_eq!((&model["format"], &model["meshes"][1]["id"]), (&json!("gpb"), &json!("a_Mesh")));
    assert_eq!(from_json(&model).unwrap(), bytes);
    // A node more, in front of the others, and a longer mesh.
    let mut new = model["objects"][0]["scene"]["nodes"][0].clone();
    (new["id"], new["children"]) = ("new".into(), json!([]));
    model["objects"][0]["scene"]["nodes"].as_array_mut().unwrap().insert(0, new);
    model["meshes"][0]["vertices"] = "00".repeat(120).into();
    let edited = from_json(&model).unwrap();
    let gpb = open(&edited);
    assert!(matches!(gpb.find(b"new"), Some(Found::Node(_, 0))));
    assert!(matches!(gpb.find(b"eye"), Some(Found::Node(_, 1))));
    let Some(Found::Mesh(long)) = gpb.find(b"z_Mesh") else { panic!("no mesh") };
    assert_eq!(long.vertex_count(), 10);
    for (path, value, part) in [
        ("/minor", json!(300), "minor"),
        ("/meshes/0/id", json!(7), "meshes[0].id"),
        ("/objects/1", json!({ "nothing": {} }), "objects[1]"),
        ("/objects/0/scene/nodes/0/kind", json!("TREE"), "objects[0]"),
        ("/identifier", json!("ab"), "identifier"),
    ] {
        let mut wrong = model.clone();
        *wrong.pointer_mut(path).unwrap() = value;
        let message = from_json(&wrong).unwrap_err().to_string();
        assert!(message.starts_with(part), "{path}: {message}");
    }
}

#[test]
fn bytes_after_the_end_are_kept() {
    let mut bytes = sample(5).write().unwrap();
    bytes.extend(b"more");
    let report = |mode| verify(&bytes, mode, Limits::default()).unwrap();
    assert_eq!((report(Mode::Lenient).verdict(), report(Mode::Strict).verdict()), (Verdict::Valid, Verdict::Invalid));
    assert_eq!(report(Mode::Lenient).count(Severity::Warning), 1);
    assert_eq!(rewrite(&bytes, Limits::default()).unwrap(), bytes);
    assert_eq!(from_json(&model_of(&bytes).unwrap()).unwrap(), bytes);
}

#[test]
fn long_texts() {
    let bytes_of = |size: usize| {
        let mut file = GpbBuilder::new(5);
        file.scene(vec![b'x'; size], [0.0; 3]);
        file.write().unwrap()
    };
    let verdict = |size, mode| verify(&bytes_of(size), mode, Limits::default()).unwrap().verdict();
    assert_eq!(verdict(4999, Mode::Strict), Verdict::Valid);
    assert_eq!((verdict(5000, Mode::Lenient), verdict(5000, Mode::Strict)), (Verdict::Valid, Verdict::Invalid));
}

/// Returns a chain of nested nodes.
fn chain(depth: u32) -> Vec<u8> {
    let mut file = GpbBuilder::new(5);
    file.scene("s", [0.0; 3]);
    for at in 0..depth {
        file.open_node(NodeIds { node: format!("{at:07}").into_bytes(), ..NodeIds::default() }, node(""));
    }
    for _ in 0..depth {
        file.close_node();
    }
    file.write_with(Limits::none()).unwrap()
}

#[test]
fn depth_is_a_limit_and_no_crash() {
    let bytes = chain(512);
    assert_eq!(verify(&bytes, Mode::Strict, Limits::default()).unwrap().verdict(), Verdict::Valid);
    assert_eq!(from_json(&model_of(&bytes).unwrap()).unwrap(), bytes);
    let bytes = chain(20_000);
    let error = Gpb::open(&bytes, Limits::default()).unwrap_err();
    assert_eq!(error.finding().unwrap().class, Class::TooDeep);
    let limits = Limits::default().with_max_depth(20_000);
    let deep = Gpb::open(&bytes, limits).unwrap();
    assert_eq!(deep.write_with(limits).unwrap(), bytes);
    assert_eq!(deep.write().unwrap_err().finding().unwrap().class, Class::TooDeep);
    assert!(matches!(deep.find(b"0019999"), Some(Found::Node(_, 19_999))));
}

/// 20,000 objects, for each of which a table of 20,000 rows is searched: 4 * 10^8 of them, in vain.
#[test]
fn searches_are_bounded() {
    let rows = 20_000_u32;
    let head = 15 + rows * 13 + 8;
    let object = 4 + 64 + 4 + 4 + 1 + 1 + 4;
    let mut bytes = [&IDENTIFIER[..], &[1, 5], &rows.to_le_bytes()].concat();
    for row in 0..rows {
        bytes.extend([1, 0, 0, 0, b'x', 2, 0, 0, 0]);
        bytes.extend((head + (rows - 1 - row) * object).to_le_bytes());
    }
    bytes.extend([&[0; 4][..], &rows.to_le_bytes()].concat());
    let mut one = Vec::new();
    let mut tree = bpx_schema::codec::TreeBuilder::default();
    tree.leaf(node(""));
    tree.finish().encode(&mut Encoder::new(&mut one), [5]).unwrap();
    assert_eq!(one.len(), object as usize);
    for _ in 0..rows {
        bytes.extend(&one);
    }
    let error = Gpb::open(&bytes, Limits::default()).unwrap_err();
    assert_eq!(error.finding().unwrap().class, Class::LimitExceeded);
}

#[test]
fn trees_take_no_more_memory_than_their_bytes_justify() {
    let mut bytes = chain(1);
    // The count of children, after kind, transform and the length of a name.
    let at = bytes.len() - 16 - 4 - 1 - 1 - 4;
    bytes[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = Gpb::open(&bytes, Limits::default()).unwrap_err();
    assert_eq!(error.finding().unwrap().class, Class::Truncated);
    let error =
        Tree::<Node>::decode(&mut Decoder::new(&[], &bpx_schema::Budget::new(Limits::default(), 0)), [5]).unwrap_err();
    assert_eq!(error.finding().unwrap().class, Class::Truncated);
}

/// Nodes as numbers: how many levels to go up before the next one is added.
fn built(minor: u8, steps: &[u8], floats: u32) -> Vec<u8> {
    let mut file = GpbBuilder::new(minor);
    file.mesh("m", mesh(3));
    let mut open = 0_usize;
    for (index, step) in steps.iter().enumerate() {
        for _ in 0..usize::from(*step).min(open) {
            file.close_node();
            open -= 1;
        }
        let mut ids = NodeIds::from(&*format!("n{index}"));
        let mut new = node(if step % 2 == 0 { "#m" } else { "" });
        new.transform[5] = f32::from_bits(floats);
        if step % 3 == 0 {
            ids.light = Some(format!("l{index}").into_bytes());
            new.light = Lamp::Point { color: [f32::from_bits(floats); 3], range: 1.0 }.into();
        }
        file.open_node(ids, new);
        open += 1;
    }
    (0..open).for_each(|_| file.close_node());
    file.write().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Built, read and written, and through JSON with offsets forgotten: the same bytes.
    #[test]
    fn files_come_back(minor in 0_u8..=5, steps in prop::collection::vec(0_u8..5, 0..12), floats in any::<u32>()) {
        let bytes = built(minor, &steps, floats);
        let gpb = open(&bytes);
        prop_assert_eq!(gpb.write().unwrap(), bytes.clone());
        let mut model = model_of(&bytes).unwrap();
        for reference in model["references"].as_array_mut().unwrap() {
            reference["offset"] = Value::from(0);
        }
        let text: Value = serde_json::from_str(&model.to_string()).unwrap();
        prop_assert_eq!(from_json(&text).unwrap(), bytes);
    }

    /// A changed byte ends in a verdict, and what can be read comes back.
    #[test]
    fn changed_bytes(steps in prop::collection::vec(0_u8..5, 1..6), at in any::<prop::sample::Index>(), value in any::<u8>()) {
        let mut bytes = built(5, &steps, 0);
        let at = at.index(bytes.len());
        bytes[at] = value;
        let report = verify(&bytes, Mode::Strict, Limits::default()).unwrap();
        for finding in report.findings() {
            prop_assert!(finding.location.file <= bytes.len() as u64, "{}", finding);
        }
        if let Ok(model) = model_of(&bytes) {
            prop_assert_eq!(from_json(&model).unwrap(), bytes);
        }
    }
}

#[test]
fn brief_models_leave_out_contents() {
    let mut file = sample(5);
    file.mesh("large", Mesh { vertices: vec![0; 12_000], ..mesh(1) });
    let bytes = file.write().unwrap();
    let brief = to_json(&bytes, Limits::default(), ModelOptions::default().with_brief(true)).unwrap();
    assert_eq!(
        (&brief["meshes"][2]["vertices"]["size"], &brief["meshes"][0]["vertices"]),
        (&json!(12_000), &json!("000000000000000000000000010101010101010101010101020202020202020202020202"))
    );
    assert!(matches!(from_json(&brief), Err(crate::FileError::Brief { path }) if path == "meshes[2].vertices"));
}

/// Each child repeats the id of its parent, so messages about all of them could quote it often.
#[test]
fn findings_quote_a_part_of_long_ids() {
    let id = vec![b'i'; 100_000];
    let mut file = GpbBuilder::new(5);
    file.scene("s", [0.0; 3]);
    file.open_node(NodeIds { node: id.clone(), camera: None, light: None }, node(""));
    for child in 0..50 {
        file.open_node(format!("child{child}").as_str().into(), node(""));
        file.close_node();
    }
    file.close_node();
    let mut bytes = file.write().unwrap();
    // The first time in the table, then once in each child: these name another node.
    let begins = |at: &usize| !bytes[..*at].ends_with(b"i") && bytes[*at..].starts_with(&id);
    let places: Vec<_> = (0..bytes.len() - id.len()).filter(begins).collect();
    assert_eq!(places.len(), 51);
    places[1..].iter().for_each(|at| bytes[*at] = b'j');
    let report = verify(&bytes, Mode::Lenient, Limits::default()).unwrap();
    let parents: Vec<_> = report.findings().iter().filter(|finding| finding.code == "gpb.parent-id").collect();
    assert_eq!(parents.len(), 50);
    for finding in parents {
        assert!(finding.message.contains("iii... (100000 bytes)\"") && finding.message.len() < 300, "{finding}");
    }
}

#[test]
fn a_broken_file_of_version_1_0_may_be_in_the_earlier_layout() {
    let message = |minor: u8| {
        let bytes = sample(minor).write().unwrap();
        let report = verify(&bytes[..bytes.len() - 1].to_vec(), Mode::Lenient, Limits::default()).unwrap();
        report.findings().last().unwrap().message.clone()
    };
    assert!(
        message(0)
            .ends_with("; version 1.0 names two layouts, and this library does not read the earlier layout (I-87)"),
        "{}",
        message(0)
    );
    assert!(!message(1).contains("layouts"));
}
