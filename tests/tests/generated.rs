//! Declarations generated from schemas are equivalent to the hand-written declarations.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "../src/generated/mod.rs"]
mod generated;

use bpx_formats::formats;
use bpx_schema::Codec;
use bpx_schema::schema::{Body, Constraint, Model, Rule, Structure};

/// What a declaration keeps of a schema: values of constants instead of their names, and no functions; rules across
/// fields by their names.
fn kept(model: &Model) -> Vec<Structure> {
    let mut text = serde_json::to_value(model).unwrap();
    values_of_constants(&mut text);
    let model: Model = serde_json::from_value(text).unwrap();
    let structures = model.structures.into_values().map(|mut structure| {
        let mut rules: Vec<Constraint> = structure.rules.iter().cloned().collect();
        rules.retain(|rule| !matches!(rule.rule, Rule::Custom(_)));
        rules.sort_by_key(|rule| rule.code.to_string());
        structure.rules = rules.into();
        structure
    });
    structures.collect()
}

fn values_of_constants(json: &mut serde_json::Value) {
    if let Some(constant) = json.get("const").and_then(|pair| pair.get(1)).cloned() {
        *json = serde_json::json!({ "int": constant });
        return;
    }
    match json {
        serde_json::Value::Object(map) => map.values_mut().for_each(values_of_constants),
        serde_json::Value::Array(list) => list.iter_mut().for_each(values_of_constants),
        _ => {}
    }
}

#[test]
fn generated_declarations_give_the_schema_that_they_come_from() {
    let generated = [
        ("bpx", Model::from_root(generated::bpx::Layout::schema())),
        ("bpx_v0", Model::from_root(generated::bpx_v0::Layout::schema())),
        ("bpat", Model::from_root(generated::bpat::Layout::schema())),
        ("blk", Model::from_root(generated::blk::File::schema())),
        ("gpb", Model::from_root(generated::gpb::Bundle::schema())),
    ];
    let (mut structures, mut records) = (0, 0);
    let schemas = formats().iter().flat_map(|format| format.schemas());
    for ((name, original), (also, copy)) in schemas.zip(&generated) {
        assert_eq!(name.replace('-', "_"), *also);
        let original = Model::from_root(original);
        assert_eq!(original.root, copy.root);
        let (original, copy) = (kept(&original), kept(copy));
        assert_eq!(original.len(), copy.len(), "{name}");
        for (original, copy) in original.iter().zip(&copy) {
            assert_eq!(original, copy, "{name}");
            structures += 1;
            records += usize::from(original.size.is_some() && matches!(original.body, Body::Fields(_)));
        }
    }
    assert!(structures > 60 && records > 20, "{structures} structures, {records} records");
}

/// The codecs of the walk-through read what the documents say, without a line by hand.
#[test]
fn documents_become_codecs() {
    use bpx_schema::report::Mode;
    use generated::{lights_1, lights_2};
    let position = [1.0_f32, 2.0, -3.0].map(f32::to_le_bytes).concat();
    let (range, angle) = (12.5_f32.to_le_bytes(), 45.0_f32.to_le_bytes());
    let old = [&*position, &[1, 7, 0, 0], &range, &[1, 2, 3, 4]].concat();
    let light = lights_1::Light::from_bytes(old.as_slice().try_into().unwrap());
    assert_eq!((light.position, light.kind_code(), light.layer), ([1.0, 2.0, -3.0], Ok(lights_1::LightKind::Spot), 7));
    assert_eq!((light.range, light.colour), (12.5, [1, 2, 3, 4]));
    assert_eq!(light.to_bytes().as_slice(), old);

    let new = [&*position, &[3, 0x2c, 1, 0], &range, &[1, 2, 3, 4], &angle].concat();
    let light = lights_2::Light::from_bytes(new.as_slice().try_into().unwrap());
    assert_eq!((light.kind_code(), light.layer, light.reach), (Ok(lights_2::LightKind::Area), 300, 12.5));
    assert_eq!(light.angle, 45.0);
    let found = |bytes: &[u8]| {
        let report = lights_2::Light::validate(bytes, Mode::Strict);
        report.findings().iter().map(|finding| (finding.code.to_string(), finding.location.file)).collect::<Vec<_>>()
    };
    assert_eq!(found(&new), []);
    let mut wrong = new.clone();
    wrong[12..16].copy_from_slice(&[4, 0xe8, 3, 1]);
    let expected = [("light.kind.known", 12), ("light.layer.range", 13), ("light.reserved.zero", 15)];
    assert_eq!(found(&wrong), expected.map(|(code, offset)| (code.to_owned(), offset)));
}

