use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(range(9..=1))]
    version: u32,
}

fn main() {}
