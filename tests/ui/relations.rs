//! What values have to do with other parts of a file.

use bpx_schema::codec::CText;
use bpx_schema::{Record, structure};

#[derive(Record)]
#[brw(little)]
struct Wrong {
    #[schema(text_in("names", code = "wrong.signed"))]
    signed: i16,
    #[schema(index_in("bones", code = "wrong.bytes"))]
    bytes: [u8; 2],
    #[schema(pool("numbers"))]
    numbers: [u16; 2],
    #[schema(unique(if(nobody != 0), code = "wrong.name"))]
    number: u16,
}

#[derive(Record)]
#[brw(little)]
struct Words {
    #[schema(count_of("bones", whole))]
    count: u16,
    #[schema(text_in("names", absent = perhaps))]
    text: u16,
    #[schema(text_in("names", severity = grave))]
    weight: u16,
    #[schema(text_in("names", filled(key = 1)))]
    part: u16,
    #[schema(index_in(""))]
    empty: u16,
}

#[derive(Record)]
#[brw(little)]
struct Orders {
    #[schema(needs("bones", code = "orders.key"))]
    without_key: u16,
    #[schema(sorted(first = 1))]
    first: u16,
    #[schema(tree(first = first, count = first, if(first != 0)))]
    condition: u16,
}

#[derive(Record)]
#[brw(little)]
struct OtherTypes {
    #[schema(count_of("bones", multiple, code = "others.multiple"))]
    multiple: u16,
    #[schema(sorted(code = "others.signed"))]
    signed: i16,
    #[schema(tree(first = first, count = multiple, code = "others.tree"))]
    tree: u16,
}

#[structure]
#[brw(little)]
struct Folders {
    #[br(parse_with = until_eof)]
    #[schema(tree(first = child, code = "folders.count"))]
    folders: Vec<Words>,
}

#[structure]
#[brw(little)]
struct Parts {
    #[schema(unique(if(count != 0)))]
    count: u16,
    #[br(count = count)]
    #[schema(pool("names", key = kind))]
    names: Vec<CText>,
    #[br(parse_with = until_eof)]
    #[schema(pool("bytes", size = 1))]
    bytes: Vec<u8>,
}

#[derive(Record)]
#[brw(little)]
struct Single {
    #[schema(single("bones", code = "single.key"))]
    without_key: u16,
    #[schema(single("bones", key = 1, first = 1))]
    first: u16,
    #[schema(text_in("names", file_path(key = 1)))]
    path: u16,
    #[schema(referred("bones", key = 1, code = "single.by"))]
    by: u16,
}

fn main() {}
