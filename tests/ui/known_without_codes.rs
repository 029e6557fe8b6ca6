use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(known)]
    kind: u8,
}

fn main() {}
