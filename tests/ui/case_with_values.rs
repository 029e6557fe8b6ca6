use bpx_schema::structure;

#[structure]
#[brw(little)]
#[br(import(kind: u8))]
enum Value {
    #[br(pre_assert(kind == 1))]
    Pair(u32, u32),
    #[br(pre_assert(tag == 2))]
    One(u32),
}

fn main() {}