/// The bytes of a golden file of BPAT.
fn golden(name: &str) -> Vec<u8> {
    let path = format!("{}/../conformance/golden/bpat/{name}.src", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    conformance::source::Source::parse(&text).unwrap().build().unwrap().bytes
}

/// Codecs of the documents of BPAT read files that were put together by hand, and refuse those of another version.
#[test]
fn documents_of_bpat_read_files_of_their_version() {
    use bpx_schema::report::{Mode, Verdict};
    use generated::{bpat_1, bpat_2, bpat_3};
    fn clips<T: bpx_schema::Fixed>(file: &[u8], at: usize) -> Vec<T> {
        bpx_schema::View::<T>::new(&file[at..at + 2 * T::SIZE]).0.to_vec()
    }
    let [one, two, three] = ["full", "markers", "skins"].map(golden);
    let old: Vec<_> = clips::<bpat_1::BpatClipEntry>(&one, 64).iter().map(|one| (one.name_offset, one.fps)).collect();
    assert_eq!(old[0], (0, 29.97));
    assert_eq!((old[1].0, old[1].1.to_bits()), (5, 0x7fc0_0001));
    let marked: Vec<_> = clips::<bpat_2::BpatClipEntry>(&two, 64)
        .iter()
        .map(|one| (one.name_offset, one.marker_contact, one.marker_exit_safe))
        .collect();
    assert_eq!(marked, [(0, 0.5, 1.0), (7, -1.0, -1.0)]);
    let new: Vec<_> = clips::<bpat_3::BpatClipEntry>(&three, 96)
        .iter()
        .map(|one| (one.name_offset, one.flags, one.variant_ordinal, one.variant_family, one.marker_contact))
        .collect();
    assert_eq!(new, [(0, 1, 0, 0, 0.5), (7, 0, 1, 0, -1.0)]);
    let extension = bpat_3::BpatHeaderExtension::from_bytes(three[64..96].try_into().unwrap());
    assert_eq!((extension.contact_data_offset, extension.bind_palette_offset), (784, 816));
    let verdicts = |file: &[u8]| {
        let head = &file[..64];
        [
            bpat_1::BpatHeader::validate(head, Mode::Strict).verdict(),
            bpat_2::BpatHeader::validate(head, Mode::Strict).verdict(),
            bpat_3::BpatHeader::validate(head, Mode::Strict).verdict(),
        ]
        .map(|verdict| verdict == Verdict::Valid)
    };
    assert_eq!(verdicts(&one), [true, false, false]);
    assert_eq!(verdicts(&two), [false, true, false]);
    assert_eq!(verdicts(&three), [false, false, true]);
}

/// A document with bits from the top, numbers of three bytes, a list, a text after its length and a condition: the codec
/// and the interpreter read the same, which is what was written by hand.
#[test]
fn what_a_document_states_beyond_records_becomes_a_codec() {
    use bpx_schema::Limits;
    use bpx_schema::codec::{I24, U24};
    use bpx_schema::interpret::Interpreter;
    use bpx_schema::json::JsonText;
    use generated::shapes::{Drawing, DrawingKind, SelfN};
    let bytes = [
        &b"DRAW"[..],
        &[0x25, 0, 3, 1, 2, 3, 0x3c, 0, 0xff, 0xff, 0xfe],
        &[0, 2, 0, 1, 0xff, 0xff, 0, 2, 0, 3],
        &[0, 2, b'h', b'i', 0, 0, 0, 7],
    ]
    .concat();
    let drawing = Drawing::from_slice(&bytes).unwrap();
    assert_eq!((drawing.bits.version(), drawing.bits.layers()), (2, 5));
    assert_eq!(drawing.kind, DrawingKind::LineStrip as u16);
    assert_eq!((drawing.place, drawing.shift), (U24::try_from(0x01_0203).unwrap(), I24::try_from(-2).unwrap()));
    assert_eq!(drawing.points.iter().map(|point| (point.x, point.y)).collect::<Vec<_>>(), [(1, -1), (2, 3)]);
    assert_eq!((&*drawing.title.data, drawing.extra), (&b"hi"[..], Some(7)));
    assert_eq!(drawing.to_vec().unwrap(), bytes);

    let text = include_str!("../documents/shapes.md");
    let model = bpx_documents::declare(&bpx_documents::read(&[("shapes", text)])).model;
    let mut json = JsonText::compact(Vec::new());
    Interpreter::new(&model).unwrap().write_json("Drawing", &bytes, &[], Limits::default(), &mut json).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json.finish().unwrap()).unwrap();
    assert_eq!((&json["bits"]["version"], &json["bits"]["layers"]), (&2.into(), &5.into()));
    assert_eq!((&json["place"], &json["shift"], &json["scale"]), (&0x01_0203.into(), &(-2).into(), &1.0.into()));
    assert_eq!((&json["points"][1]["y"], &json["extra"]), (&3.into(), &7.into()));

    // Names that Rust has for something else.
    assert_eq!(SelfN::from_bytes(&[0; 34]).result.some.self_, 0);
}
