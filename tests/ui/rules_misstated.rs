//! Rules whose words are not those of this language.

use bpx_schema::structure;

#[structure]
#[schema(assert(a == 1, "the first is one"))]
struct WithText {
    a: u8,
}

#[structure]
#[schema(assert(a == 1, text = "{a:?} is not one"))]
struct WithForm {
    a: u8,
}

#[structure]
#[schema(each(head.list, assert(entry > 0)))]
struct OfMember {
    head: Head,
}

#[structure]
struct Head {
    #[br(count = 1)]
    list: Vec<u8>,
}

fn main() {}
