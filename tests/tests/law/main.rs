//! The law of writers, for constructs of every kind: what an edited file is asked to have, a reader returns.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod declared;
mod samples;

use bpx_schema::assemble::assemble_file;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonText, read_json};
use bpx_schema::layout::FileWriter;
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Budget, Codec, DecodeOwned, Limits};
use declared::*;
use samples::{Sample, WHOLE, text};
use serde_json::{Value, json};
use test_needs::needs;
use tests::law::EditedFormat;
use tests::python::{Python, Question};

/// Edits each value of each file, and returns the number of edits that were written.
#[track_caller]
fn assert_law(samples: Vec<Sample>) -> usize {
    let edited = samples.into_iter().map(|(structure, file)| {
        let tally = EditedFormat::new(structure).edit_file(&file, 500);
        assert!(tally.broken.is_empty(), "{} {file:02x?}: {:#?}", structure.name, tally.broken);
        tally.kept
    });
    edited.sum()
}

/// Changes a file as JSON. Returns the error of the writer, as its path, and its message.
#[track_caller]
fn refused<T: Codec>(file: &[u8], change: impl FnOnce(&mut Value)) -> (String, String) {
    let model = Model::from_root(T::schema());
    let mut text = JsonText::compact(Vec::new());
    let interpreter = Interpreter::new(&model).unwrap();
    interpreter.write_json(&model.root, file, &[], Limits::default(), &mut text).unwrap();
    let mut values: Value = serde_json::from_slice(&text.finish().unwrap()).unwrap();
    change(&mut values);
    let changed = values.to_string();
    let doc = read_json(changed.as_bytes(), 64, &Budget::default()).unwrap();
    let error = assemble_file(&model, &Algorithms::builtin(), &model.root, doc.root(), &[]).unwrap_err();
    let finding = error.into_finding().unwrap();
    (finding.path.to_string(), finding.message)
}

/// Returns the error of a typed value that a reader would not return, as its path, and its message.
#[track_caller]
fn refused_value<T: Codec>(value: &T) -> (String, String) {
    let finding = value.to_vec().unwrap_err().into_finding().unwrap();
    (finding.path.to_string(), finding.message)
}

/// Writes a typed value, and expects that a reader returns it.
#[track_caller]
fn assert_kept<T: DecodeOwned + std::fmt::Debug + PartialEq>(value: &T) {
    assert_eq!(T::from_slice(&value.to_vec().unwrap()).unwrap(), *value);
}

#[test]
fn parts_elsewhere() {
    let kept = assert_law(samples::parts_elsewhere());
    assert!(kept > 150, "{kept}");
}

#[test]
fn contents_and_checksums() {
    let kept = assert_law(samples::contents_and_checksums());
    assert!(kept > 100, "{kept}");
}

#[test]
fn values_in_order() {
    let kept = assert_law(samples::values_in_order());
    assert!(kept > 40, "{kept}");
}

/// Exported Python writes with code of its own, and follows the same law.
#[needs(python3)]
#[test]
fn exported_python() {
    let samples = samples::all();
    let models = samples.iter().map(|(structure, _)| (&*structure.name, Model::from_root(structure)));
    let python = Python::start(models);
    let (mut kept, mut count) = (0, 0);
    for (structure, file) in &samples {
        let tally = EditedFormat::new(structure).edit_file_with(file, 60, &|asked| {
            let ask = |json: &Value| Question::Json { schema: &structure.name, json: json.clone(), fresh: false };
            python.ask(&asked.iter().map(ask).collect::<Vec<_>>()).into_iter().map(Result::ok).collect()
        });
        assert!(tally.broken.is_empty(), "{} {file:02x?}: {:#?}", structure.name, tally.broken);
        (kept, count) = (kept + tally.kept, count + tally.count());
    }
    assert!(kept > 200, "{kept} of {count}");
}

