use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[br(temp)]
    count: u32,
}

fn main() {}
