use bpx_schema::codec::Tree;
use bpx_schema::{Codec, structure};

#[structure]
#[derive(Debug, PartialEq)]
struct Node {
    name: u8,
    #[br(temp)]
    #[bw(calc = children.len())]
    child_count: u8,
    #[br(count = child_count)]
    #[schema(children)]
    children: Vec<Node>,
}

let tree = Tree::<Node>::from_slice(&[7, 2, 8, 0, 9, 0]).unwrap();
assert_eq!(tree.children(0).count(), 2);
