use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    version: u32,
    #[br(count = |n: u32| n)]
    a: Vec<u8>,
    #[br(count = version.pow(2))]
    b: Vec<u8>,
    #[br(count = align(version))]
    c: Vec<u8>,
    #[br(count = 'a')]
    d: Vec<u8>,
    #[br(count = version as f64)]
    e: Vec<u8>,
}

fn main() {}
