//! JSON of every structure is written as the same bytes; errors name the faulty value.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod shapes;

use bpx_formats::bpx::sd::{NONE, Node};
use bpx_formats::bpx::{Layout, MainHeader};
use bpx_schema::assemble::FromJson;
use bpx_schema::assemble::assemble;
use bpx_schema::codec::{Decoder, Tree};
use bpx_schema::json::ToJson;
use bpx_schema::json::{JsonDoc, JsonWatch, TreeBuilder};
use bpx_schema::report::Class;
use bpx_schema::schema::Model;
use bpx_schema::{Budget, Codec};
use serde_json::{Value, json};
use shapes::samples;

fn model_of<T: Codec>() -> Model {
    Model::from_json(&Model::from_root(T::schema()).to_json().unwrap()).unwrap()
}

fn json_of<T: Codec>(bytes: &[u8], args: &[i128]) -> Value {
    let mut json = JsonWatch::new(TreeBuilder::default());
    T::traverse(&mut Decoder::new(bytes, &Budget::default()).with_watch(&mut json), samples::args_of(args)).unwrap();
    // Through text, as a file would.
    serde_json::from_str(&json.finish().finish().to_string()).unwrap()
}

fn assembled<T: Codec>(json: &Value, args: &[i128]) -> Vec<u8> {
    let model = model_of::<T>();
    assemble(&model, &model.root, JsonDoc::from(json).root(), args).unwrap_or_else(|error| panic!("{error}: {json:#}"))
}

fn same<T: Codec>(bytes: &[u8], args: &[i128]) {
    let json = json_of::<T>(bytes, args);
    assert_eq!(assembled::<T>(&json, args), bytes, "{json:#}");
}

/// Class, path and message of the error.
fn wrong<T: Codec>(json: &Value, args: &[i128]) -> (Class, String, String) {
    let model = model_of::<T>();
    let error = assemble(&model, &model.root, JsonDoc::from(json).root(), args).unwrap_err();
    let finding = error.into_finding().unwrap();
    (finding.class, finding.path.to_string(), finding.message)
}

#[test]
fn every_structure_comes_back() {
    same::<shapes::Rules>(&samples::rules().to_bytes(), &[]);
    same::<shapes::Packed>(&samples::packed(9, 5, 8).to_bytes(), &[]);
    same::<shapes::Packed>(&[0xff; 4], &[]);
    same::<shapes::Signed>(&[0xff; 5], &[]);
    same::<shapes::Signed>(&[9, 0x7f, 0xff, 0xff, 0xff], &[]);
    same::<shapes::Rules>(&[0xff; shapes::Rules::SIZE], &[]);
    for value in samples::dynamics() {
        same::<shapes::Dynamic>(&value.to_vec().unwrap(), &[]);
    }
    same::<Tree<shapes::Branch>>(&samples::bytes_of(&samples::branch(), [1]), &[1]);
    for (bytes, args) in samples::tails() {
        same::<shapes::Tail>(&bytes, &args);
    }
    same::<shapes::Ledger>(&samples::ledger(), &[]);
    same::<Tree<Node>>(&samples::object(), &[i128::from(NONE)]);
}

#[test]
fn deep_trees_come_back() {
    same_tree(200);
    fn same_tree(depth: usize) {
        let bytes = samples::chain(depth);
        let mut json = JsonWatch::new(TreeBuilder::default());
        let budget = Budget::default();
        let mut d = Decoder::new(&bytes, &budget).with_watch(&mut json);
        Tree::<shapes::Branch>::decode(&mut d, [9]).unwrap();
        assert_eq!(assembled::<Tree<shapes::Branch>>(&json.finish().finish(), &[9]), bytes);
    }
}

#[test]
fn counts_and_checksums_are_computed() {
    let container = &samples::containers()[1];
    let mut json = json_of::<Layout>(container, &[]);
    let tables = 40 + 24 * 3;
    assert_eq!(assembled::<Layout>(&json, &[]), container[..tables]);
    // Stated or not, true or not: a count and a checksum are those of the bytes.
    json["header"].as_object_mut().unwrap().remove("section_count");
    json["header"]["checksum"] = json!(12345);
    assert_eq!(assembled::<Layout>(&json, &[]), container[..tables]);
}

