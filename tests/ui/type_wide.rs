use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    id: u128,
}

fn main() {}
