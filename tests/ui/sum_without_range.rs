use bpx_schema::{Record, structure};

#[derive(Record)]
#[brw(little)]
struct Entry {
    offset: u32,
    size: u32,
}

#[structure]
#[schema(sum(byte_sum, stored = header.size))]
struct File {
    header: Entry,
}

fn main() {}
