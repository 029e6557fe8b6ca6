use bpx_schema::structure;

#[structure]
#[brw(little)]
#[br(assert(first % 4 == 0, second % 4 == 0, third % 8 == 0))]
struct Header {
    first: u32,
    #[br(assert(first <= second, "{} comes first", first))]
    second: u32,
    #[br(assert(second <= third, "in order"))]
    third: u32,
}

fn main() {}
