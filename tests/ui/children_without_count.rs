use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Node {
    #[schema(children)]
    children: Vec<Node>,
}

fn main() {}
