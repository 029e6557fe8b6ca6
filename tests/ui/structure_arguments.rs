use bpx_schema::structure;

#[structure(little)]
#[brw(little)]
struct Header {
    version: u32,
}

fn main() {}
