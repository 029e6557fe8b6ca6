use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(magic = 7)]
    signature: [u8; 1],
}

#[derive(Record)]
struct Text {
    #[schema(magic = "BPX")]
    signature: [u8; 3],
}

fn main() {}
