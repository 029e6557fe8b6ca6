use super::*;
use crate::bpx::verify;
use crate::model::trees;
use bpx_schema::report::Mode;

/// Returns the codes of the findings. Work that grows with the square of the number of symbols would take hours.
fn codes(bytes: &[u8]) -> Vec<String> {
    let report = verify(&bytes.to_vec(), Mode::Lenient).unwrap();
    let mut codes: Vec<_> = report.findings().iter().map(|finding| finding.code.to_string()).collect();
    codes.dedup();
    codes
}

/// Each of 65,535 symbols has another object, and all of them run to the end of the section.
#[test]
fn objects_that_share_their_bytes() {
    let object = [&[1][..], &[0x41; 8], &[12]].concat();
    let data = [object.repeat(65_535), vec![0]].concat();
    let table: Vec<u8> = (0..65_535).flat_map(|index| entry(0, index * 10, 0x100, 0, 0)).collect();
    let found = codes(&program(&[(2, &table), (255, b"a\0"), (1, b"\0"), (3, &data)]));
    assert!(found.contains(&"shader.limit".to_owned()), "{found:?}");
}

/// The same without an end, so that no object is one.
#[test]
fn objects_that_do_not_end() {
    let data = [&[1][..], &[0x41; 8], &[12]].concat().repeat(65_535);
    let table: Vec<u8> = (0..65_535).flat_map(|index| entry(0, index * 10, 0x100, 0, 0)).collect();
    let found = codes(&program(&[(2, &table), (255, b"a\0"), (1, b"\0"), (3, &data)]));
    assert!(found.contains(&"shader.extended-data".to_owned()), "{found:?}");
}

/// Each name is the end of one long text; names are of bounded length, and so is what they have together.
#[test]
fn names_that_share_their_bytes() {
    let names = [vec![b'a'; 65_535], vec![0]].concat();
    let table: Vec<u8> = (0..65_535).flat_map(|index| entry(index, 0, 0, 0, 0)).collect();
    assert_eq!(codes(&program(&[(2, &table), (255, &names), (1, b"\0")])), ["shader.limit"]);
    let names = [vec![b'a'; 1 << 20], vec![0]].concat();
    let bytes = program(&[(2, &table), (255, &names), (1, b"\0")]);
    assert_eq!(codes(&bytes), ["shader.name", "shader.limit"]);
    let refused = finding_of(opened(&bytes).unwrap_err());
    assert_eq!((refused.class, &*refused.code), (Class::LimitExceeded, "shader.limit"));
    let alone = program(&[(2, &entry(0, 0, 0, 0, 0)), (255, &names), (1, b"\0")]);
    assert_eq!(finding_of(open(&alone).symbol(0).unwrap().name().unwrap_err()).class, Class::LimitExceeded);
}

#[test]
fn extended_data_that_is_no_row_stays_bytes_in_models() {
    let mut object = number("n", 7).to_vec().unwrap();
    let table = entry(0, 0, 0x100, 0, 0);
    let model = |data: &[u8]| {
        let bytes = program(&[(2, &table), (255, b"a\0"), (1, b"\0"), (3, data)]);
        let model = trees::container::to_json(open(&bytes).container(), crate::ModelOptions::default()).unwrap();
        assert_eq!(trees::container::from_json(&model).unwrap(), bytes);
        model["sections"][3]["content"].clone()
    };
    let row = model(&object);
    assert_eq!(row["extended_data"][0][0]["value"], 7);
    assert_eq!(row["extended_data"][0][0]["type"], "u32");
    object.push(1);
    assert_eq!(model(&object), serde_json::json!({ "data": bpx_schema::value::hex(&object) }));
    assert_eq!(model(b""), serde_json::json!({ "extended_data": [] }));
}

#[test]
fn extended_data_in_models_can_be_edited() {
    let bytes = program(&[(2, b""), (255, b""), (1, b"\0"), (3, &number("n", 7).to_vec().unwrap())]);
    let mut model = trees::container::to_json(open(&bytes).container(), crate::ModelOptions::default()).unwrap();
    let list = &mut model["sections"][3]["content"]["extended_data"];
    let again = list[0].clone();
    list.as_array_mut().unwrap().push(again);
    list[1][0]["value"] = 8.into();
    let edited = trees::container::from_json(&model).unwrap();
    let content = open(&edited).container().section(3).unwrap().content().unwrap().into_owned();
    assert_eq!(content, [number("n", 7).to_vec().unwrap(), number("n", 8).to_vec().unwrap()].concat());
    model["sections"][3]["content"]["extended_data"][1][0]["type"] = "u99".into();
    let error = trees::container::from_json(&model).unwrap_err().to_string();
    assert!(error.starts_with("sections[3].content.extended_data[1]: "), "{error}");
}