/// A condition or a count may depend on the number of left bytes, or on the position.
#[test]
fn left_bytes_and_positions() {
    assert_law(samples::left_bytes());
    let (path, message) = refused::<Trailing>(&[1, b'a', 7], |values| values["tail"] = json!("0708"));
    assert_eq!(path, "end");
    assert_eq!(message, "expected `remaining >= 2` to be 0, as the field was written, found 1");
    assert_eq!(refused::<Halves>(&[1, 2, 3, 4, 5], |values| values["first"] = json!("01")).0, "first");
    assert_eq!(refused::<Odd>(&[2, b'a', b'b', 7, 8], |values| values["name"] = json!("61")).0, "even");
}

/// Typed values follow the same law as JSON.
#[test]
fn left_bytes_and_positions_of_typed_values() {
    let trailing = |end, tail: &[u8]| Trailing { body: vec![1], end, tail: tail.to_vec() };
    assert_kept(&trailing(None, &[]));
    assert_kept(&trailing(None, &[7]));
    assert_kept(&trailing(Some(0x0807), &[9]));
    let (path, message) = refused_value(&trailing(None, &[7, 8]));
    assert_eq!(path, "end");
    assert_eq!(message, "the value is missing, but its condition holds (`remaining >= 2`)");

    let halves = |first: &[u8], second: &[u8]| Halves { first: first.to_vec(), second: second.to_vec() };
    assert_kept(&halves(&[1], &[2, 3]));
    let (path, message) = refused_value(&halves(&[1], &[2, 3, 4]));
    assert_eq!((path.as_str(), message.as_str()), ("first", "expected 2 elements, as the count states, found 1"));

    let odd = |name: &[u8], even| Odd { name: name.to_vec(), even, rest: vec![4] };
    assert_kept(&odd(b"a", Some(3)));
    assert_kept(&odd(b"ab", None));
    assert_eq!(refused_value(&odd(b"a", None)).0, "even");
    assert_eq!(refused_value(&odd(b"ab", Some(3))).0, "even");
}

/// Sizes of contents count from the content, also after other contents.
#[test]
fn left_bytes_of_contents() {
    let halves = |second: &[u8]| Halves { first: vec![1], second: second.to_vec() };
    let outer = |inner, end, odd| OuterBox { before_size: 2, before: vec![8, 9], inner_size: 2, inner, end, odd };
    let boxes = |outer: OuterBox, packed: Halves| {
        let outer_size = 6 + 2 * u8::from(outer.end.is_some()) + u8::from(outer.odd.is_some());
        let mut boxes = Boxes { plain_size: 3, plain: vec![1, 2, 3], outer_size, outer, packed_size: 0, packed };
        if let Ok(bytes) = boxes.to_vec() {
            boxes.packed_size = Boxes::from_slice(&bytes).unwrap().packed_size;
        }
        boxes
    };
    assert_kept(&boxes(outer(halves(&[2]), None, None), halves(&[3, 4])));
    assert_kept(&boxes(outer(halves(&[2]), Some(7), Some(1)), halves(&[3])));
    let path = |boxes: Boxes| refused_value(&boxes).0;
    assert_eq!(path(boxes(outer(halves(&[2, 3, 4]), None, None), halves(&[3]))), "outer.inner.first");
    assert_eq!(path(boxes(outer(halves(&[2]), Some(7), None), halves(&[3, 4, 5]))), "packed.first");
    assert_eq!(path(boxes(outer(halves(&[2, 3]), None, Some(1)), halves(&[3]))), "outer.odd");
    assert_eq!(path(boxes(outer(halves(&[2]), Some(7), Some(1)), halves(&[]))), "packed.first");
}

#[test]
fn lists_up_to_the_end_of_typed_values() {
    let remainders =
        |list: &[&[u8]]| Remainders { list: list.iter().map(|one| Remainder { bytes: one.to_vec() }).collect() };
    assert_kept(&remainders(&[]));
    assert_kept(&remainders(&[b"ab"]));
    assert_kept(&remainders(&[b"ab", b""]));
    let (path, message) = refused_value(&remainders(&[b"", b"ab"]));
    assert_eq!(path, "list[0].bytes");
    assert_eq!(message, "expected no bytes after a list that takes all bytes up to the end, found 2 bytes");
}

