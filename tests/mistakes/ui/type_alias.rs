use bpx_schema::structure;

type Id = u32;

#[structure]
struct File {
    id: Id,
}

fn main() {}
