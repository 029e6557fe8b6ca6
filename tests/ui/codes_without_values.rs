use bpx_schema::Record;

#[derive(Record)]
#[repr(u8)]
enum Kind {
    Texture,
    Model = 1 + 1,
}

fn main() {}
