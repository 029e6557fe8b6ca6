use bpx_schema::Record;

#[derive(Record)]
#[brw(little, big)]
struct Header {
    #[schema(range(0..=9), range(1..=9))]
    version: u32,
}

fn main() {}
