use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
#[schema(size = 8)]
struct Header {
    signature: [u8; 3],
    version: u32,
}

fn main() {}
