use bpx_schema::Record;

#[derive(Record)]
#[repr(u8)]
#[schema(flags)]
enum Flag {
    Zlib = 1,
    Both = 3,
    None = 0,
}

fn main() {}
