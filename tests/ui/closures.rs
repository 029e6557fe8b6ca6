use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    #[br(map = |x: u8| x != 0)]
    visible: u8,
    #[br(parse_with = read_name)]
    name: u32,
    #[br(seek_before = std::io::SeekFrom::Start(4))]
    far: u32,
}

fn main() {}
