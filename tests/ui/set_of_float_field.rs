use bpx_schema::structure;

#[structure]
#[brw(little)]
#[schema(set(ratio = file.end))]
struct File {
    ratio: f32,
    #[br(parse_with = until_eof)]
    bytes: Vec<u8>,
}

fn main() {}
