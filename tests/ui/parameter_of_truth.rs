use bpx_schema::structure;

#[structure]
#[brw(little, is_big = is_big)]
#[br(import(is_big: bool))]
struct Header {
    version: u32,
}

fn main() {}
