use bpx_schema::structure;

#[structure]
struct Node {
    count: u8,
    #[br(count = count)]
    #[schema(children)]
    children: Vec<Node>,
    #[br(temp)]
    #[bw(calc = children.len())]
    again: u8,
}

#[structure]
struct Summed {
    count: u8,
    #[br(count = count)]
    #[schema(children)]
    children: Vec<Summed>,
    #[br(assert(sum(children.count) == 0))]
    end: u8,
}

fn main() {}