#[test]
fn parts_that_lie_elsewhere_are_placed() {
    let archive = samples::archive();
    let mut json = json_of::<shapes::Archive>(&archive, &[]);
    let parts = 8 + 18 * 5 + 4 + 1 + 5 + 7;
    assert_eq!(assembled::<shapes::Archive>(&json, &[]), archive[..parts + 13]);
    json["head"]["extra"] = json!(parts + 2);
    let moved = assembled::<shapes::Archive>(&json, &[]);
    assert_eq!(moved[parts..parts + 2], [0, 0]);
    assert_eq!(moved[parts + 2..], archive[parts..parts + 13]);
}

#[test]
fn values_come_back_from_json() {
    let value = samples::rules();
    assert_eq!(shapes::Rules::from_json(value.to_json([]).unwrap().root(), []).unwrap(), value);
    let tree = samples::branch();
    assert_eq!(Tree::<shapes::Branch>::from_json(tree.to_json([1]).unwrap().root(), [1]).unwrap(), tree);
    let mut header = [0; 40];
    header[..4].copy_from_slice(b"BPXT");
    header[24] = 2;
    let header = MainHeader::from_slice(&header).unwrap();
    let json = header.to_json([]).unwrap();
    assert_eq!(json.root().member("kind").as_str(), Some("Texture"));
    assert_eq!(json.root().member("file_size").as_str(), Some("0"));
    assert_eq!(MainHeader::from_json(json.root(), []).unwrap(), header);
}

/// JSON with one member replaced, by its path of names and indexes.
fn with(json: &Value, pointer: &str, value: Value) -> Value {
    let mut json = json.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match json.pointer_mut(parent).unwrap() {
        Value::Array(list) => list[name.parse::<usize>().unwrap()] = value,
        object => object[name] = value,
    }
    json
}

fn without(json: &Value, pointer: &str) -> Value {
    let mut json = json.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    json.pointer_mut(parent).unwrap().as_object_mut().unwrap().shift_remove(name).unwrap();
    json
}

#[test]
fn records_name_what_is_wrong() {
    let json = json_of::<shapes::Rules>(&samples::rules().to_bytes(), &[]);
    let try_ = |pointer: &str, value: Value| wrong::<shapes::Rules>(&with(&json, pointer, value), &[]);
    let expected = |class: Class, path: &str, message: &str| (class, path.to_owned(), message.to_owned());
    let cases = [
        (
            "/color",
            json!("Pink"),
            Class::Inconsistent,
            "color",
            "expected a name of Color, or a number from 0 to 255, found \"Pink\"",
        ),
        (
            "/color",
            json!(256),
            Class::OutOfRange,
            "color",
            "expected a name of Color, or a number from 0 to 255, found 256",
        ),
        (
            "/traits",
            json!(["Big", "Small"]),
            Class::Inconsistent,
            "traits",
            "expected a list of flags of Trait, or a number from 0 to 65535, found an array of 2 elements",
        ),
        (
            "/choice",
            json!(-2_147_483_649_i64),
            Class::OutOfRange,
            "choice",
            "expected a whole number from -2147483648 to 2147483647, found -2147483649",
        ),
        (
            "/choice",
            json!(1.5),
            Class::Inconsistent,
            "choice",
            "expected a whole number from -2147483648 to 2147483647, found 1.5",
        ),
        (
            "/wide",
            json!("18446744073709551616"),
            Class::OutOfRange,
            "wide",
            "expected a whole number from 0 to 18446744073709551615, found 18446744073709551616",
        ),
        ("/text", json!("6162"), Class::CountMismatch, "text", "expected 5 elements, found 4"),
        ("/text", json!(5), Class::Inconsistent, "text", "expected a text, or {\"hex\": its bytes}, found 5"),
        (
            "/signed/1",
            json!(null),
            Class::Inconsistent,
            "signed[1]",
            "expected a whole number from -9223372036854775808 to 9223372036854775807, found null",
        ),
        (
            "/pairs/1/low",
            json!(40_000),
            Class::OutOfRange,
            "pairs[1].low",
            "expected a whole number from -32768 to 32767, found 40000",
        ),
        ("/pairs", json!([]), Class::CountMismatch, "pairs", "expected 2 elements, found 0"),
        (
            "/packed/wide",
            json!(2048),
            Class::OutOfRange,
            "packed.wide",
            "expected a whole number from 0 to 2047, found 2048",
        ),
        ("/pair", json!([]), Class::Inconsistent, "pair", "expected an object, Pair, found an array of 0 elements"),
    ];
    for (pointer, value, class, path, message) in cases {
        assert_eq!(try_(pointer, value), expected(class, path, message), "{pointer}");
    }
    assert_eq!(
        wrong::<shapes::Rules>(&without(&json, "/pair/high"), &[]),
        expected(Class::Missing, "pair.high", "expected a value, found none")
    );
    let mut more = json;
    more["pair"]["size"] = json!(1);
    assert_eq!(
        wrong::<shapes::Rules>(&more, &[]),
        expected(Class::BadReference, "pair.size", "Pair has no member with this name; expected one of low, high")
    );
}

