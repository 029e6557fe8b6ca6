use bpx_schema::structure;

#[structure]
#[brw(little)]
enum Value {
    Number(u32),
    Text(u8),
}

fn main() {}
