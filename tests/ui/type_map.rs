use bpx_schema::structure;

use std::collections::HashMap;

#[structure]
#[brw(little)]
struct Header {
    #[br(count = 2)]
    entries: HashMap<u32, u32>,
}

fn main() {}
