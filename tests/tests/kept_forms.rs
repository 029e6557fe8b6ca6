//! Contents that nobody changed keep the form in which another compressor stored them, wherever they lie.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use bpx_schema::assemble::assemble_file;
use bpx_schema::codec::Regions;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{DocBuilder, JsonText, read_json};
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::Model;
use bpx_schema::transform::{Zlib, encode};
use bpx_schema::{Algorithms, Budget, Codec, Limits, Record, structure};
use flate2::{Compression, write::ZlibEncoder};
use serde_json::{Value, json};
use std::io::Write;
use test_needs::needs;
use tests::python::{Python, Question};

/// Labels that have offsets of their own, crates in place, and the contents of regions.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Shelf {
    pub counts: [u8; 3],
    #[br(count = counts[0])]
    pub labels: Vec<Label>,
    #[br(count = counts[1])]
    pub crates: Vec<Crate>,
    #[br(count = counts[2])]
    pub table: Vec<Row>,
    #[schema(region(
        each = table,
        at = entry.at,
        size = entry.stored,
        content_size = entry.size,
        transform(zlib)
    ))]
    pub pages: Regions<Page>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Row {
    pub at: u16,
    pub stored: u16,
    pub size: u16,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Label {
    pub at: u16,
    pub stored: u16,
    #[br(parse_with = until_eof)]
    #[schema(region(at = at, size = stored, transform(zlib)), utf8)]
    pub text: Vec<u8>,
}

/// Its content has contents of its own.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Crate {
    pub stored: u16,
    pub plain: u16,
    #[schema(region(size = stored, content_size = plain, transform(zlib)))]
    pub goods: Goods,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Goods {
    pub kind: u8,
    #[br(parse_with = until_eof)]
    pub parcels: Vec<Parcel>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Parcel {
    pub stored: u16,
    #[br(parse_with = until_eof)]
    #[schema(region(size = stored, transform(zlib)))]
    pub bytes: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    #[br(parse_with = until_eof)]
    #[schema(utf8)]
    pub text: Vec<u8>,
}

/// A shelf that is compressed as a whole.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Store {
    #[br(count = 1)]
    pub table: Vec<Row>,
    #[schema(region(each = table, at = entry.at, size = entry.stored, content_size = entry.size, transform(zlib)))]
    pub shelves: Regions<Shelf>,
}

/// As another program stores it: at this level, 0 for blocks that are not compressed.
fn stored(content: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(level));
    encoder.write_all(content).unwrap();
    let stored = encoder.finish().unwrap();
    assert_eq!(level == 6, stored == encode(content, &Zlib::new()).unwrap(), "level {level}");
    stored
}

fn u16s(numbers: &[usize]) -> Vec<u8> {
    numbers.iter().flat_map(|number| u16::try_from(*number).unwrap().to_le_bytes()).collect()
}

/// A text that has another stored form at each level.
fn text(word: &str) -> Vec<u8> {
    (0..40).flat_map(|number| format!("{word} {} {word}{} ", number % 7, number * number % 11).into_bytes()).collect()
}

fn goods(words: &[&str], level: u32) -> Vec<u8> {
    let parcel = |word: &&str| {
        let bytes = stored(&text(word), level);
        [u16s(&[bytes.len()]), bytes].concat()
    };
    [vec![7], words.iter().flat_map(parcel).collect()].concat()
}

/// A shelf whose contents are stored at these levels: those of labels, crates, parcels, and pages.
fn shelf([label, boxed, parcel, page]: [u32; 4]) -> Vec<u8> {
    let crates = [goods(&["salt", "rice", "salt"], parcel), goods(&["tea"], parcel)];
    let crates = crates.iter().flat_map(|goods| {
        let bytes = stored(goods, boxed);
        [u16s(&[bytes.len(), goods.len()]), bytes].concat()
    });
    let crates: Vec<u8> = crates.collect();
    let labels = [stored(&text("left"), label), stored(&text("right"), label)];
    // The same page twice, in two forms.
    let pages = [stored(&text("page"), page), stored(&text("page"), 1), stored(&text("end"), page)];
    let head = 3 + 2 * 4 + crates.len() + 3 * 6;
    let mut at = head;
    let mut place = |bytes: &Vec<u8>| {
        at += bytes.len();
        at - bytes.len()
    };
    let labels_at = labels.each_ref().map(&mut place);
    let pages_at = pages.each_ref().map(&mut place);
    let sizes = [text("page").len(), text("page").len(), text("end").len()];
    let mut file = vec![2, 2, 3];
    (0..2).for_each(|n| file.extend(u16s(&[labels_at[n], labels[n].len()])));
    file.extend(crates);
    (0..3).for_each(|n| file.extend(u16s(&[pages_at[n], pages[n].len(), sizes[n]])));
    file.extend(labels.concat());
    file.extend(pages.concat());
    assert_eq!(Shelf::validate(&file, Mode::Strict).findings(), []);
    file
}

