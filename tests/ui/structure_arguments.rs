use bpx_derive::structure;

#[structure(little)]
#[brw(little)]
struct Header {
    version: u32,
}

fn main() {}
