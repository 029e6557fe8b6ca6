use bpx_schema::structure;

use bpx_schema::codec::Uleb;

#[structure]
#[brw(little)]
struct Header {
    id: Uleb<u8>,
}

fn main() {}
