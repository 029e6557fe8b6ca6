use bpx_schema::{Codec, structure};

#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq)]
struct Flags {
    kind: B4,
    rest: B3,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
struct File {
    flags: Flags,
    #[br(count = flags.kind)]
    more: Vec<u8>,
}

fn main() {
    let file = File::from_slice(&[1, 2]).unwrap();
    let _ = file.flags.kind() + file.flags.rest();
    let _ = file == file.clone();
}