#[test]
fn structures_name_what_is_wrong() {
    let values = samples::dynamics();
    let json = json_of::<shapes::Dynamic>(&values[0].to_vec().unwrap(), &[]);
    let place = |json: &Value| {
        let (class, path, _) = wrong::<shapes::Dynamic>(json, &[]);
        (class, path)
    };
    let at = |class: Class, path: &str| (class, path.to_owned());
    assert_eq!(place(&without(&json, "/big")), at(Class::Missing, "big"));
    assert_eq!(place(&with(&json, "/age", json!(1))), at(Class::Inconsistent, "age"));
    assert_eq!(place(&with(&json, "/floats", json!([1, 2]))), at(Class::Inconsistent, "floats"));
    assert_eq!(place(&with(&json, "/count", json!(1))), at(Class::BadReference, "count"));
    assert_eq!(place(&with(&json, "/title", json!("a\0b"))), at(Class::BadText, "title"));
    assert_eq!(place(&with(&json, "/title", json!({ "hex": "0" }))), at(Class::Inconsistent, "title"));
    assert_eq!(place(&with(&json, "/numbers", json!([1, 2]))), at(Class::CountMismatch, "numbers"));
    assert_eq!(place(&with(&json, "/nested/1/data", json!("00".repeat(256)))), at(Class::Overflow, "nested[1].len"));
    assert_eq!(place(&with(&json, "/switch", json!({ "two": 1 }))), at(Class::BadReference, "switch.two"));
    let mut pairs = json.clone();
    pairs["pairs"] = json!([{ "low": 1, "high": 2 }, { "low": 1, "high": 2 }]);
    pairs["numbers"] = json!([1, 2]);
    // Two pairs select the second case.
    assert_eq!(place(&pairs), at(Class::BadReference, "switch.one"));

    let tree = json_of::<Tree<shapes::Branch>>(&samples::bytes_of(&samples::branch(), [1]), &[1]);
    let (class, path, _) =
        wrong::<Tree<shapes::Branch>>(&with(&tree, "/children/0/children/0/weight", json!(-1)), &[1]);
    assert_eq!((class, &*path), (Class::OutOfRange, "children[0].children[0].weight"));
    // A value of structured data without parts cannot have children.
    let node = json!({ "kind": 14, "value": {}, "children": [{ "name": "1", "kind": 0, "value": {}, "children": [
        { "kind": 0, "value": {}, "children": [] }
    ] }] });
    let (class, path, _) = wrong::<Tree<Node>>(&without(&node, "/kind"), &[i128::from(NONE)]);
    assert_eq!((class, &*path), (Class::Inconsistent, "children[0].count"));
    let (class, path, _) = wrong::<shapes::Strict>(&json!({}), &[1]);
    assert_eq!((class, &*path), (Class::UnknownTag, ""));

    let archive = json_of::<shapes::Archive>(&samples::archive(), &[]);
    let far = with(&archive, "/head/extra", json!(3));
    let (class, path, _) = wrong::<shapes::Archive>(&far, &[]);
    assert_eq!((class, &*path), (Class::Overlap, "elsewhere"));
}
