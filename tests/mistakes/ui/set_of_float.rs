use bpx_schema::codec::Regions;
use bpx_schema::{Record, structure};

#[derive(Record)]
#[brw(little)]
struct Entry {
    offset: u32,
    size: u32,
    scale: f32,
}

#[structure]
struct Part {
    #[br(parse_with = until_eof)]
    bytes: Vec<u8>,
}

#[structure]
#[brw(little)]
struct File {
    #[br(count = 1)]
    table: Vec<Entry>,
    #[schema(region(
        each = table,
        at = entry.offset,
        size = entry.size,
        set(entry.scale = region.stored_size)
    ))]
    parts: Regions<Part>,
}

fn main() {}
