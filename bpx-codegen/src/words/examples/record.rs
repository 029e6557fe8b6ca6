use bpx_schema::report::{Mode, Verdict};
use bpx_schema::{Codec, Record};

#[derive(Debug, PartialEq, Record)]
#[brw(little)]
#[schema(name = "Glyph", spec = "3", size = 10, custom = narrow)]
struct Glyph {
    #[schema(magic = b"GL", spec = "3.1")]
    signature: [u8; 2],
    width: u8,
    #[schema(reserved)]
    reserved: u8,
    #[schema(constant = STORED_SIZE)]
    size: u16,
    #[schema(finite)]
    scale: f32,
}

fn narrow(glyph: &Glyph) -> Option<String> {
    (glyph.width > 99).then(|| format!("expected at most 99, found {}", glyph.width))
}

let bytes = *b"GL\x10\0\x08\0\0\0\x80\x3F";
assert_eq!(Glyph::from_bytes(&bytes).scale, 1.0);
assert_eq!(Glyph::validate(&bytes, Mode::Strict).verdict(), Verdict::Valid);
