use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(range(1..9))]
    version: u32,
}

fn main() {}
