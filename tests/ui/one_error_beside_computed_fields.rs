//! A structure with an error has the fields that a program fills in: its other uses are not errors.
use bpx_schema::structure;

#[structure]
struct Entry {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: u8,
    #[br(count = size_of_bytes)]
    bytes: Vec<u8>,
}

#[structure]
#[br(import(kind: u8))]
enum Value {
    #[br(pre_assert(knid == 1))]
    Bytes {
        #[br(temp)]
        #[bw(calc = bytes.len())]
        length: u8,
        #[br(count = length)]
        bytes: Vec<u8>,
    },
    Number(u8),
}

fn main() {
    let entry = Entry { bytes: Vec::new() };
    let Value::Bytes { bytes } = (Value::Bytes { bytes: entry.bytes }) else { return };
    drop(bytes);
}
