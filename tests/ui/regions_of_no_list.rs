use bpx_schema::structure;
use bpx_schema::codec::Regions;

#[structure]
struct Part {
    #[br(parse_with = until_eof)]
    bytes: Vec<u8>,
}

#[structure]
struct File {
    count: u8,
    #[schema(region(each = count, at = entry.at, size = entry.size))]
    parts: Regions<Part>,
}

fn main() {}