const FORMS: &[[u32; 4]] = &[[6; 4], [1, 6, 6, 9], [6, 1, 6, 6], [6, 6, 1, 6], [9, 0, 1, 0], [0; 4]];

fn json_of(file: &[u8]) -> Value {
    let model = Model::from_root(Shelf::schema());
    let mut text = JsonText::compact(Vec::new());
    let interpreter = Interpreter::new(&model).unwrap();
    interpreter.write_json("Shelf", file, &[], Limits::default(), &mut text).unwrap();
    serde_json::from_slice(&text.finish().unwrap()).unwrap()
}

fn assembled(json: &Value) -> bpx_schema::Result<Vec<u8>> {
    let (model, text) = (Model::from_root(Shelf::schema()), json.to_string());
    let json = read_json(text.as_bytes(), 64, &Budget::new(Limits::default(), text.len() as u64)).unwrap();
    assemble_file(&model, &Algorithms::builtin(), "Shelf", json.root(), &[])
}

#[test]
fn an_unchanged_file_comes_back() {
    for levels in FORMS {
        let file = shelf(*levels);
        let value = Shelf::from_slice(&file).unwrap();
        let same = FileWriter::edit(&value, [], &file).unwrap().place().unwrap().to_vec().unwrap();
        assert!(same == file, "{levels:?}");
        assert!(assembled(&json_of(&file)).unwrap() == file, "{levels:?}");
    }
}

#[test]
fn json_has_the_forms_that_no_encoder_here_makes() {
    let forms = |levels| json_of(&shelf(levels))["$forms"].as_array().map_or(0, Vec::len);
    // One content has two forms: that of level 1, and its other one, so that a size says which is meant.
    assert_eq!(forms([6; 4]), 2);
    assert_eq!(forms([1, 6, 6, 6]), 2 + 2);
    // The same parcel is stored twice in one form.
    assert_eq!(forms([6, 6, 1, 6]), 2 + 3);
    let mut json = json_of(&shelf([0; 4]));
    json["$forms"][0]["transform"] = json!("zip");
    let finding = assembled(&json).unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::UnsupportedFeature, "$forms[0].transform".into()));
    json["$forms"][0] = json!({ "transform": "zlib", "data": "00" });
    let finding = assembled(&json).unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::BadStream, "$forms[0].data".into()));
}

/// A shelf in compressed content keeps a page that cannot be decompressed.
#[test]
fn damaged_bytes_in_content_come_back() {
    let damaged = [0xde, 0xad, 0xbe, 0xef, 1, 2, 3];
    let content = [vec![0, 0, 1], u16s(&[9, damaged.len(), 5]), damaged.to_vec()].concat();
    let packed = encode(&content, &Zlib::new()).unwrap();
    let file = [u16s(&[6, packed.len(), content.len()]), packed].concat();
    let model = Model::from_root(Store::schema());
    let budget = Budget::default();
    let mut doc = DocBuilder::new(&budget);
    Interpreter::new(&model).unwrap().write_json("Store", &file, &[], Limits::default(), &mut doc).unwrap();
    let doc = doc.finish().unwrap();
    let json: Value = serde_json::from_str(&doc.root().to_string()).unwrap();
    assert_eq!(json["shelves"][0]["pages"], json!([{ "$stored": "deadbeef010203" }]));
    assert_eq!(assemble_file(&model, &Algorithms::builtin(), "Store", doc.root(), &[]).unwrap(), file);
}

/// Whether bytes lie in a file.
fn has(file: &[u8], bytes: &[u8]) -> bool {
    file.windows(bytes.len()).any(|window| window == bytes)
}

/// The crates of a file, as they are stored.
fn crates_of(file: &[u8]) -> Vec<Vec<u8>> {
    let mut at = 11;
    let next = |_| {
        let size = usize::from(u16::from_le_bytes([file[at], file[at + 1]]));
        at += 4 + size;
        file[at - size..at].to_vec()
    };
    (0..2).map(next).collect()
}

