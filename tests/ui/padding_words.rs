use bpx_schema::structure;

#[structure]
struct Padded {
    name: u8,
    #[schema(padding(align = 4))]
    number: u8,
    #[schema(padding)]
    open: Vec<u8>,
    #[schema(padding(align = 4, size = 2))]
    both: Vec<u8>,
    #[br(count = remaining)]
    #[schema(padding)]
    left: Vec<u8>,
    #[br(count = 3)]
    #[schema(padding(size = 4, of = name))]
    twice: Vec<u8>,
    #[schema(padding(to = 4))]
    unknown: Vec<u8>,
}

fn main() {}
