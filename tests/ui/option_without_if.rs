use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    name: Option<u32>,
}

fn main() {}
