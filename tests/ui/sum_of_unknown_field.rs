use bpx_schema::{Record, structure};

#[derive(Record)]
#[brw(little)]
struct Entry {
    offset: u32,
    size: u32,
}

#[structure]
#[schema(sum(byte_sum, over(header, table), stored = header.size), derive(head.size = 1))]
struct File {
    header: Entry,
}

fn main() {}
