use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    size: u32,
    #[br(count = size)]
    items: Vec<u8>,
}

fn main() {}
