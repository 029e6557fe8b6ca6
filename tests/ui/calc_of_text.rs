use bpx_schema::structure;

use bpx_schema::codec::CText;

#[structure]
#[brw(little)]
struct Header {
    #[br(temp)]
    #[bw(calc = items.len())]
    name: CText,
    #[br(count = 1)]
    items: Vec<u8>,
}

fn main() {}
