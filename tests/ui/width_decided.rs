use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Part {
    class: u8,
    #[schema(width = class)]
    float: f64,
    #[schema(width = class)]
    bytes: [u8; 4],
    #[schema(width = class == 1)]
    truth: u32,
    #[schema(width = later)]
    number: u32,
    later: u16,
}

fn main() {}
