use bpx_schema::structure;

use bpx_schema::codec::Regions;

#[structure]
#[brw(little)]
struct Header {
    #[br(count = 1)]
    table: Vec<u8>,
    contents: Regions<Header>,
}

fn main() {}
