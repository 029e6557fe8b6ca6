use bpx_derive::Record;

#[derive(Record)]
#[brw(little)]
struct Header<T> {
    version: T,
}

fn main() {}
