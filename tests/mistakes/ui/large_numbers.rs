use bpx_schema::structure;

const LARGE: u64 = u64::MAX;

#[structure]
#[brw(little)]
struct Header {
    length: u64,
    #[br(if(length == 0xFFFF_FFFF_FFFF_FFFF))]
    long: Option<u64>,
    #[schema(one_of(0xFFFF_FFFF_FFFF_FFFF))]
    end: u64,
}

#[structure]
#[brw(little)]
struct Named {
    length: u64,
    #[br(if(length == LARGE))]
    long: Option<u64>,
}

fn main() {}
