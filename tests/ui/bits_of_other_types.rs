use bpx_schema::structure;

#[structure]
#[bitfield]
struct Format {
    kind: u8,
    wide: B129,
    visible: bool,
}

fn main() {}
