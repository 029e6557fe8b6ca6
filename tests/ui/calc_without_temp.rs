use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    #[bw(calc = items.len())]
    item_count: u32,
    #[br(count = item_count)]
    items: Vec<u8>,
}

fn main() {}
