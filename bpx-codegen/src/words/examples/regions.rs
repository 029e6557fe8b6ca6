use bpx_schema::{Codec, structure};

#[structure]
#[derive(Debug, PartialEq)]
#[brw(little)]
#[schema(set(file_size = file.end))]
struct Message {
    file_size: u16,
    title_offset: u16,
    body_size: u8,
    sum: u32,
    #[br(parse_with = until_eof)]
    #[schema(region(size = body_size, check(byte_sum, stored = sum)))]
    body: Vec<u16>,
    #[br(count = 2)]
    #[schema(region(at = title_offset))]
    title: Vec<u8>,
}

let bytes = b"\x0D\0\x0B\0\x02\x05\0\0\0\x05\0Hi";
assert_eq!(Message::from_slice(bytes).unwrap().title, b"Hi");
