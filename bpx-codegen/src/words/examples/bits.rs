use bpx_schema::{Codec, structure};

#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq)]
#[brw(big)]
#[schema(bits = 16)]
struct Part {
    kind: B2,
    length: B14,
}

assert_eq!(Part::from_bytes([0x40, 0x01]).length(), 1);
