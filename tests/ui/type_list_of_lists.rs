use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    #[br(count = 2)]
    rows: Vec<Vec<u8>>,
}

fn main() {}
