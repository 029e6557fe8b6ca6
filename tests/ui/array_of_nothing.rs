use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    nothing: [u8; 0],
}

fn main() {}
