use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    name: String,
}

fn main() {}
