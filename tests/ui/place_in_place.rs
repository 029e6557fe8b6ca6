use bpx_schema::structure;

#[structure]
#[brw(little)]
struct File {
    size_of_text: u32,
    #[br(parse_with = until_eof)]
    #[schema(region(size = size_of_text, place(align = 4)))]
    text: Vec<u8>,
    #[br(parse_with = until_eof)]
    #[schema(region(transform(zlib), set(size_of_text = region.stored_size)))]
    rest: Vec<u8>,
}

fn main() {}
