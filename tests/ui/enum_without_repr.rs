use bpx_schema::Record;

#[derive(Record)]
enum Kind {
    Texture = 1,
}

fn main() {}
