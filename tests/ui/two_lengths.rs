use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    #[br(count = 2, parse_with = until_eof)]
    items: Vec<u8>,
}

fn main() {}
