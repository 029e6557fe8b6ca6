use bpx_derive::Record;

#[derive(Record)]
enum Kind {
    Texture = 1,
}

fn main() {}
