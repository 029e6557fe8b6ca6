use bpx_derive::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    letter: char,
}

fn main() {}
