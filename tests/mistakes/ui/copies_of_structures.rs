//! A writer sets a computed member in a copy of its structure.

use bpx_schema::{Record, structure};

#[derive(Debug, Record)]
struct Head {
    count: u8,
}

#[structure]
#[derive(Debug)]
#[schema(derive(head.count = list.len()))]
struct Derived {
    head: Head,
    #[br(count = head.count)]
    list: Vec<u8>,
}

fn main() {}
