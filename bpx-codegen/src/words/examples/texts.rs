use bpx_schema::report::Mode;
use bpx_schema::{Codec, Record};

#[derive(Record)]
struct Names {
    #[schema(text(encoding = "latin-1", pad = b' '))]
    name: [u8; 6],
    #[schema(utf8)]
    label: [u8; 3],
}

assert!(Names::validate(b"caf\xe9  abc", Mode::Strict).findings().is_empty());
