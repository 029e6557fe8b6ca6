//! A page of a database: pointers in rising order of keys, and cells after them in falling order, as the page fills.

use bpx_schema::structure;

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub(crate) struct Heap {
    #[br(temp)]
    #[bw(calc = cells.len())]
    cell_count: u8,
    #[br(count = cell_count)]
    pub(crate) cells: Vec<HeapCell>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub(crate) struct HeapCell {
    pub(crate) key: u8,
    pub(crate) offset: u16,
    #[schema(region(at = offset, place(reverse)))]
    pub(crate) payload: HeapText,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HeapText {
    #[br(temp)]
    #[bw(calc = text.len())]
    length: u8,
    #[br(count = length)]
    pub(crate) text: Vec<u8>,
}

/// Two cells, of which the second lies before the first.
pub(crate) const HEAP: &[u8] = b"\x02\x01\0\x0C\x02\0\x07\x04two2\x03one";
