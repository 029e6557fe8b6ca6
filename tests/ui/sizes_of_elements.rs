//! Sizes and lengths of elements in expressions.

use bpx_schema::structure;

#[structure]
struct Rows {
    #[br(count = 2)]
    rows: Vec<Row>,
    #[br(if(sum(rows, size_of(entry)) == 9))]
    summed: Option<u8>,
    #[br(if(offset_of(entry) == 1))]
    alone: Option<u8>,
    #[br(if(sum(rows, entry.len()) == 1))]
    itself: Option<u8>,
    #[br(if(sum(rows, sum(entry.text, entry)) == 1))]
    inner: Option<u8>,
    #[br(until = sum(more, entry.text.len()) > 3)]
    more: Vec<Row>,
}

#[structure]
struct Row {
    length: u8,
    #[br(count = length)]
    text: Vec<u8>,
}

#[structure]
struct Indexed {
    #[br(count = 2)]
    rows: Vec<Row>,
    #[br(if(rows[0].text.len() == 1))]
    first: Option<u8>,
}

fn main() {}
