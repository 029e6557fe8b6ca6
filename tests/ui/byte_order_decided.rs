use bpx_schema::{Record, structure};

#[derive(Record)]
#[brw(is_big = order == 1)]
struct Constant {
    order: u32,
}

#[derive(Record)]
#[brw(little)]
struct Header {
    #[brw(is_big = true)]
    order: u32,
    #[schema(width = 2)]
    size: u32,
}

#[structure]
#[brw(is_big = order == 1)]
struct Unknown {
    order: u16,
    number: u32,
}

#[structure]
#[brw(big, is_big = order)]
struct Number {
    order: u16,
    number: u32,
}

#[structure]
#[brw(little, is_big = order == 1)]
struct Unused {
    order: u8,
    #[br(args(order))]
    rest: Part,
}

#[structure]
#[br(import(order: u8))]
#[brw(is_big = order == 1)]
struct Part {
    #[brw(is_big = order == 2)]
    byte: u8,
    #[brw(little, is_big = order == 2)]
    twice: u16,
    #[br(until_excluding = entry == 1)]
    list: Vec<u16>,
    number: u32,
}

#[structure]
#[br(import(order: u8))]
#[brw(is_big = order == 1)]
enum Value {
    #[br(magic = 0x1234u16)]
    Tagged { number: u32 },
    Other { number: u32 },
}

fn main() {}
