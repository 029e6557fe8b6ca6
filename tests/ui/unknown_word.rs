use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(ranges(0..=9))]
    version: u32,
    #[br(align = 4)]
    kind: u32,
}

fn main() {}
