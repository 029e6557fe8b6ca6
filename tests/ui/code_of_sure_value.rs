use bpx_schema::structure;

#[structure]
struct List {
    #[br(temp)]
    #[bw(calc = items.len())]
    #[schema(code = "list.count")]
    count: u8,
    #[br(count = count)]
    items: Vec<u8>,
}

fn main() {}
