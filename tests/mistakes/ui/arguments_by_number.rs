use bpx_schema::{Record, structure};

#[structure]
#[br(import(count: u8))]
struct Items {
    #[br(count = count)]
    items: Vec<u8>,
}

#[derive(Record)]
struct Plain {
    value: u8,
}

#[structure]
struct File {
    count: u8,
    first: Items,
    #[br(args(count, 2))]
    second: Items,
    #[br(count = 2, args(count))]
    plain: Vec<Plain>,
}

fn main() {}
