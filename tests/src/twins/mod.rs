//! The declarations of the formats for binrw's own derive, a folder a format; `helpers` is written by hand.

pub mod bpx;
pub mod helpers;
