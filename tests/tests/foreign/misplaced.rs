//! Layouts that are refused: the error names the part in the whole file, and the offset of the part.

use bpx_schema::assemble::assemble_file;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonText, read_json};
use bpx_schema::layout::FileWriter;
use bpx_schema::report::Finding;
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Budget, Codec, Limits, Record, structure};

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    pub at: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(at = at + 0, size = 1, set()))]
    pub data: Vec<u8>,
}

/// Has a size that varies, and no field at another offset.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Rack {
    #[br(temp)]
    #[bw(calc = slots.len())]
    count: u8,
    #[br(count = count)]
    pub slots: Vec<Slot>,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Door {
    pub width: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Room {
    pub door: Door,
    #[br(count = 2)]
    pub racks: Vec<Rack>,
    pub counter: u8,
    #[br(if(counter == 7, 0))]
    #[schema(region(at = counter))]
    pub sign: u8,
}

const FILE: [u8; 11] = [3, 1, 8, 2, 9, 10, 7, b'S', b'a', b'b', b'c'];

fn room() -> Room {
    Room::from_slice(&FILE).unwrap()
}

fn edited(value: &Room) -> Finding {
    let error = FileWriter::edit(value, [], &FILE).and_then(FileWriter::place).err().unwrap();
    error.into_finding().unwrap()
}

/// The fault of the JSON of the file, in which one text is replaced.
fn assembled(from: &str, to: &str) -> Finding {
    let model = Model::from_root(Room::schema());
    let mut json = JsonText::compact(Vec::new());
    Interpreter::new(&model).unwrap().write_json("Room", &FILE, &[], Limits::default(), &mut json).unwrap();
    let text = String::from_utf8(json.finish().unwrap()).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{text}");
    let doc = read_json(text.replace(from, to).as_bytes(), 64, &Budget::default()).unwrap();
    assemble_file(&model, &Algorithms::builtin(), "Room", doc.root(), &[]).unwrap_err().into_finding().unwrap()
}

fn shown(finding: &Finding) -> (String, u64, &str) {
    (finding.path.to_string(), finding.location.file, &finding.message)
}

#[test]
fn a_part_without_a_place_is_named_in_the_whole_file() {
    let mut longer = room();
    longer.racks[1].slots[0].data.push(b'!');
    let expected =
        ("racks[1].slots[0].data".to_owned(), 9, "expected the stored size 1, which the declaration states, found 2");
    assert_eq!(shown(&edited(&longer)), expected);
    assert_eq!(shown(&assembled("\"data\":\"62\"", "\"data\":\"6221\"")), expected);

    let mut moved = room();
    moved.racks[1].slots[1].at = 5;
    let found = edited(&moved);
    let message = "expected `at + 0` to be 10, the offset, found 5; the declaration states no number to set for it";
    assert_eq!(shown(&found), ("racks[1].slots[1].data".to_owned(), 10, message));
}
