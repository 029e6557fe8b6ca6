//! Declares a record once, then reads, checks and writes the record.
#![allow(clippy::indexing_slicing)]
use bpx_schema::Record;
use bpx_schema::report::Mode;
use bpx_schema::{Codec, View};

/// A light source in a level of a game.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(size = 24)]
struct Light {
    #[schema(finite)]
    position: [f32; 3],
    #[schema(range(0..=1000))]
    brightness: u32,
    colour: [u8; 4],
    #[schema(reserved)]
    reserved: [u8; 4],
}

fn main() {
    let lamp = Light { position: [1.0, 2.0, 0.5], brightness: 800, colour: [255, 240, 200, 255], reserved: [0; 4] };
    let mut bytes = lamp.to_bytes().to_vec();
    assert_eq!(View::<Light>::new(&bytes).0.get(0), Some(lamp));
    bytes[12..16].copy_from_slice(&1001_u32.to_le_bytes());
    for finding in Light::validate(&bytes, Mode::Strict).findings() {
        println!("{finding}");
    }
}
