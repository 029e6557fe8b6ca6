use super::*;
use bpx_schema::json::JsonDoc;
use proptest::prelude::*;

/// A value of any type.
#[derive(Debug, Clone)]
enum Owned {
    Text(Vec<u8>),
    Other(Value<'static>),
}

fn float() -> impl Strategy<Value = f32> {
    prop_oneof![any::<u32>().prop_map(f32::from_bits), (-1000_i16..1000).prop_map(|value| f32::from(value) / 8.0)]
}

fn value() -> impl Strategy<Value = Owned> {
    let other = prop_oneof![
        any::<i32>().prop_map(Value::Int),
        float().prop_map(Value::Float),
        [float(), float()].prop_map(Value::Float2),
        [float(), float(), float()].prop_map(Value::Float3),
        [float(), float(), float(), float()].prop_map(Value::Float4),
        any::<[i32; 2]>().prop_map(Value::Int2),
        any::<[i32; 3]>().prop_map(Value::Int3),
        any::<[i32; 4]>().prop_map(Value::Int4),
        any::<bool>().prop_map(Value::Bool),
        any::<[u8; 4]>().prop_map(Value::Color),
        any::<i64>().prop_map(Value::Long),
        any::<[[i16; 3]; 4]>().prop_map(|columns| Value::Matrix(columns.map(|column| column.map(f32::from)))),
    ];
    prop_oneof![name().prop_map(Owned::Text), other.prop_map(Owned::Other)]
}

/// a name: often one of a few, so that names repeat, otherwise any bytes but NUL.
fn name() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::sample::select(vec!["", "a", "b", "@null", "include", "a b", "~\"'\n\r\t\\", "//", "{}", "\u{e9}"])
            .prop_map(|text| text.as_bytes().to_vec()),
        prop::collection::vec(1_u8..=255, 0..6),
    ]
}

/// Adds a parameter, opens a block, or closes one.
#[derive(Debug, Clone)]
enum Step {
    Param(Vec<u8>, Owned),
    Open(Option<Vec<u8>>),
    Close,
}

fn document() -> impl Strategy<Value = Document> {
    let step = prop_oneof![
        4 => (name(), value()).prop_map(|(name, value)| Step::Param(name, value)),
        2 => prop::option::of(name()).prop_map(Step::Open),
        1 => Just(Step::Close),
    ];
    prop::collection::vec(step, 0..40).prop_map(|steps| {
        let mut builder = Builder::new(None);
        for step in steps {
            match step {
                Step::Param(name, Owned::Text(text)) => builder.param(&name, &Value::String(&text)).unwrap(),
                Step::Param(name, Owned::Other(value)) => builder.param(&name, &value).unwrap(),
                Step::Open(name) => builder.open(name.as_deref()).unwrap(),
                Step::Close => drop(builder.close()),
            }
        }
        builder.finish().unwrap()
    })
}

proptest! {
    #[test]
    fn every_form_gives_the_same_tree(document in document()) {
        let companions = names(&["a", "x", "@null"]);
        for kind in [Kind::Fat, Kind::FatZst, Kind::Slim, Kind::SlimZst, Kind::FatDedup] {
            let file = encode(&document, &EncodeOptions::new(kind).with_level(1), &companions).unwrap();
            let back = open(&file, &companions);
            prop_assert!(back.same_tree(&document), "{:?}", kind);
            prop_assert_eq!(findings(&file, &companions), []);
            // A tree has one layout only.
            prop_assert_eq!(encode(&back, &EncodeOptions::new(kind).with_level(1), &companions).unwrap(), file.clone());
            let json = to_json(&file, Limits::default(), &companions).unwrap();
            let json = serde_json::from_str(&json.to_string()).unwrap();
            prop_assert!(open(&from_json(&json, &companions).unwrap(), &companions).same_tree(&document));
        }
        let text = text::write(&document);
        prop_assert_eq!(Form::of(&text, &Companions::default()).unwrap(), Form::Text);
        prop_assert!(text::read(&text, Limits::default()).unwrap().same_tree(&document));
        let json: serde_json::Value = serde_json::from_slice(&friendly::to_vec(&document)).unwrap();
        prop_assert!(friendly::read(JsonDoc::from(&json).root()).is_ok());
    }

    #[test]
    fn any_bytes_end_well(kind in 0_u8..8, bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let file = [&[kind][..], &bytes].concat();
        let opened = Document::open(&file, &names(&["a"]), Limits::default());
        let faults = findings(&file, &names(&["a"])).iter().filter(|(_, severity)| *severity == Severity::Error).count();
        prop_assert_eq!(opened.is_ok(), faults == 0);
    }

    #[test]
    fn any_text_ends_well(text in "[a-c:=\\[\\]{}\"'~;,/*\n @0-9x.ptir]{0,40}") {
        if let Ok(document) = text::read(text.as_bytes(), Limits::default()) {
            prop_assert!(text::read(&text::write(&document), Limits::default()).unwrap().same_tree(&document));
        }
    }
}
