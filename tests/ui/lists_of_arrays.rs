use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Mesh {
    #[br(count = 2)]
    points: Vec<[f32; 3]>,
    #[br(count = 2)]
    rows: Vec<[[u8; 2]; 2]>,
}

fn main() {}
