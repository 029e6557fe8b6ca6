//! Texts whose type, size and encoding do not fit together.

use bpx_schema::codec::{CText, CText16};
use bpx_schema::{Record, structure};

#[structure]
pub struct Terminated {
    #[schema(text(encoding = "utf-16le"))]
    narrow: CText,
    #[schema(text(encoding = "latin-1"))]
    wide: CText16,
    unknown: CText16,
    #[schema(text(pad = 0))]
    filled: CText,
}

#[structure]
pub struct Counted {
    #[br(count = 4)]
    #[schema(text(encoding = "latin-1", pad = b' '))]
    filled: Vec<u8>,
    #[br(count = 4)]
    #[schema(utf8, text(encoding = "utf-8"))]
    twice: Vec<u8>,
    #[schema(text(encoding = "utf-8"))]
    number: u32,
}

#[derive(Record)]
pub struct Words {
    #[schema(text(encoding = "windows-1252"))]
    unknown: [u8; 4],
    #[schema(text(encoding = "utf-8", pad = 200))]
    filled: [u8; 4],
    #[schema(text(size = 4))]
    sized: [u8; 4],
}

#[derive(Record)]
#[br(assert(name == "abcd"))]
pub struct Compared {
    #[schema(text(encoding = "latin-1", pad = 0))]
    name: [u8; 8],
}

fn main() {}
