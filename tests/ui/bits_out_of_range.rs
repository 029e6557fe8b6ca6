use bpx_schema::structure;

#[structure]
#[bitfield]
struct Format {
    #[schema(range(0..=16))]
    kind: B4,
    #[schema(one_of(1, 16))]
    channels: B4,
}

fn main() {}
