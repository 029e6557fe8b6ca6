//! Relations that find nothing in the pools of their structure.

use bpx_schema::codec::CText;
use bpx_schema::{Record, structure};

#[derive(Record)]
struct Bone {
    kind: u8,
}

#[structure]
struct Skeleton {
    #[br(count = 2)]
    #[schema(pool("bones"))]
    bones: Vec<Bone>,
    #[br(count = 2)]
    #[schema(pool("names"))]
    names: Vec<CText>,
    #[schema(text_in("bones", code = "skeleton.name"))]
    name: u8,
    #[schema(index_in("bones", key = 3, code = "skeleton.root"))]
    root: u8,
    #[schema(single("names", key = 1, code = "skeleton.single"))]
    single: u8,
    #[schema(count_of("bones"), index_in("names"), text_in("names"), index_in("others", key = 1))]
    sound: u8,
}

/// The second pool has the keys.
#[structure]
struct Parts {
    #[br(count = 2)]
    #[schema(pool("parts"))]
    first: Vec<Bone>,
    #[br(count = 2)]
    #[schema(pool("parts", key = kind))]
    second: Vec<Bone>,
    #[schema(index_in("parts", key = 3), text_in("parts"))]
    part: u8,
}

#[structure]
struct Keys {
    #[br(count = 2)]
    #[schema(pool("keys", key = head.kind))]
    keys: Vec<Bone>,
}

fn main() {}
