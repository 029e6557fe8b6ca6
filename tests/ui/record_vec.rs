use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    items: Vec<u8>,
}

fn main() {}
