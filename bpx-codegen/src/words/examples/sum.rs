use bpx_schema::{Codec, Record, structure};

#[derive(Debug, Clone, Record)]
#[brw(little)]
struct Header {
    count: u16,
    checksum: u32,
}

#[structure]
#[derive(Debug)]
#[schema(
    derive(header.count = items.len()),
    sum(byte_sum, over(header, items), stored = header.checksum, skip(header.checksum))
)]
struct File {
    header: Header,
    #[br(count = header.count)]
    items: Vec<u8>,
}

let file = File { header: Header { count: 0, checksum: 0 }, items: vec![10, 20] };
assert_eq!(file.to_vec().unwrap(), [2, 0, 32, 0, 0, 0, 10, 20]);
