use bpx_schema::Record;
use bpx_schema::codec::{Regions, Uleb};
use bpx_schema::structure;

#[structure]
#[br(import(length: u8))]
struct Body {
    #[br(count = length)]
    bytes: Vec<u8>,
}

#[structure]
struct Circle {
    #[br(temp)]
    #[bw(calc = size_of(body))]
    length: u8,
    #[br(args(length))]
    body: Body,
    #[br(if(length > 4))]
    more: Option<u8>,
    #[br(temp)]
    #[bw(calc = length + 1)]
    next: u8,
}

#[structure]
struct Varies {
    #[br(temp)]
    #[bw(calc = size_of(self))]
    length: Uleb<u32>,
}

#[derive(Record)]
struct Entry {
    at: u8,
    size: u8,
}

#[structure]
#[schema(assert(size_of(parts) == 0))]
struct Elsewhere {
    #[br(count = size_of(after))]
    table: Vec<Entry>,
    #[br(temp)]
    #[bw(calc = offset_of(missing))]
    place: u8,
    #[br(temp)]
    #[bw(calc = size_of(self))]
    length: u8,
    after: u8,
    #[schema(region(each = table, at = entry.at, size = entry.size))]
    parts: Regions<Part>,
}

#[structure]
struct Member {
    table: Part,
    #[br(count = size_of(table.bytes))]
    after: Vec<u8>,
}

#[structure]
struct Part {
    #[br(parse_with = until_eof)]
    bytes: Vec<u8>,
}

#[structure]
struct Node {
    #[br(temp)]
    #[bw(calc = position)]
    place: u8,
    name: u8,
    #[br(count = size_of(name))]
    #[schema(children)]
    children: Vec<Node>,
}

fn main() {}
