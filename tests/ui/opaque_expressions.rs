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
    #[br(count = a[0])]
    d: Vec<u8>,
    #[br(count = 1.5)]
    e: Vec<u8>,
}

fn main() {}
