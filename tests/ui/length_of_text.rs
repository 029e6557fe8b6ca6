use bpx_schema::codec::CText;
use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Named {
    length: u8,
    name: CText,
    #[br(count = length - name.len() - 1)]
    rest: Vec<u8>,
}

fn main() {}
