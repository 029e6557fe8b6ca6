use bpx_schema::Record;

#[derive(Record)]
struct Header {
    version: u32,
}

fn main() {}
