use bpx_schema::structure;

#[structure]
#[brw(magic = b"AB")]
struct Signed {
    magic: u8,
}

#[structure]
struct Twice {
    #[br(temp)]
    #[bw(calc = items.len())]
    count: u8,
    count: u8,
    #[br(count = count)]
    items: Vec<u8>,
}

#[structure]
#[br(import(kind: u8, kind: u16))]
struct Shadow {
    kind: u8,
}

#[structure]
#[br(import(kind: u8, end: u8))]
enum Chunk {
    #[br(pre_assert(kind == 1))]
    One { kind: u8 },
    #[br(pre_assert(kind == 2))]
    End(u8),
    Other,
}

fn main() {}
