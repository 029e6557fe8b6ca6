use bpx_schema::structure;

#[structure]
#[bitfield]
struct Format {
    kind: B4,
    channels: B3,
}

fn main() {}
