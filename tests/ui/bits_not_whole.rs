use bpx_derive::structure;

#[structure]
#[bitfield]
struct Format {
    kind: B4,
    channels: B3,
}

fn main() {}
