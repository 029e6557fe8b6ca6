use bpx_schema::structure;
use bpx_schema::codec::CText;

#[structure]
#[brw(little)]
#[br(assert(ratio == 1))]
#[br(assert(!version))]
#[br(assert(tag < b"IHDR"))]
#[br(assert(tag == ratio))]
#[br(assert(-name == 1))]
#[br(assert((version == 1) + 1 == 2))]
#[br(assert(float(ratio) == 1.0))]
#[br(assert(int(version) == 1))]
#[br(assert(if version == 1 { ratio } else { version } == 1.0))]
#[br(assert(words[0.5] == 1))]
#[br(assert(words == 1))]
#[br(assert(words[0].size == 1))]
#[br(assert(ratio % 2.0 == 1.0))]
#[br(assert(ratio & 1 == 1))]
struct Header {
    version: u32,
    ratio: f32,
    tag: [u8; 4],
    name: CText,
    #[br(count = 1.5)]
    more: Vec<u8>,
    #[br(count = ratio)]
    words: Vec<u16>,
    #[br(if(tag))]
    last: Option<u8>,
}

fn main() {}
