use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(range(0..=300))]
    version: u8,
    #[schema(one_of(-1, 1))]
    kind: u16,
}

fn main() {}
