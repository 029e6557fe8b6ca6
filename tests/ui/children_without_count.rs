use bpx_derive::structure;

#[structure]
#[brw(little)]
struct Node {
    #[schema(children)]
    children: Vec<Node>,
}

fn main() {}
