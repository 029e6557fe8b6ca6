//! Numbers of the runtime, spelled or used as those of Rust.

use bpx_schema::codec::{Sleb, U24, Uleb};
use bpx_schema::structure;

#[structure]
#[brw(little)]
pub struct Spelled {
    small: u24,
    half: f16,
    signed: Sleb<u32>,
    unsigned: Uleb<i32>,
}

#[structure]
#[brw(little)]
pub struct Alternative {
    flags: u8,
    #[br(if(flags != 0, 7))]
    size: U24,
    #[schema(range(0..=16_777_216))]
    wide: U24,
}

fn main() {}
