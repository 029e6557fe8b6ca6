use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    range: (u16, u16),
}

fn main() {}
