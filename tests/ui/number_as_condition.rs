use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    flags: u8,
    #[br(if(flags & 1))]
    name: Option<u32>,
    #[br(count = flags == 1)]
    items: Vec<u8>,
}

fn main() {}
