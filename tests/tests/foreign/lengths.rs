//! Lengths of lists in the elements of a list, summed and counted.

use bpx_schema::assemble::assemble_file;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonText, read_json};
use bpx_schema::layout::FileWriter;
use bpx_schema::report::Mode;
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Budget, Codec, Limits, structure};

/// States the size of the data of all blocks, and has an offset that counts from the end of that many bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(assert(sum(blocks, entry.names.len() * 2) < 9))]
pub struct Blocks {
    #[br(temp)]
    #[bw(calc = sum(blocks, entry.data.len()))]
    total: u8,
    #[br(temp)]
    #[bw(calc = blocks.len())]
    count: u8,
    #[br(count = count)]
    pub blocks: Vec<Block>,
    #[br(if(count(blocks, entry.names.len() == 0) > 0))]
    pub mark: Option<u8>,
    pub start: u8,
    #[schema(region(
        at = start + sum(blocks, entry.data.len()),
        set(start = region.offset - sum(blocks, entry.data.len()))
    ))]
    pub tail: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Block {
    #[br(temp)]
    #[bw(calc = data.len())]
    data_count: u8,
    #[br(count = data_count)]
    pub data: Vec<u8>,
    #[br(temp)]
    #[bw(calc = names.len())]
    name_count: u8,
    #[br(count = name_count)]
    pub names: Vec<u16>,
}

pub fn blocks() -> Vec<u8> {
    b"\x03\x02\x02ab\x01\x05\0\x01c\0\x07\x0aT".to_vec()
}

#[test]
fn all_writers_know_the_lengths_in_elements() {
    let file = blocks();
    assert_eq!(Blocks::validate(&file, Mode::Strict).findings(), []);
    let mut value = Blocks::from_slice(&file).unwrap();
    assert_eq!(value.to_vec().unwrap(), file);
    let edited = |value: &Blocks| FileWriter::edit(value, [], &file).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(edited(&value), file);
    value.blocks[1].data.push(b'd');
    let longer = b"\x04\x02\x02ab\x01\x05\0\x02cd\0\x07\x0aT";
    assert_eq!(edited(&value), longer);

    let model = Model::from_root(Blocks::schema());
    let mut json = JsonText::compact(Vec::new());
    Interpreter::new(&model).unwrap().write_json("Blocks", &file, &[], Limits::default(), &mut json).unwrap();
    let text = String::from_utf8(json.finish().unwrap()).unwrap().replacen("\"63\"", "\"6364\"", 1);
    let doc = read_json(text.as_bytes(), 64, &Budget::default()).unwrap();
    assert_eq!(assemble_file(&model, &Algorithms::builtin(), "Blocks", doc.root(), &[]).unwrap(), longer);
}
