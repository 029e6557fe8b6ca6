use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
#[br(import(kind: u8))]
struct Header {
    version: u32,
}

fn main() {}
