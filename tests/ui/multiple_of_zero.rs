use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(multiple_of = 0)]
    size: u32,
}

fn main() {}
