use bpx_derive::structure;

type Id = u32;

#[structure]
struct File {
    id: Id,
}

fn main() {}
