use bpx_schema::structure;
use bpx_schema::codec::Regions;

#[structure]
#[br(import(end: u8))]
struct Body {
    #[br(count = end - position)]
    bytes: Vec<u8>,
}

#[structure]
#[br(import(kind: u8))]
enum Case {
    #[br(pre_assert(kind == 1 && remaining > 4))]
    Long(u8),
    Short,
}

#[structure]
struct File {
    #[br(temp)]
    #[bw(calc = remaining)]
    place: u8,
    #[br(if(remaining > 0, 7))]
    more: u8,
    #[br(count = 2, args(remaining))]
    list: Vec<Body>,
    #[schema(region(at = size - 22))]
    end: u8,
    #[schema(region(each = list, at = position, size = size))]
    #[br(args(position))]
    parts: Regions<Body>,
}

fn main() {}
