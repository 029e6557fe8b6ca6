use bpx_schema::structure;

#[structure]
#[brw(little)]
struct File {
    count: u8,
    #[br(count = count)]
    list: Vec<u8>,
    #[schema(constant = LAST)]
    after: u8,
}

#[structure]
#[brw(little)]
#[br(import(kind: u8))]
enum Case {
    #[br(pre_assert(kind == 1))]
    One {
        #[schema(constant = FIRST)]
        first: u8,
    },
}

fn main() {}
