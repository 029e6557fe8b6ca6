use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    flags: u8,
    #[br(if(flags == 1))]
    name: u32,
}

fn main() {}
