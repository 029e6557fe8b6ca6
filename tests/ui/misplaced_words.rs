use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
#[schema(flags, one_of(1))]
struct Header {
    #[schema(size = 4)]
    version: u32,
    #[br(one_of(1, 2))]
    kind: u32,
    #[schema(count = 3)]
    flags: u32,
}

fn main() {}
