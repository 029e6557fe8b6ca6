use bpx_schema::structure;

#[structure]
#[bitfield]
struct Format {
    #[br(count = 2)]
    kind: B4,
    #[schema(region(at = 0))]
    channels: B4,
}

fn main() {}
