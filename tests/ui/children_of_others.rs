use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Node {
    count: u8,
    #[br(count = count)]
    #[schema(children)]
    children: Vec<u8>,
}

fn main() {}
