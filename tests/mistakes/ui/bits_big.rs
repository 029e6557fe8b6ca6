use bpx_schema::{Record, structure};

#[structure]
#[bitfield(bits = 8)]
struct Filled {
    low: B4,
    high: B4,
}

#[structure]
#[bitfield]
struct Kinds {
    kind: B8,
}

#[derive(Record)]
#[brw(big)]
struct Header {
    count: u16,
    kinds: Kinds,
}

#[structure]
#[brw(big)]
struct File {
    count: u16,
    #[br(count = count)]
    kinds: Vec<Kinds>,
    #[brw(little)]
    said: Kinds,
}

fn main() {}
