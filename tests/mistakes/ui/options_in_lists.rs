use bpx_schema::structure;

#[structure]
#[brw(little)]
struct Items {
    #[br(count = 2)]
    items: Vec<Option<u8>>,
    bare: Option,
    list: Vec,
    #[br(if(true))]
    twice: Option<Option<u8>>,
    both: [Option<u8>; 2],
}

fn main() {}
