use bpx_schema::{Codec, structure};

#[structure]
#[derive(Debug, PartialEq)]
struct Lists {
    #[br(until = entry == 9)]
    with_last: Vec<u8>,
    #[br(until_excluding = entry == 0)]
    name: Vec<u8>,
    #[br(until = sum(sizes, entry) >= 4)]
    sizes: Vec<u8>,
    #[br(until_bytes = b"--")]
    rest: Vec<u8>,
}

let lists = Lists::from_slice(b"\x01\x09ab\0\x03\x01cd--").unwrap();
assert_eq!((lists.with_last, lists.name, lists.sizes), (vec![1, 9], b"ab".to_vec(), vec![3, 1]));
