use bpx_schema::{Record, structure};
use bpx_schema::codec::Regions;

#[derive(Record)]
#[brw(little)]
struct Entry {
    offset: u32,
    size: u32,
}

#[structure]
struct Part {
    #[br(parse_with = until_eof)]
    bytes: Vec<u8>,
}

#[structure]
struct File {
    #[br(count = 1)]
    table: Vec<Entry>,
    #[schema(region(each = table, at = entry.offset, size = entry.size, transform(brotli if entry.size != 0)))]
    parts: Regions<Part>,
}

fn main() {}
