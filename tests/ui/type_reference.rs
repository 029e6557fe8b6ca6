use bpx_derive::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    name: &'static str,
}

fn main() {}
