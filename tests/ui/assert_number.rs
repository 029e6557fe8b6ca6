use bpx_schema::Record;

#[derive(Record)]
#[brw(little, assert(version))]
struct Header {
    version: u32,
}

fn main() {}
