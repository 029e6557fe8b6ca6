use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Header {
    #[br(count = 2)]
    children: Vec<Box<Header>>,
    number: Box<u32>,
    shared: std::rc::Rc<Header>,
}

fn main() {}
