use bpx_schema::{Record, structure};
use bpx_schema::Codec;
use bpx_schema::codec::Tree;

#[derive(Record)]
struct Point {
    x: f32,
}

#[derive(Record)]
enum Kind {
    A = 1,
}

#[structure]
#[br(import(count: u8))]
struct Items {
    #[br(count = counts)]
    items: Vec<u8>,
}

#[structure]
struct Node {
    #[br(count = 1)]
    #[schema(children)]
    children: Vec<Nodes>,
}

#[structure]
struct File {
    point: Point,
    #[schema(codes = Kind, known)]
    kind: u8,
    #[br(args(kind))]
    items: Items,
    tree: Tree<Node>,
}

fn main() {
    let _ = File::from_slice(&[]).map(|file| file.to_vec());
    let _ = Point::from_slice(&[]);
}
