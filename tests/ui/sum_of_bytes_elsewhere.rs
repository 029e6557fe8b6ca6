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

fn main() {}
