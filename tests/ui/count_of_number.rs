use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    #[br(count = 2)]
    version: u32,
    #[br(count = 2)]
    words: [u16; 2],
}

fn main() {}
