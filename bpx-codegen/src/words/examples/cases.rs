use bpx_schema::{Codec, structure};

#[structure]
#[derive(Debug, PartialEq)]
#[brw(little)]
#[br(import(version: u8))]
enum Chunk {
    #[br(magic = b"TEXT")]
    Text(u8),
    #[br(pre_assert(version == 1))]
    #[schema(attempt = "I-7", name = "OLD")]
    Old(u32),
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

#[structure]
#[derive(Debug, PartialEq)]
#[brw(little, magic = b"CH")]
struct File {
    version: u8,
    #[br(args(version))]
    chunk: Chunk,
}

assert_eq!(File::from_slice(b"CH\x02TEXT\x05").unwrap().chunk, Chunk::Text(5));
