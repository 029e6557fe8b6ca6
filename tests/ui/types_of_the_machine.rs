use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    length: usize,
    delta: isize,
}

fn main() {}
