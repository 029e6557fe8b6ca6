use bpx_schema::structure;

#[structure]
struct Checked {
    #[schema(padding(align = 4))]
    number: u8,
    #[schema(padding)]
    open: Vec<u8>,
    #[br(count = remaining)]
    #[schema(padding)]
    left: Vec<u8>,
}

#[structure]
struct Written {
    name: u8,
    #[schema(padding(align = 4, size = 2))]
    both: Vec<u8>,
    #[br(count = 3)]
    #[schema(padding(size = 4, of = name))]
    twice: Vec<u8>,
    #[schema(padding(to = 4))]
    unknown: Vec<u8>,
}

#[structure]
struct Filled {
    #[schema(padding(align = 4, fill = 256))]
    padding: Vec<u8>,
}

#[structure]
struct Placed {
    align: u8,
    #[br(count = 2)]
    #[schema(region(at = align, place(align = align, padded)))]
    aligned: Vec<u8>,
    #[br(count = 2)]
    #[schema(region(at = align, place(padded)))]
    placed: Vec<u8>,
}

#[structure]
struct Aligned {
    #[schema(padding(align = 0))]
    never: Vec<u8>,
    #[schema(padding(align = -4, of = self))]
    back: Vec<u8>,
}

#[structure]
struct Nowhere {
    at: u8,
    #[br(count = 2)]
    #[schema(region(at = at, place(align = 0)))]
    placed: Vec<u8>,
}

fn main() {}
