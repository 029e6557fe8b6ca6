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
}

fn main() {}
