use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    table: u32,
    #[schema(region(at = table, size = 4))]
    far: u32,
    #[br(if(remaining > 4))]
    #[schema(region(at = table, size = table))]
    near: Option<u32>,
}

fn main() {}
