use bpx_schema::structure;

#[structure]
#[brw(little)]
enum Shadowed {
    #[br(magic = b"DA")]
    Short(u32),
    #[br(magic = b"DATA")]
    Long(u32),
}

#[structure]
#[brw(little)]
enum Untyped {
    #[br(magic = 7)]
    Number(u32),
    #[br(magic = 300u8)]
    Large(u32),
    #[br(magic = b"")]
    Empty(u32),
}

#[structure]
enum Unordered {
    #[br(magic = 7u16)]
    Number(u8),
    Other(u8),
}

#[structure]
#[brw(little, magic = b"AB")]
enum OfAll {
    #[br(magic = b"A")]
    Named { magic: u8 },
}

#[structure]
#[brw(little)]
enum Fields {
    #[br(magic = b"A")]
    Named { magic: u8 },
}

#[structure]
#[brw(little)]
enum Equal {
    #[br(magic = b"DA")]
    First(u8),
    #[br(magic = b"DA")]
    Second(u32),
}

fn main() {}
