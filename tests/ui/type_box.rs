use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    child: Option<Box<Header>>,
}

fn main() {}