#[test]
fn a_changed_content_is_stored_anew_and_the_others_stay() {
    let file = shelf([9, 0, 1, 9]);
    let mut value = Shelf::from_slice(&file).unwrap();
    value.labels[1].text = text("top");
    value.crates[0].goods.parcels[1].bytes = text("flour");
    let pages = Shelf::schema().fields().iter().find(|field| field.name == "pages").unwrap();
    let mut writer = FileWriter::edit(&value, [], &file).unwrap();
    writer.put(pages, 1, Content::new(text("page"))).unwrap();
    writer.put(pages, 2, Content::new(text("last"))).unwrap();
    let edited = writer.place().unwrap().to_vec().unwrap();
    // The schema alone does the same.
    let mut json = json_of(&file);
    let string = |word| Value::from(String::from_utf8(text(word)).unwrap());
    json["labels"][1]["text"] = string("top");
    json["crates"][0]["goods"]["parcels"][1]["bytes"] = bpx_schema::value::hex(&text("flour")).into();
    json["pages"][2]["text"] = string("last");
    assert!(assembled(&json).unwrap() == edited);
    assert_eq!(Shelf::validate(&edited, Mode::Strict).findings(), []);
    let read = Shelf::from_slice(&edited).unwrap();
    assert_eq!((&read.labels[1].text, &read.crates[0].goods.parcels[1].bytes), (&text("top"), &text("flour")));
    for (word, level) in [("left", 9), ("top", 6), ("page", 9), ("page", 1), ("last", 6)] {
        assert!(has(&edited, &stored(&text(word), level)), "{word}");
    }
    let crates = crates_of(&edited);
    assert_eq!(crates[1], stored(&goods(&["tea"], 1), 0));
    // What is around a changed content is changed; what else lies in it is not.
    let parcels = [stored(&text("salt"), 1), stored(&text("flour"), 6), stored(&text("salt"), 1)];
    let parcels = parcels.iter().flat_map(|bytes| [u16s(&[bytes.len()]), bytes.clone()].concat());
    assert_eq!(crates[0], stored(&[vec![7], parcels.collect()].concat(), 6));
}

#[test]
fn a_moved_content_keeps_its_form() {
    let file = shelf([9, 0, 1, 9]);
    let mut value = Shelf::from_slice(&file).unwrap();
    value.crates.reverse();
    value.labels.remove(0);
    value.counts[0] = 1;
    let edited = FileWriter::edit(&value, [], &file).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(Shelf::validate(&edited, Mode::Strict).findings(), []);
    let [first, second] = [&["tea"][..], &["salt", "rice", "salt"]].map(|words| stored(&goods(words, 1), 0));
    assert!(has(&edited, &first) && has(&edited, &second) && has(&edited, &stored(&text("right"), 9)));
    assert!(!has(&edited, &stored(&text("left"), 9)));
}

#[needs(python3)]
#[test]
fn exported_python_keeps_forms() {
    let python = Python::start(std::iter::once(("shelf", Model::from_root(Shelf::schema()))));
    for levels in FORMS {
        let file = shelf(*levels);
        let mut questions = vec![Question::Bytes { schema: "shelf", bytes: file.clone() }];
        // What its compressor makes is not what an encoder here makes, of which JSON has no form.
        if !levels.contains(&6) {
            questions.push(Question::Json { schema: "shelf", json: json_of(&file), fresh: false });
        }
        for answer in python.ask(&questions) {
            assert!(answer.unwrap() == file, "{levels:?}");
        }
    }
}

#[needs(python3)]
#[test]
fn exported_python_stores_a_changed_content_anew() {
    let python = Python::start(std::iter::once(("shelf", Model::from_root(Shelf::schema()))));
    let mut json = json_of(&shelf([9, 0, 1, 9]));
    json["crates"][0]["goods"]["parcels"][1]["bytes"] = bpx_schema::value::hex(&text("flour")).into();
    let edited = python.ask(&[Question::Json { schema: "shelf", json, fresh: false }]).remove(0).unwrap();
    assert_eq!(Shelf::validate(&edited, Mode::Strict).findings(), []);
    assert_eq!(Shelf::from_slice(&edited).unwrap().crates[0].goods.parcels[1].bytes, text("flour"));
    assert_eq!(crates_of(&edited)[1], stored(&goods(&["tea"], 1), 0));
    assert!(has(&edited, &stored(&text("left"), 9)) && has(&edited, &stored(&text("page"), 1)));
}
