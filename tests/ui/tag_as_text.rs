use bpx_schema::structure;

#[structure]
#[brw(big)]
#[br(import(tag: u32))]
enum Chunk {
    #[br(pre_assert(tag == b"IHDR"))]
    Header(u8),
    #[br(pre_assert(tag == b"long text"))]
    Text(u8),
    Other,
}

fn main() {}
