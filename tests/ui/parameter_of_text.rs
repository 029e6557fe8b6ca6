use bpx_schema::structure;

#[structure]
#[brw(little)]
#[br(import(name: String))]
struct Header {
    version: u32,
}

fn main() {}
