use bpx_schema::structure;

use bpx_schema::codec::Uleb;

#[structure]
#[brw(little)]
struct Header {
    #[br(count = 2)]
    ids: Vec<Uleb<u32>>,
}

fn main() {}
