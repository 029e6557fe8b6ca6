use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(magic = 7)]
    signature: [u8; 1],
}

fn main() {}
