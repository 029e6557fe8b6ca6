use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    name: &'static str,
}

fn main() {}
