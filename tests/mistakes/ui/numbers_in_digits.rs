//! Numbers in digits, of fixed point, and tags, as they cannot be declared.

use bpx_schema::codec::{Bcd, Decimal, FixedPoint, FourCc, Nul, NulSpace, Octal, Tag};
use bpx_schema::{Record, structure};

#[derive(Record)]
struct Sizes {
    none: Octal<0>,
    small: Octal<2, NulSpace>,
    named: Octal<8, Spaces>,
    wide: Decimal<25>,
    packed: Bcd<9>,
    filled: Bcd<4, Nul>,
}

#[derive(Record)]
#[brw(little)]
struct Points {
    wide: FixedPoint<i64, 32>,
    long: FixedPoint<u16, 17>,
    float: FixedPoint<f32, 8>,
    none: FixedPoint<u16>,
}

#[derive(Record)]
struct Several {
    tags: [FourCc; 2],
    tag: Tag<0>,
}

#[structure]
struct Lists {
    #[br(count = 2)]
    tags: Vec<Tag<3>>,
}

#[derive(Record)]
struct ArrayOfSizes {
    sizes: [Octal<8>; 2],
}

#[structure]
struct ListOfSizes {
    #[br(count = 2)]
    sizes: Vec<Octal<8>>,
}

#[structure]
struct Computed {
    #[br(temp)]
    #[bw(calc = data.len())]
    length: Decimal<4>,
    #[br(count = length)]
    data: Vec<u8>,
}

#[structure]
#[brw(is_big = order == 1)]
struct Decided {
    order: u8,
    scale: FixedPoint<u16, 8>,
}

#[derive(Record)]
struct OutOfRange {
    #[schema(range(1..=512))]
    mode: Octal<3>,
}

fn main() {}
