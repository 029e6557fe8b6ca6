use bpx_schema::structure;

#[structure]
#[brw(little)]
#[schema(sum(crc32, over(near, far), stored = checksum))]
struct File {
    checksum: u32,
    near: u8,
    #[schema(region(at = near))]
    far: u8,
}

/// One error for each field.
#[structure]
#[brw(little)]
#[schema(sum(crc32, over(data), stored = checksum))]
struct Packed {
    at: u8,
    #[br(count = 4)]
    #[schema(region(at = at, size = 4, set()))]
    data: Vec<u8>,
    #[schema(region(at = at))]
    checksum: u32,
}

fn main() {}
