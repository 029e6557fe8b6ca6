use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(lenient = "I-3")]
    version: u32,
    #[schema(code = "header.kind")]
    kind: u32,
}

fn main() {}
