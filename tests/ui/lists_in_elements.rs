//! Lists in elements, whose elements no expression can name.

use bpx_schema::structure;

#[structure]
struct Pages {
    #[br(count = 2)]
    pages: Vec<Page>,
    #[br(count = sum(pages[0].lines.length))]
    summed: Vec<u8>,
    #[br(count = pages[0].lines[1].length)]
    named: Vec<u8>,
    grid: [[u8; 2]; 2],
    #[br(if(grid[0][1] == 1))]
    cell: Option<u8>,
}

fn main() {}
