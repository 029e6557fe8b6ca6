use bpx_schema::{Record, structure};

#[derive(Record)]
struct Row {
    kind: u8,
    offset: u8,
}

#[structure]
struct Ledger {
    #[br(count = 2)]
    rows: Vec<Row>,
    #[br(count = 2)]
    more: Vec<Row>,
    #[br(count = find(rows.offset == 1, more.kind))]
    content: Vec<u8>,
}

fn main() {}
