use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(magic = b"BPX")]
    signature: u32,
}

fn main() {}
