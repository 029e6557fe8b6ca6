use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    #[br(temp)]
    item_count: u32,
    #[br(count = item_count)]
    items: Vec<u8>,
}

fn main() {}
