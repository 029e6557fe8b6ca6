use bpx_schema::{Codec, structure};

#[structure]
#[derive(Debug, PartialEq)]
struct Block {
    #[br(temp)]
    #[bw(calc = text.len())]
    length: u8,
    #[br(count = length)]
    text: Vec<u8>,
    #[schema(padding(align = 4))]
    padding: Vec<u8>,
}

let block = Block { text: b"hello".to_vec(), padding: vec![] };
assert_eq!(block.to_vec().unwrap(), *b"\x05hello\0\0");
