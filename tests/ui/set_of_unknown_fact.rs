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
#[schema(set(total = file.length))]
struct File {
    total: u32,
    #[br(count = 4)]
    #[schema(region(at = total, set(total = region.offset + region.checksum)))]
    title: Vec<u8>,
    #[br(count = 1)]
    table: Vec<Entry>,
    #[schema(region(
        each = table,
        at = entry.offset + 4,
        size = entry.size,
        set(entry.offset = regions.stored_size + region.place - 4)
    ))]
    parts: Regions<Part>,
}

fn main() {}
