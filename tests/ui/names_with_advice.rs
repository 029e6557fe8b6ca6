use bpx_schema::codec::CText;
use bpx_schema::structure;

#[structure]
#[brw(little)]
#[schema(sum(crc32, over(magic, text), stored = sum))]
struct Page {
    #[br(count = item_count)]
    items: Vec<u8>,
    item_count: u8,
    text: u8,
    sum: u32,
}

#[structure]
struct Text {
    #[br(temp)]
    #[bw(calc = size_of(text))]
    text_size: u8,
    #[schema(region(size = text_size))]
    text: CText,
}

#[structure]
#[br(import(size: u8))]
struct Letters {
    first: u8,
    #[br(if(first == 'a'))]
    second: Option<u8>,
    #[br(count = Self::COUNT + size)]
    rest: Vec<u8>,
}

fn main() {}
