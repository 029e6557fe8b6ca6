use bpx_derive::structure;

#[structure]
#[brw(little)]
struct Header {
    name: String,
}

fn main() {}
