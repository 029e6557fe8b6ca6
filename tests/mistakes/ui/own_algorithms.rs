use bpx_schema::checksum::Checksum;
use bpx_schema::{Record, structure};

#[derive(Default)]
struct Wide;

impl Checksum for Wide {
    const NAME: &'static str = "wide";
    const BITS: u32 = 40;
    fn update(&mut self, _: &[u8]) {}
    fn value(&self) -> u64 {
        0
    }
}

struct Nothing;

#[derive(Record)]
#[brw(little)]
struct Header {
    short: u32,
    long: u64,
}

#[structure]
#[brw(little)]
#[schema(sum(Wide, over(bytes), stored = sum), sum(Wide, over(bytes), stored = header.short), sum(Wide, over(bytes), stored = header.long))]
struct TooNarrow {
    header: Header,
    sum: u32,
    bytes: [u8; 2],
}

#[structure]
#[brw(little)]
#[schema(sum(Nothing, over(bytes), stored = sum))]
struct NoChecksum {
    sum: u64,
    bytes: [u8; 2],
}

#[structure]
#[brw(little)]
#[schema(sum(crc16_arc, over(bytes), stored = sum))]
struct NarrowBuiltIn {
    sum: u8,
    bytes: [u8; 2],
}

fn main() {}
