use bpx_schema::structure;

#[structure]
#[brw(little)]
#[br(import(flags: u8))]
struct Header {
    version: u32,
    #[br(count = item_count)]
    items: Vec<u8>,
    kind: u8,
}

fn main() {}
