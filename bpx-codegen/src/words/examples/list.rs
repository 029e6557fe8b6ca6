use bpx_schema::{Codec, structure};

#[structure]
#[derive(Debug, PartialEq)]
#[brw(little)]
struct List {
    #[br(temp)]
    #[bw(calc = items.len())]
    item_count: u16,
    #[br(count = item_count)]
    items: Vec<u16>,
    flags: u8,
    #[br(if(flags & 1 != 0))]
    level: Option<u8>,
    #[br(parse_with = until_eof)]
    rest: Vec<u8>,
}

let list = List { items: vec![5], flags: 1, level: Some(3), rest: vec![9] };
assert_eq!(list.to_vec().unwrap(), [1, 0, 5, 0, 1, 3, 9]);
