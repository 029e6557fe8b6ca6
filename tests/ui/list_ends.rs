use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Part {
    tag: u8,
}

#[structure]
#[brw(little)]
struct Lists {
    entry: u8,
    #[br(until = entry == 0)]
    hidden: Vec<u8>,
}

#[structure]
#[brw(little)]
struct Ends {
    #[br(until = entry.tag)]
    number: Vec<Part>,
    #[br(until = remaining == 0)]
    space: Vec<Part>,
    #[br(until_excluding = entry.tag == 0)]
    varying: Vec<Part>,
    #[br(until_excluding = entry > 3)]
    several: Vec<u8>,
    #[br(until_excluding = entry == 300)]
    large: Vec<u8>,
    #[br(until_bytes = b"")]
    nothing: Vec<u8>,
    #[br(until = entry == b"ab")]
    text: Vec<u8>,
}

#[structure]
#[brw(little)]
struct Two {
    #[br(count = 2, until = entry == 0)]
    counted: Vec<u8>,
    #[br(until = entry == 0)]
    array: [u8; 4],
}

#[structure]
#[brw(little)]
struct Twice {
    #[br(until_bytes = b"a", until = entry == 0)]
    twice: Vec<u8>,
}

fn main() {}
