use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    visible: bool,
}

fn main() {}
