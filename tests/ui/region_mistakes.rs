use bpx_schema::{Record, structure};

#[derive(Record)]
#[brw(little)]
struct Directory {
    start: u32,
    size_of_one: u32,
}

#[structure]
#[brw(little)]
struct Named {
    size: u32,
    offset: u32,
    #[br(parse_with = until_eof)]
    #[schema(region(at = offset, size = size))]
    data: Vec<u8>,
}

#[structure]
struct Indexed {
    #[br(count = 2)]
    directories: Vec<Directory>,
    #[br(parse_with = until_eof)]
    #[schema(region(
        at = directories[1].start,
        size = directories[1].size_of_one,
        set(directories[1].start = region.offset)
    ))]
    data: Vec<u8>,
}

#[structure]
struct Padded {
    version: u8,
    #[br(if(version < 4))]
    #[schema(padding(align = 8))]
    padding: Vec<u8>,
}

#[structure]
#[brw(magic = 0x1234u16)]
struct Unordered {
    version: u8,
}

fn main() {}
