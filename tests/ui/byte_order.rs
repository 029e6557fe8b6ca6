use bpx_derive::Record;

#[derive(Record)]
struct Header {
    version: u32,
}

fn main() {}
