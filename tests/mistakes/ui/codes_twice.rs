use bpx_schema::Record;

#[derive(Record)]
#[repr(u8)]
enum Kind {
    Texture = 1,
    Model = 0x1,
}

fn main() {}
