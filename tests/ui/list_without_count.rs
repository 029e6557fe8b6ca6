use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    items: Vec<u8>,
}

fn main() {}
