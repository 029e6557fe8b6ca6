use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Rest {
    place: u8,
    #[br(parse_with = until_eof)]
    rest: Vec<u8>,
    never: u8,
    #[schema(region(at = place))]
    elsewhere: u8,
}

#[structure]
struct Counted {
    #[br(count = remaining)]
    rest: Vec<u8>,
    never: u8,
}

fn main() {}
