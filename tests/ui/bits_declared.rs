use bpx_derive::structure;

#[structure]
#[bitfield]
#[schema(bits = 16)]
struct Format {
    kind: B4,
    channels: B4,
}

fn main() {}
