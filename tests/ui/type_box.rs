use bpx_derive::structure;

#[structure]
#[brw(little)]
struct Header {
    child: Option<Box<Header>>,
}

fn main() {}
