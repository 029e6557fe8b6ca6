use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    #[br(args(1))]
    version: u32,
}

fn main() {}
