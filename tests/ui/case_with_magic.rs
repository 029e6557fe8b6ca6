use bpx_schema::structure;

#[structure]
#[brw(little)]
enum Value {
    #[br(magic = 1u8)]
    Number(u32),
    Text(u8),
}

fn main() {}
