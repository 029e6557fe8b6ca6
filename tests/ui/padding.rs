use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    #[br(pad_before = 4)]
    version: u32,
    #[brw(align_after = 8)]
    kind: u8,
}

fn main() {}
