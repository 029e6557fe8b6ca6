use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    count: u32,
    #[br(count = count)]
    items: Vec<u8>,
}

fn main() {}
