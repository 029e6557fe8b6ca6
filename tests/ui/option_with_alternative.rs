use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    flags: u8,
    #[br(if(flags == 1, 0))]
    name: Option<u32>,
    #[br(if(flags == 1, 0))]
    scale: f32,
    #[br(if(flags == 1, 256))]
    kind: u8,
    #[br(if(flags == 1, 16777216))]
    place: U24,
    #[br(if(flags == 1, 100))]
    age: Decimal<2>,
    #[br(if(flags == 1, 5))]
    sound: Vlq<u32>,
}

fn main() {}
