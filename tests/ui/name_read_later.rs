use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    #[br(count = item_count)]
    items: Vec<u8>,
    item_count: u32,
}

fn main() {}
