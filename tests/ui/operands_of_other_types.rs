use bpx_schema::structure;
use bpx_schema::codec::CText;

#[structure]
#[brw(little)]
struct Own {
    name: CText,
    ratio: f32,
    #[br(if(ratio > 1))]
    maybe: Option<u8>,
    #[br(count = name.len())]
    a: Vec<u8>,
    #[br(count = maybe)]
    b: Vec<u8>,
    #[br(count = a + 1)]
    c: Vec<u8>,
    #[br(count = sum(a.size))]
    d: Vec<u8>,
}

fn main() {}
