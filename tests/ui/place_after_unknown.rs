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
    table_offset: u32,
    #[br(count = 1)]
    #[schema(region(at = table_offset, place(after = lumps)))]
    table: Vec<Entry>,
    #[schema(region(each = table, at = entry.offset, size = entry.size, place(after = table_offset)))]
    parts: Regions<Part>,
    #[schema(region(each = table, at = entry.offset, size = entry.size, place(after = others)))]
    others: Regions<Part>,
}

fn main() {}
