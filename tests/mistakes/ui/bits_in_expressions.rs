use bpx_schema::structure;

#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy)]
struct Flags {
    kind: B4,
    named: B1,
    rest: B3,
}

#[structure]
struct Called {
    flags: Flags,
    #[br(if(flags.kind() == 1))]
    more: Option<u8>,
}

#[structure]
struct Condition {
    flags: Flags,
    #[br(if(flags.named))]
    more: Option<u8>,
}

#[structure]
struct Unknown {
    flags: Flags,
    #[br(count = flags.kinds)]
    more: Vec<u8>,
    #[br(if(flags.kind == b"a"))]
    last: Option<u8>,
}

fn main() {}
