use bpx_schema::{Record, structure};

#[derive(Record)]
#[brw(little)]
struct Header {
    short: u16,
    signed: i32,
    wide: u64,
}

#[structure]
#[brw(little)]
#[schema(sum(crc32, over(size, checksum), stored = checksum))]
struct Own {
    size: u32,
    checksum: u32,
}

#[structure]
#[brw(little)]
#[schema(
    sum(crc32, over(bytes), stored = short),
    sum(byte_sum, over(bytes), stored = checksum, or_zero(checksum)),
    sum(byte_sum, over(checksum, short), stored = checksum, skip(checksum)),
    sum(byte_sum, over(bytes), stored = header.inner.sum)
)]
struct Wrong {
    header: Header,
    short: u16,
    checksum: u32,
    #[br(count = 2)]
    bytes: Vec<u8>,
}

#[structure]
#[schema(
    sum(byte_sum, over(bytes), stored = header.short),
    sum(byte_sum, over(bytes), stored = header.signed),
    sum(byte_sum, over(bytes), stored = header.wide)
)]
struct Members {
    header: Header,
    #[br(count = 2)]
    bytes: Vec<u8>,
}

fn main() {}