/// A number that states a size is set after the field, so that other fields must agree with the new number.
#[test]
fn numbers_that_are_set_late() {
    let kept = assert_law(samples::late_numbers());
    assert!(kept > 16, "{kept}");
    let (path, message) = refused::<Measured>(&[2, b'a', b'b', 0, 0, 7], |values| values["body"] = json!("61"));
    assert_eq!(path, "padding");
    assert_eq!(message, "expected 3 elements, by `(4 - (body_size % 4)) % 4`, found 2");
    // The field before the body is there only for a larger number.
    let shorter = refused::<Measured>(&[3, 9, b'a', b'b', b'c', 0, 7], |values| values["body"] = json!("61"));
    assert_eq!(shorter.0, "long");
}

/// The order and the width of a number are decided before the size is set.
#[test]
fn orders_and_widths_by_numbers_that_are_set_late() {
    let file = [1, 2, 0, 3, b'a'];
    let kept = refused::<Ordered>(&file, |values| values["body"] = json!("616161"));
    assert_eq!(kept.0, "number");
    let kept = refused::<Ordered>(&[3, 0, 2, 3, b'a', b'b', b'c'], |values| values["body"] = json!("6162636465"));
    assert_eq!(kept.0, "narrow");
    let ordered = Ordered { body_size: 1, number: 2, narrow: 3, body: b"abc".to_vec() };
    assert_eq!(refused_value(&ordered).0, "number");
}

#[test]
fn numbers_of_typed_values_that_are_set_late() {
    let measured = |body_size, long, body: &[u8], padding: &[u8]| Measured {
        body_size,
        long,
        body: body.to_vec(),
        padding: padding.to_vec(),
        rest: vec![7],
    };
    assert_kept(&measured(2, None, b"ab", &[0, 0]));
    assert_kept(&measured(3, Some(9), b"abc", &[0]));
    let (path, message) = refused_value(&measured(2, None, b"a", &[0, 0]));
    assert_eq!(path, "padding");
    assert_eq!(
        message,
        "expected `body_size` to be 1, because this field depends on the number, found 2: set the number before writing"
    );
    // Padding of the same size.
    assert_eq!(refused_value(&measured(5, Some(9), b"a", &[0, 0, 0])).0, "long");
    // Only a rule uses the number.
    let advised = Advised { kind: 1, body_size: 9, advice: None, body: b"ab".to_vec() };
    assert_eq!(advised.to_vec().unwrap(), [1, 2, b'a', b'b']);
}

/// What takes all bytes up to the end of a file must be at its end.
#[test]
fn nothing_follows_what_takes_all_bytes() {
    assert_law(samples::whole_spaces());
    let mut value = Whole::from_slice(&WHOLE).unwrap();
    value.text = text("longer");
    let error = FileWriter::edit(&value, [], &WHOLE).unwrap().place().err().unwrap().into_finding().unwrap();
    assert_eq!(error.path.to_string(), "rest");
    assert!(error.message.starts_with("expected no bytes after a list"), "{}", error.message);

    let rest = Remainder { bytes: b"ab".to_vec() };
    let open = Open { rest_at: 0, text_at: 0, flags: 1, sum: 0, rest, text: Some(text("c")) };
    let error = FileWriter::new(&open, []).unwrap().place().err().unwrap().into_finding().unwrap();
    assert_eq!(error.path.to_string(), "rest");

    let inner = refused::<Filled>(&[2, 1, b'a', 1, b'b'], |values| {
        values["list"].as_array_mut().unwrap().push(json!({ "length": 1, "rest": "62" }));
    });
    assert_eq!(inner.0, "list[1].length");
}
