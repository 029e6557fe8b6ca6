use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Header {
    #[schema(range(0..=1))]
    scale: f32,
    #[schema(finite)]
    count: u32,
    #[schema(utf8)]
    name: [u16; 4],
}

fn main() {}
