use bpx_schema::structure;

#[structure]
#[brw(little)]
#[schema(derive(item_count = items.len()))]
struct File {
    item_count: u32,
    #[br(count = item_count)]
    items: Vec<u8>,
}

fn main() {}
