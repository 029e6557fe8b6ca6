use bpx_derive::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    length: usize,
    delta: isize,
}

fn main() {}
