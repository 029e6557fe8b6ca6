use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    letter: char,
}

fn main() {}
