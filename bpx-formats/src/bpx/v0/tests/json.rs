use super::*;
use crate::bpx::BpxFormat;
use crate::model::trees::v0::from_json;
pub(super) use crate::model::trees::v0::to_json;
use crate::{FileError, FileFormat, ModelOptions, ReadOptions, Registry};
use bpx_schema::source::ReadAt;
use serde_json::{Value, json};

fn model_of(bytes: &[u8]) -> Value {
    to_json(&open(bytes), ModelOptions::default()).unwrap()
}

fn rebuilt(bytes: &[u8]) -> Vec<u8> {
    from_json(&model_of(bytes)).unwrap()
}

#[test]
fn what_is_not_compressed_comes_back_byte_for_byte() {
    let mut gaps = file(b'X', *b"anything", &[(1, 0, b"abc"), (9, 0, b""), (1, 0, b"defg")]);
    // Two bytes between the first and the last section, three after.
    gaps.splice(83..83, *b"..");
    gaps[64] += 2;
    gaps[8] += 2;
    gaps.extend(b"end");
    let mut unsaid = file(b'P', [9; 8], &[(3, 0, b"no end"), (1, 0, b"123")]);
    unsaid[8..16].fill(0);
    let files = [
        file(b'T', [1, 0, 0xFF, 0xFF, 7, 1, 2, 3], &[(1, 0, b"few")]),
        file(b'S', [1; 8], &[(2, 0, &[1; 16]), (3, 0, &[2; 20]), (3, 0, &[3; 16])]),
        gaps,
        unsaid,
        file(b'M', [0; 8], &[]),
    ];
    for file in files {
        let file = summed(file);
        assert_eq!(rebuilt(&file), file, "{:#}", model_of(&file));
    }
}

#[test]
fn contents_are_in_terms_of_their_types() {
    let bytes = model().build().unwrap();
    let model = model_of(&bytes);
    assert_eq!(model["header"]["type_ext"]["model"]["reserved"], "0000000000000000");
    let content = |index: usize| &model["sections"][index]["content"];
    assert_eq!(content(0)["vertex_format"]["components"], json!([{ "kind": "FLOAT", "size": 3 }]));
    assert_eq!(content(1)["vertex_array"]["header"]["index_array"], 3);
    assert_eq!(content(2)["index_array"]["indices"], json!([0, 2, 1]));
    assert_eq!(content(3)["bone_array"]["bones"][0]["transform"][0], 0.5);
    assert_eq!(content(4)["strings"]["strings"], json!(["stone", "head"]));
    let again = rebuilt(&bytes);
    assert_eq!(found(&again), []);
    let again = model_of(&again);
    for index in 0..5 {
        assert_eq!(&again["sections"][index]["content"], content(index));
    }
}

/// Sizes, offsets, the number of sections and the checksum follow the contents.
#[test]
fn an_edited_content_needs_no_repair() {
    let bytes = Builder::package([("a", &b"hi"[..])], None).unwrap().build().unwrap();
    let mut model = model_of(&bytes);
    model["sections"][1]["content"] = json!({ "data": "68656c6c6f" });
    let longer = from_json(&model).unwrap();
    assert_eq!(found(&longer), []);
    assert_eq!(open(&longer).package().unwrap().read(0).unwrap(), b"hello");
    assert_eq!(longer.len(), bytes.len() + 3);
    model["header"]["file_size"] = json!("9999");
    model["header"]["checksum"] = json!(7);
    assert_eq!(from_json(&model).unwrap(), longer, "a size of more than there is cannot be stated");
}

#[test]
fn the_other_reading_of_the_checksum_is_kept() {
    let mut bytes = file(b'X', [0; 8], &[(1, 0, b"abc")]);
    assert_eq!(model_of(&bytes).get("check"), None);
    bytes[4..8].fill(0);
    let sum = crc32(bytes.iter().copied());
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
    assert_eq!(model_of(&bytes)["check"], "crc32-zeroed");
    assert_eq!(rebuilt(&bytes), bytes);
}

#[test]
fn brief_models_and_mistakes_are_refused() {
    let bytes = Builder::new(b'X').section(1, vec![1; 5000], None).build().unwrap();
    let brief = to_json(&open(&bytes), ModelOptions::default().with_brief(true)).unwrap();
    assert_eq!(brief["sections"][0]["content"]["size"], 5000);
    assert!(matches!(from_json(&brief), Err(FileError::Brief { path }) if path == "sections[0].content"));
    let mistake = |pointer: &str, value: Value| {
        let mut model = model_of(&model().build().unwrap());
        *model.pointer_mut(pointer).unwrap() = value;
        match from_json(&model) {
            Err(FileError::Value { path, .. }) => path,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(mistake("/sections", json!(5)), "sections");
    assert_eq!(mistake("/header/kind", json!("Nothing")), "header");
    assert_eq!(mistake("/sections/1/header/flags", json!("no")), "sections[1].header");
    assert_eq!(mistake("/sections/2/content/index_array/indices", json!(["x"])), "sections[2].content");
    assert_eq!(mistake("/sections/0/content", json!({ "data": "123" })), "sections[0].content.data");
}

/// One entry for all versions.
#[test]
fn the_format_goes_by_the_version() {
    let bytes = model().build().unwrap();
    let source: Arc<dyn ReadAt> = Arc::new(bytes.clone());
    let options = ReadOptions::default();
    let model = BpxFormat.to_json(&source, &options, ModelOptions::default()).unwrap();
    assert_eq!(model.to_value(), model_of(&bytes));
    assert_eq!(found(&Registry::standard().from_json(model.root(), &options).unwrap()), []);
    assert_eq!(BpxFormat.rewrite(&source, &options).unwrap(), bytes);
    let report = BpxFormat.verify(&bytes, Mode::Strict, &options).unwrap();
    assert_eq!(report.findings(), []);
}
