//! Numbers about a whole file that lie in nested structures. In a part with a size of its own, these numbers are about
//! that part.

use super::shapes::compare::exported;
use bpx_schema::assemble::assemble_file;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonText, read_json};
use bpx_schema::layout::FileWriter;
use bpx_schema::report::Mode;
use bpx_schema::{Algorithms, Budget, Codec, DecodeOwned, Limits, structure};
use test_needs::needs;
use tests::python::{Python, Question};

/// A parcel whose label states the size of the parcel and the end of its goods.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Consignment {
    pub label: Label,
    pub count: u8,
    #[br(count = count)]
    pub boxes: Vec<Carton>,
    #[br(parse_with = until_eof)]
    pub goods: Vec<u8>,
}

/// Has no field at another offset.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(set(total = file.size, last = file.end - 1))]
pub struct Label {
    pub total: u16,
    pub weight: u8,
    pub last: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Carton {
    pub carton_size: u8,
    #[schema(region(size = carton_size))]
    pub inside: Inside,
}

/// The whole content of a carton, which counts the byte of its size too.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    set(weight = file.size + 1),
    assert(weight == size + 1, code = "inside.weight", on = weight)
)]
pub struct Inside {
    pub weight: u8,
    pub note_at: u8,
    pub note_size: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(at = note_at, size = note_size))]
    pub note: Vec<u8>,
}

pub fn consignment() -> Vec<u8> {
    let cartons = [&[5, 6, 3, 2][..], b"ab", &[6, 7, 3, 3], b"cde"].concat();
    [&[20, 0, 9, 19, 2][..], &cartons, b"xy"].concat()
}

/// A sheet in a part of its own, whose head has a size that varies.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Folder {
    pub sheet_size: u8,
    #[schema(region(size = sheet_size))]
    pub sheet: Sheet,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(set(total = file.size))]
pub struct Sheet {
    pub total: u8,
    pub line_count: u8,
    #[br(count = line_count)]
    pub lines: Vec<u8>,
}

/// A list whose total a rule checks.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(set(total = file.size), assert(total == size, code = "ledger.total", on = total))]
pub struct Ledger {
    pub total: u8,
    #[br(parse_with = until_eof)]
    pub lines: Vec<u8>,
}

fn edited<T: DecodeOwned<Args = [i128; 0]>>(value: &T, old: &[u8]) -> Vec<u8> {
    FileWriter::edit(value, [], old).unwrap().place().unwrap().to_vec().unwrap()
}

/// The JSON of the file, in which one text was replaced.
fn as_json<T: Codec>(file: &[u8], from: &str, to: &str) -> String {
    let model = exported::<T>();
    let mut json = JsonText::compact(Vec::new());
    Interpreter::new(&model).unwrap().write_json(&model.root, file, &[], Limits::default(), &mut json).unwrap();
    let text = String::from_utf8(json.finish().unwrap()).unwrap();
    assert!(from.is_empty() || text.matches(from).count() == 1, "{text}");
    if from.is_empty() { text } else { text.replacen(from, to, 1) }
}

/// The file from this JSON, by the schema alone.
fn through_json<T: Codec>(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    let (model, text) = (exported::<T>(), as_json::<T>(file, from, to));
    let doc = read_json(text.as_bytes(), 64, &Budget::default()).unwrap();
    assemble_file(&model, &Algorithms::builtin(), &model.root, doc.root(), &[]).unwrap()
}

#[test]
fn numbers_about_the_file_are_set_where_they_lie() {
    let file = consignment();
    assert_eq!(Consignment::validate(&file, Mode::Strict).findings(), []);
    let mut value = Consignment::from_slice(&file).unwrap();
    assert_eq!(edited(&value, &file), file);
    assert_eq!(through_json::<Consignment>(&file, "", ""), file);
    let mut wrong = value.clone();
    (wrong.label.total, wrong.boxes[1].inside.weight) = (1, 1);
    let anew = FileWriter::new(&wrong, []).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(anew, file);

    value.goods.extend(b"z!");
    value.boxes[0].inside.note.push(b'?');
    let cartons = [&[6, 7, 3, 3][..], b"ab?", &[6, 7, 3, 3], b"cde"].concat();
    let longer = [&[23, 0, 9, 22, 2][..], &cartons, b"xyz!"].concat();
    assert_eq!(edited(&value, &file), longer);
    // JSON does not have the old size of the adjacent fields.
    let other = through_json::<Consignment>(&file, "\"note\":\"6162\"", "\"note\":\"61623f\"");
    assert_eq!(other[5..], [&cartons[..], b"xy"].concat());
}

#[needs(python3)]
#[test]
fn exported_python_sets_the_same_numbers() {
    let python = Python::start([("consignment", exported::<Consignment>())].into_iter());
    let replaced = ["\"note\":\"6162\"", "\"note\":\"61623f\""];
    let json = serde_json::from_str(&as_json::<Consignment>(&consignment(), replaced[0], replaced[1])).unwrap();
    let questions = [Question::Json { schema: "consignment", json, fresh: false }];
    let written = through_json::<Consignment>(&consignment(), replaced[0], replaced[1]);
    assert_eq!(python.ask(&questions), [Ok(written)]);
}

/// JSON does not have the old size of the fields, but the rule says that the old total is wrong.
#[needs(python3)]
#[test]
fn a_total_that_a_rule_rejects_is_set() {
    let mut ledger = Ledger::from_slice(b"\x03ab").unwrap();
    ledger.lines = b"abc".to_vec();
    assert_eq!(edited(&ledger, b"\x03ab"), b"\x04abc");
    assert_eq!(through_json::<Ledger>(b"\x03ab", "", ""), b"\x03ab");
    let replaced = ["\"6162\"", "\"616263\""];
    assert_eq!(through_json::<Ledger>(b"\x03ab", replaced[0], replaced[1]), b"\x04abc");
    let python = Python::start([("ledger", exported::<Ledger>())].into_iter());
    let json = serde_json::from_str(&as_json::<Ledger>(b"\x03ab", replaced[0], replaced[1])).unwrap();
    assert_eq!(python.ask(&[Question::Json { schema: "ledger", json, fresh: false }]), [Ok(b"\x04abc".to_vec())]);
}

#[test]
fn a_number_about_a_part_follows_each_change_in_the_part() {
    for (file, total) in [(b"\x04\x04\x02ab", 4), (b"\x04\x09\x02ab", 9)] {
        let mut folder = Folder::from_slice(file).unwrap();
        assert_eq!(folder.sheet.total, total);
        // An unchanged part keeps its number, even a wrong one that no rule rejects.
        assert_eq!(edited(&folder, file), file);
        folder.sheet.lines.push(b'c');
        folder.sheet.line_count = 3;
        assert_eq!(edited(&folder, file), *b"\x05\x05\x03abc");
        assert_eq!(FileWriter::new(&folder, []).unwrap().place().unwrap().to_vec().unwrap(), *b"\x05\x05\x03abc");
    }
}
