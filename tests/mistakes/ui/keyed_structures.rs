//! The keys of a pool lie at one offset in each element, so that the elements are records, and are whole numbers.

use bpx_schema::{Record, structure};

#[structure]
#[derive(Debug)]
struct Shape {
    kind: u8,
    #[br(if(kind > 1))]
    size: Option<u8>,
}

#[structure]
#[derive(Debug)]
struct Shapes {
    #[br(parse_with = until_eof)]
    #[schema(pool("shapes", key = kind))]
    shapes: Vec<Shape>,
}

#[derive(Debug, Record)]
#[brw(little)]
struct Part {
    size: f32,
    name: [u8; 4],
    kind: u8,
}

#[structure]
#[derive(Debug)]
struct Parts {
    #[br(count = 2)]
    #[schema(pool("lost", key = mass))]
    lost: Vec<Part>,
    #[br(count = 2)]
    #[schema(pool("sizes", key = size))]
    sizes: Vec<Part>,
    #[br(count = 2)]
    #[schema(pool("names", key = name))]
    names: Vec<Part>,
    #[br(count = 2)]
    #[schema(pool("kinds", key = kind))]
    kinds: Vec<Part>,
}

fn main() {}
