use bpx_schema::{Codec, structure};

#[structure]
#[derive(Debug, PartialEq)]
#[brw(is_big = order == b"MM")]
struct Table {
    order: [u8; 2],
    width: u8,
    #[schema(width = width)]
    offset: u64,
    #[brw(is_little = width == 2)]
    id: u16,
}

let table = Table { order: *b"MM", width: 4, offset: 258, id: 3 };
assert_eq!(table.to_vec().unwrap(), *b"MM\x04\0\0\x01\x02\0\x03");
