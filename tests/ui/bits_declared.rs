use bpx_schema::structure;

#[structure]
#[bitfield]
#[schema(bits = 16)]
struct Format {
    kind: B4,
    channels: B4,
}

fn main() {}
