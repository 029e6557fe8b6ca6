use bpx_schema::{Record, structure};

#[structure]
#[brw(little)]
struct File {
    total: u8,
    #[br(until = entries.len() == 3)]
    entries: Vec<Entry>,
    #[br(until = last(parts).size == 0)]
    parts: Vec<Entry>,
    #[br(until = sum(names, sum(names.size)) == 3)]
    names: Vec<Entry>,
    #[br(until = sum(bytes.size) == total)]
    bytes: Vec<u8>,
    #[br(until = sum(numbers, entry > 1) == total)]
    numbers: Vec<u16>,
    #[br(until = sum(rates.rate) == total)]
    rates: Vec<Entry>,
}

#[derive(Record)]
#[brw(little)]
struct Entry {
    size: u8,
    rate: f32,
}

fn main() {}
