use bpx_schema::structure;

#[structure]
struct Header {
    flag: u8,
    #[br(if(flag != 0))]
    size: Option<u8>,
}

#[structure]
#[bitfield]
struct Flags {
    kind: B4,
    rest: B4,
}

#[structure]
struct File {
    header: Header,
    flags: Flags,
    #[br(count = header.size)]
    bytes: Vec<u8>,
    #[br(if(flags.kind == 1))]
    more: Option<u8>,
}

fn main() {}
