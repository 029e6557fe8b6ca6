use bpx_derive::structure;

#[structure]
#[brw(little)]
struct Header {
    name: Option<u32>,
}

fn main() {}
