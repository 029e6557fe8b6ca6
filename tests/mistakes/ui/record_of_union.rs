use bpx_schema::Record;

#[derive(Record)]
union Either {
    a: u32,
    b: f32,
}

fn main() {}
