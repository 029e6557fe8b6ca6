use bpx_schema::codec::Regions;
use bpx_schema::{Record, structure};

#[structure]
#[brw(little)]
#[schema(derive(header.count = entries.len()))]
struct File {
    header_size: u16,
    #[schema(region(size = header_size, check(byte_sum, stored = header_size)))]
    header: Header,
    #[br(count = header.count)]
    entries: Vec<u8>,
    #[br(count = 4)]
    #[schema(region(at = header.start, set(header.start = region.offset)))]
    data: Vec<u8>,
}

#[structure]
#[brw(little)]
struct Archive {
    directory: u32,
    directory_size: u32,
    #[br(parse_with = until_eof)]
    #[schema(region(at = directory, size = directory_size))]
    entries: Vec<Entry>,
    #[schema(region(each = entries, at = entry.offset, size = entry.size))]
    parts: Regions<Part>,
}

fn main() {}
