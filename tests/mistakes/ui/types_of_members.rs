use bpx_schema::{Record, structure};

#[derive(Record)]
#[brw(little)]
struct Entry {
    size: u32,
    rate: f32,
    tag: [u8; 4],
}

#[structure]
#[brw(little)]
#[br(assert(entry.size == 1.0))]
#[br(assert(entry.tag < entry.tag))]
#[br(assert(entry.rate + entry.size == 2.0))]
#[br(assert(entry.size == b"abcd"))]
struct Header {
    entry: Entry,
    #[br(count = entry.rate)]
    more: Vec<u8>,
}

fn main() {}
