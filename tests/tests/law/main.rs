//! The law of writers, for constructs of every kind: what an edited file is asked to have, a reader returns.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod declared;

use bpx_schema::assemble::assemble_file;
use bpx_schema::codec::{CText, F16, Regions, Uleb};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonText, read_json};
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Budget, Codec, Limits};
use declared::*;
use serde_json::{Value, json};
use tests::law::EditedFormat;

/// Edits each value of a file, and returns the number of edits that were written.
#[track_caller]
fn assert_law<T: Codec>(file: &[u8]) -> usize {
    let tally = EditedFormat::new(T::schema()).edit_file(file, 500);
    assert!(tally.broken.is_empty(), "{} {file:02x?}: {:#?}", T::schema().name, tally.broken);
    tally.kept
}

fn text(text: &str) -> CText {
    CText::new(text).unwrap()
}

fn leaf(number: u8, words: &str) -> Leaf {
    Leaf { number, at: 0, text: text(words) }
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

#[test]
fn parts_elsewhere() {
    let mut kept = assert_law::<Labels>(&[2, 5, 2, 5, 3, b'a', b'b', b'c']);
    kept += assert_law::<Shared>(&[2, 5, 2, 5, 2, b'a', b'b']);
    kept += assert_law::<Shared>(&[3, 7, 2, 8, 1, 7, 2, b'a', b'b']);
    let aligned = Aligned {
        first_at: 0,
        first_size: 3,
        second_at: 0,
        third_at: 0,
        first: vec![1, 2, 3],
        second: text("abc"),
        third: 7,
    };
    kept += assert_law::<Aligned>(&made(&aligned));
    let label = |text: &str| Label { at: 0, length: 0, text: text.into() };
    let rows = vec![label("a"), label("bc")];
    kept += assert_law::<Based>(&made(&Based { base: 4, name_at: 0, count: 2, rows_at: 0, name: text("n"), rows }));
    let row = |kind, name: &str| Row { kind, name: text(name), more: (kind == 1).then(|| text("m")) };
    let list = vec![row(0, "a"), row(1, "b")];
    kept += assert_law::<Rows>(&made(&Rows { at: 0, length: 0, next_at: 0, list, next: row(1, "c") }));
    let link = Link { value: 1, at: 0, last: leaf(1, "ab") };
    kept += assert_law::<Chained>(&made(&Chained { at: 1, first: Some(link) }));
    kept += assert_law::<Found>(b"\x07xyENDab");
    kept += assert_law::<Found>(b"\x07ENDENDab");
    assert!(kept > 150, "{kept}");
}

#[test]
fn contents_and_checksums() {
    let sheet = |number, words: &str| Sheet { number, at: 0, check: 0, text: text(words) };
    let mut kept = assert_law::<Sheets>(&made(&Sheets { list: vec![sheet(1, "ab"), sheet(2, "c")] }));
    let album = Album {
        leaf_size: 0,
        leaf: leaf(1, "xy"),
        packed_size: 0,
        sum: 0,
        packed: leaf(2, "zz"),
        numbers_size: 0,
        numbers: vec![1, 2],
        after: 9,
    };
    kept += assert_law::<Album>(&made(&album));
    kept += assert_law::<Streams>(&made(&Streams { first: b"ab".to_vec(), after: 1, rest: vec![2] }));
    let slots = (0..4).map(|flags| Slot { flags, ..Slot::default() }).collect();
    let head = DirectoryHead { count: 4, ..DirectoryHead::default() };
    let directory = Directory { head, slots, parts: Regions::default() };
    let mut writer = FileWriter::new(&directory, []).unwrap();
    for (index, letter) in (0..).zip(*b"abaa") {
        writer.put(Directory::PARTS, index, Content::new(vec![1, 2, letter, 0])).unwrap();
    }
    kept += assert_law::<Directory>(&writer.place().unwrap().to_vec().unwrap());
    assert!(kept > 100, "{kept}");
}

#[test]
fn values_in_order() {
    let mut kept = assert_law::<Tagged>(b"A\x01B\x02\x03\x04");
    kept += assert_law::<Tagged>(b"AA");
    kept += assert_law::<Ended>(b"\x02ab\0cd\0\xff");
    let numbers = Numbers {
        varint: Uleb::new(300),
        half: F16::new(1.5).unwrap(),
        single: 0.1,
        double: 0.2,
        wide: u64::MAX,
        signed: 0,
        optional: 5,
    };
    kept += assert_law::<Numbers>(&made(&numbers));
    let texts = Texts {
        padded: *b"abc\0\0\0",
        fixed: *b"wort",
        ended: text("x"),
        counted: b"yz".to_vec(),
        wide: *b"a\0b\0c\0d\0",
    };
    kept += assert_law::<Texts>(&made(&texts));
    assert!(kept > 40, "{kept}");
}

/// A condition or a count may depend on the number of left bytes, or on the position.
#[test]
fn left_bytes_and_positions() {
    for file in [&[1, b'a', 1, 2, b't'][..], &[1, b'a'], &[1, b'a', 7]] {
        assert_law::<Trailing>(file);
    }
    assert_law::<Halves>(&[1, 2, 3, 4, 5]);
    assert_law::<Odd>(&[1, b'a', 0, 7]);
    assert_law::<Odd>(&[2, b'a', b'b', 7, 8]);
    let (path, message) = refused::<Trailing>(&[1, b'a', 7], |values| values["tail"] = json!("0708"));
    assert_eq!(path, "end");
    assert_eq!(message, "expected `remaining >= 2` to be 0, as the field was written, found 1");
    assert_eq!(refused::<Halves>(&[1, 2, 3, 4, 5], |values| values["first"] = json!("01")).0, "first");
    assert_eq!(refused::<Odd>(&[2, b'a', b'b', 7, 8], |values| values["name"] = json!("61")).0, "even");
}

/// A number that states a size is set after the field, so that other fields must agree with the new number.
#[test]
fn numbers_that_are_set_late() {
    let kept =
        assert_law::<Measured>(&[2, b'a', b'b', 0, 0, 7]) + assert_law::<Measured>(&[3, 9, b'a', b'b', b'c', 0, 7]);
    assert!(kept > 8, "{kept}");
    let (path, message) = refused::<Measured>(&[2, b'a', b'b', 0, 0, 7], |values| values["body"] = json!("61"));
    assert_eq!(path, "padding");
    assert_eq!(message, "expected 3 elements, by `(4 - (body_size % 4)) % 4`, found 2");
    // The field before the body is there only for a larger number.
    let shorter = refused::<Measured>(&[3, 9, b'a', b'b', b'c', 0, 7], |values| values["body"] = json!("61"));
    assert_eq!(shorter.0, "long");
    // An argument does not count if the field is absent, or if only a rule uses the argument.
    let kept = assert_law::<Advised>(&[1, 2, b'a', b'b']) + assert_law::<Advised>(&[0x80, 2, 9, b'a', b'b']);
    assert!(kept > 8, "{kept}");
}

/// What takes all bytes up to the end of a file must be at its end.
#[test]
fn nothing_follows_what_takes_all_bytes() {
    const WHOLE: [u8; 5] = [2, 7, b'a', b'b', 0];
    assert_law::<Whole>(&WHOLE);
    let mut value = Whole::from_slice(&WHOLE).unwrap();
    value.text = text("longer");
    let error = FileWriter::edit(&value, [], &WHOLE).unwrap().place().err().unwrap().into_finding().unwrap();
    assert_eq!(error.path.to_string(), "rest");
    assert!(error.message.starts_with("expected no bytes after a list"), "{}", error.message);

    assert_law::<Open>(&[9, 7, 1, 0x6d, 0x48, 0x83, 0x9e, b'c', 0, b'a', b'b']);
    let rest = Remainder { bytes: b"ab".to_vec() };
    let open = Open { rest_at: 0, text_at: 0, flags: 1, sum: 0, rest, text: Some(text("c")) };
    let error = FileWriter::new(&open, []).unwrap().place().err().unwrap().into_finding().unwrap();
    assert_eq!(error.path.to_string(), "rest");

    let inner = refused::<Filled>(&[2, 1, b'a', 1, b'b'], |values| {
        values["list"].as_array_mut().unwrap().push(json!({ "length": 1, "rest": "62" }));
    });
    assert_eq!(inner.0, "list[1].length");
}
