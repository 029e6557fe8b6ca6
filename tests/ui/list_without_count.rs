use bpx_derive::structure;

#[structure]
#[brw(little)]
struct Header {
    items: Vec<u8>,
}

fn main() {}
