use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header<T> {
    version: T,
}

fn main() {}
