use bpx_schema::codec::FourCc;
use bpx_schema::structure;

#[structure]
#[brw(is_big = order == "M")]
struct Chunk {
    order: [u8; 2],
    kind: FourCc,
    #[br(if(kind == b"TXT"))]
    text: Option<u8>,
    #[br(count = if b"NAMES" != kind { 3 } else { 0 })]
    names: Vec<u16>,
    #[schema(magic = b"END")]
    end: [u8; 4],
}

fn main() {}
