use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Pair(u32, u32);

fn main() {}
