use bpx_derive::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    visible: bool,
}

fn main() {}
