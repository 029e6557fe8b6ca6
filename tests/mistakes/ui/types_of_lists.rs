use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Mesh {
    #[br(count = 2)]
    rows: Vec<[f32; 3]>,
    #[br(count = 2)]
    maybe: Vec<Option<u8>>,
    nothing: Option,
}

fn main() {}
