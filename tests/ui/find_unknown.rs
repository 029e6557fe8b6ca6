use bpx_schema::structure;

#[structure]
struct Ledger {
    #[br(count = find(rows.offset == 1, rows.kind))]
    content: Vec<u8>,
}

fn main() {}
