use bpx_schema::codec::Regions;
use bpx_schema::structure;

#[structure]
struct File {
    #[schema(region(at = find_last(b"")))]
    nothing: u8,
    #[schema(region(at = find_last(b"END", within = 2)))]
    near: u8,
    #[schema(region(at = find_first(b"END", from = 2)))]
    from: u8,
    #[schema(region(each = table, at = find_first(b"END"), size = 2))]
    many: Regions<Part>,
}

#[structure]
struct Part {
    byte: u8,
}

fn main() {}
