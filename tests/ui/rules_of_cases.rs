use bpx_schema::structure;

#[structure]
#[br(import(kind: u8))]
enum Chunk {
    #[br(pre_assert(kind == 1))]
    One {
        low: u8,
        #[br(assert(low <= high))]
        high: u8,
    },
    #[br(pre_assert(kind == 2))]
    Two {
        #[schema(children)]
        children: Vec<Chunk>,
    },
}

fn main() {}
