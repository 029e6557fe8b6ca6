use bpx_schema::Record;

#[derive(Record)]
#[repr(u8)]
enum Kind {
    Texture(u8) = 1,
}

fn main() {}
