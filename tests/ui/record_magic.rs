use bpx_schema::Record;

#[derive(Record)]
#[brw(little, magic = b"BPX")]
struct Header {
    version: u32,
}

fn main() {}
