//! The keys of a pool lie at one offset in each element, so that the elements are records.

use bpx_schema::structure;

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

fn main() {}
