use super::super::*;
use crate::FileError;
use crate::model::trees;
use bpx_schema::report::Class;
use bpx_schema::{Codec, Limits};

/// Returns an object that holds arrays, one in the other; `levels` is the number of levels.
fn nested(levels: usize) -> Vec<u8> {
    let mut bytes = vec![1, 0, 0, 0, 0, 0, 0, 0, 0];
    (2..levels).for_each(|_| bytes.extend([ARRAY, 1]));
    bytes.extend([ARRAY, 0]);
    bytes
}

#[test]
fn the_limit_is_the_number_of_levels() {
    let bytes = nested(512);
    let (document, used) = Document::from_slice(&bytes).unwrap();
    assert_eq!((used, document.containers()), (bytes.len(), 512));
    assert_eq!(document.to_vec().unwrap(), bytes);
    let error = Document::from_slice(&nested(513)).unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!(finding.class, Class::TooDeep);
    assert_eq!(finding.path.to_string(), ["children[0]"; 512].join("."));
    // The root takes 1 byte and the first property 9 + 1; every array takes 2.
    assert_eq!(finding.location.file, 1 + 10 + 2 * 510);
    let limits = Limits::default().with_max_depth(4);
    assert!(Document::from_slice_with(&nested(4), limits).is_ok());
    assert!(Document::from_slice_with(&nested(5), limits).is_err());
}

#[test]
fn a_hundred_thousand_levels_do_not_overflow() {
    let bytes = nested(100_000);
    let error = Document::from_slice(&bytes).unwrap_err();
    assert_eq!(error.finding().map(|finding| finding.class), Some(Class::TooDeep));
    // Without the limit, nothing recurses either: reading, printing, sorting, comparing, writing, dropping.
    let limits = Limits::default().with_max_depth(u32::MAX);
    let document = Document::from_slice_with(&bytes[..], limits).unwrap().0;
    assert_eq!(document.containers(), 100_000);
    assert_eq!(document.sorted(), document);
    assert_eq!(document.tree().to_vec_with(NodeArgs { parent: NONE }.into(), limits).unwrap(), bytes);
    assert_eq!(document.to_vec().unwrap_err().finding().unwrap().class, Class::TooDeep);
    assert_eq!(document.findings(bpx_schema::codec::Space::File(0), 15).len(), 1);
    assert_eq!(document.root().value().events().count(), 200_000);
}

#[test]
fn deep_documents_survive_json() {
    let document = Document::from_slice(&nested(512)).unwrap().0;
    let text = trees::sd::to_json(&document).to_string();
    assert_eq!(json::from_json_text(&text).unwrap(), document);
    let text = trees::sd::to_plain_json(&document).to_string();
    assert_eq!(plain::from_plain_json_text(&text, false).unwrap(), document);
}

#[test]
fn json_that_is_too_deep_is_refused() {
    let deep = |levels: usize| {
        let arrays = r#"{"type": "array", "value": ["#;
        format!(
            r#"[{{"hash": "0x0000000000000001", "type": "array", "value": [{}{}]}}]"#,
            arrays.repeat(levels - 2),
            "]}".repeat(levels - 2)
        )
    };
    assert_eq!(json::from_json_text(&deep(512)).unwrap().containers(), 512);
    for levels in [513, 100_000] {
        let error = json::from_json_text(&deep(levels)).unwrap_err();
        assert!(matches!(error, FileError::Json(bpx_schema::json::JsonReadError::TooDeep { max: 1024 })), "{error}");
    }
    // A value that was built in another way.
    let mut value = serde_json::json!({ "type": "null" });
    for _ in 0..511 {
        value = serde_json::json!({ "type": "array", "value": [value] });
    }
    value["hash"] = "0x0000000000000001".into();
    let error = trees::sd::from_json(&serde_json::json!([value])).unwrap_err().to_string();
    assert!(error.ends_with("values nest deeper than 512 levels"), "{error}");
    let plain = format!("{}1{}", r#"{"a":"#.repeat(512), "}".repeat(512));
    let error = plain::from_plain_json_text(&plain, false).unwrap_err().to_string();
    assert!(error.ends_with("values nest deeper than 512 levels"), "{error}");
    let build = (0..511).fold(serde_json::json!({}), |value, _| serde_json::json!({ "a": value }));
    assert!(trees::sd::from_plain_json(&build, false).is_ok());
    // The names of the innermost object are two levels more.
    let build = (0..510).fold(serde_json::json!({ "a": 1 }), |value, _| serde_json::json!({ "a": value }));
    assert!(trees::sd::from_plain_json(&build, true).is_err());
}

#[test]
fn memory_is_bounded() {
    // 255 arrays of 255 nulls take 66 kB on disk, and a hundred times that in memory.
    let mut bytes = vec![255];
    for hash in 0..255 {
        bytes.extend([hash, 0, 0, 0, 0, 0, 0, 0, ARRAY, 255]);
        bytes.extend([0; 255]);
    }
    assert!(Document::from_slice(&bytes).is_ok());
    let error = Document::from_slice_with(&bytes, Limits::default().with_max_memory(1 << 20)).unwrap_err();
    assert_eq!(error.finding().map(|finding| finding.class), Some(Class::LimitExceeded));
    // A count is not a reason to allocate.
    assert!(bpx_schema::codec::Tree::<Node>::schema().size.is_none());
    assert!(Document::from_slice(&[255]).is_err());
}

/// Takes any text.
struct Nowhere;

impl std::fmt::Write for Nowhere {
    fn write_str(&mut self, _: &str) -> std::fmt::Result {
        Ok(())
    }
}

/// A width of a format has 16 bits.
#[test]
fn forty_thousand_levels_are_printed() {
    let limits = Limits::default().with_max_depth(u32::MAX);
    let document = Document::from_slice_with(&nested(40_000), limits).unwrap().0;
    std::fmt::write(&mut Nowhere, format_args!("{document}")).unwrap();
}
